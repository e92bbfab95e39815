// One request of a fuzzing run: to an operation of the documents as they describe it, mostly with something wrong; to a
// page; or to nowhere.
import { type Documented, operations, type Part, prefixes } from '../contract/documents.ts';
import type { Random } from '../storm/random.ts';
import type { Attacker } from './attacker.ts';
import { fitting, hostile, hostileText, spoiled, uuid } from './shapes.ts';

export interface FuzzRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export function drawRequest(random: Random, attacker: Attacker): FuzzRequest {
  const request = random.chance(0.85) ? toOperation(random, attacker) : toPage(random, attacker);
  return random.chance(0.05) ? disturbed(random, request) : request;
}

function toOperation(random: Random, attacker: Attacker): FuzzRequest {
  const documented = random.pick(operations);
  const { surface, path, method, operation } = documented;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => {
    const value = random.chance(0.85) ? (attacker.known(name, random) ?? uuid(random)) : hostileText(random);
    return encodeURIComponent(value.toWellFormed());
  });
  const { query, headers } = parametersOf(random, attacker, documented);
  const schemes = ((operation.security ?? []) as object[]).flatMap((one) => Object.keys(one));
  const search = query.size > 0 ? `?${query}` : '';
  const all = { ...attacker.headers(schemes, random), ...headers };
  return {
    method,
    path: prefixes[surface] + filled + search,
    ...withBody(random, attacker, documented, all),
  };
}

function parametersOf(random: Random, attacker: Attacker, { surface, operation }: Documented) {
  const asked = { surface, random, known: (member: string) => attacker.known(member, random) };
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, required, schema, in: place } of (operation.parameters ?? []) as Part[]) {
    if (!random.chance(required ? 0.97 : 0.25)) continue;
    const value = random.chance(0.85) ? fitting(asked, schema, name) : hostile(random);
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (place === 'query') query.append(name, text.toWellFormed());
    else if (place === 'header') headers[name.toLowerCase()] = headerText(text);
  }
  return { query, headers };
}

function withBody(
  random: Random,
  attacker: Attacker,
  { surface, operation }: Documented,
  headers: Record<string, string>,
): Pick<FuzzRequest, 'headers' | 'body'> {
  const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, Part> };
  const types = Object.keys(content);
  if (types.length === 0) return random.chance(0.9) ? { headers } : { headers, body: 'x' };
  const type = random.chance(0.85) ? types[0]! : random.pick(types);
  const first = content[types[0]!]!;
  const known = (member: string) => attacker.known(member, random);
  const example = random.chance(0.5) ? exampleOf(first) : undefined;
  const fit = example ?? fitting({ surface, random, known }, first.schema, 'body');
  const renewed = renew(fit, known);
  const mistakes = random.pick([0, 0, 1, 1, 1, 2, 5]);
  const before = random.chance(0.5);
  let value = before ? spoil(random, renewed, mistakes) : renewed;
  if (random.chance(0.85)) value = attacker.sign(surface, operation.operationId as string, value);
  if (!before) value = spoil(random, value, mistakes);
  return { headers: { ...headers, 'content-type': type }, body: written(random, type, value) };
}

function exampleOf(part: Part): unknown {
  return part.example === undefined ? undefined : structuredClone(part.example);
}

/** An example with ids, sites and dates that are of today's run. */
function renew(value: unknown, known: (member: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => renew(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      /^(siteCode|transactionId)$/.test(name) ? (known(name) ?? member) : renew(member, known),
    ]),
  );
}

function spoil(random: Random, value: unknown, times: number): unknown {
  let worse = value;
  for (let time = 0; time < times; time += 1) worse = spoiled(random, worse);
  return worse;
}

function written(random: Random, type: string, value: unknown): string | Buffer {
  if (random.chance(0.02)) return hostileText(random);
  if (type.endsWith('xml')) return `<${'Record'}>${xmlOf(value)}</${'Record'}>`;
  if (type.includes('form') && typeof value === 'object' && value !== null)
    return new URLSearchParams(
      Object.entries(value).map(([name, member]) => [name.toWellFormed(), String(member).toWellFormed()]),
    ).toString();
  const text = JSON.stringify(value) ?? '';
  if (random.chance(0.97)) return text;
  const bytes = Buffer.from(text);
  // A byte of it changed, cut off, or all of it twice.
  if (random.chance(0.4) && bytes.length > 0) bytes[random.between(0, bytes.length)] = random.between(0, 256);
  return random.chance(0.5)
    ? bytes.subarray(0, random.between(0, bytes.length + 1))
    : Buffer.concat([bytes, bytes]);
}

function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => `<Item>${xmlOf(item)}</Item>`).join('');
  if (typeof value !== 'object' || value === null) return String(value).replaceAll('<', '&lt;');
  return Object.entries(value)
    .map(([name, member]) => [name.slice(0, 1).toUpperCase() + name.slice(1) || 'a', member])
    .map(([name, member]) => `<${name}>${xmlOf(member)}</${name}>`)
    .join('');
}

/** A header that Node's client can send; others go as raw bytes elsewhere. */
function headerText(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e]/g, '?').slice(0, 4_000);
}

const actions =
  ' /return /status /choose /cancel /leave /another /test-outcome /decline /approve /nothing'.split(' ');
const places = (
  '/ /docs /docs/start /docs/errors /docs/openapi/one.json /assets/tefo.css /assets/ /favicon.ico /robots.txt ' +
  '/health/live /pay /Pay /pay/ /subscribe /bank /console /.well-known/oauth-authorization-server/one/v1 /one /one/v1 ' +
  '/payments/ /payouts /external/'
).split(' ');

function toPage(random: Random, attacker: Attacker): FuzzRequest {
  const language = random.pick(['af', 'zu,en;q=0.5', 'xx', '\t;q=,', 'en;q=2']);
  const headers: Record<string, string> = { accept: 'text/html', 'accept-language': language };
  if (random.chance(0.35))
    return { method: random.chance(0.8) ? 'GET' : random.pick(methods), path: random.pick(places), headers };
  if (random.chance(0.3)) return brought(random, attacker, headers);
  const root = random.pick(['/pay', '/subscribe', '/bank/orders', '/bank/mandates']);
  const id = random.chance(0.85)
    ? (attacker.known('id', random) ?? uuid(random))
    : encodeURIComponent(hostileText(random).toWellFormed());
  const path = `${root}/${id}${random.pick(actions)}${random.chance(0.1) ? '?again=1' : ''}`;
  if (random.chance(0.5)) return { method: 'GET', path, headers };
  const fields = {
    bank: random.pick(['4816019c-3314-4c80-8b6b-b2cd16dcc4ec', uuid(random), 'x']),
    consent: random.pick(['1', '2', '2026-11-27.2', '']),
    outcome: random.pick(['success', 'declined', 'x']),
    decision: random.pick(['approve', 'decline', 'cancel', 'x']),
    amount: hostileText(random).toWellFormed(),
  };
  return form('POST', path, headers, random.chance(0.7) ? fields : (spoiled(random, fields) as object));
}

/** A payment request that a browser brings. */
function brought(random: Random, attacker: Attacker, headers: Record<string, string>): FuzzRequest {
  const siteCode = attacker.known('siteCode', random);
  const fields = attacker.sign('payments', 'postPaymentRequest', { siteCode }) as object;
  const given = random.chance(0.6) ? (spoiled(random, fields) as object) : fields;
  if (random.chance(0.6)) return form('POST', '/pay', headers, given);
  return { method: 'GET', path: `/pay?${formText(given)}`.slice(0, 12_000), headers };
}

function form(method: string, path: string, headers: Record<string, string>, fields: object): FuzzRequest {
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: formText(fields),
  };
}

function formText(fields: object): string {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name.toWellFormed(), String(value).toWellFormed()]),
  ).toString();
}

const otherPaths = (path: string): string[] => [
  `${path}/`,
  `/${path}`,
  path.toUpperCase(),
  `${path}%00`,
  `${path}?a=1&a=2`,
  `${path}&=`,
];
const otherTypes = [
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'x',
  'application/xml',
];
const otherAccepts = ['application/xml', 'text/csv', '*/*;q=0', 'x', 'image/png'];

/** The same request another way: another method, path, type of content, or headers. */
function disturbed(random: Random, request: FuzzRequest): FuzzRequest {
  const { headers, path } = request;
  switch (random.between(0, 6)) {
    case 0:
      return withoutBody({ ...request, method: random.pick(methods) });
    case 1:
      return { ...request, path: random.pick(otherPaths(path)) };
    case 2:
      return { ...request, headers: { ...headers, 'content-type': random.pick(otherTypes) } };
    case 3:
      return { ...request, headers: { ...headers, accept: random.pick(otherAccepts) } };
    case 4:
      return { ...request, headers: { ...headers, 'x-correlation-id': headerText(hostileText(random)) } };
    default:
      return {
        ...request,
        headers: {
          ...headers,
          'x-forwarded-for': headerText(hostileText(random)),
          'x-api-version': random.pick(['1.0', '2', '']),
          'content-encoding': random.pick(['gzip', 'identity', 'br']),
        },
      };
  }
}

function withoutBody(request: FuzzRequest): FuzzRequest {
  if (!['GET', 'HEAD'].includes(request.method)) return request;
  const { body: _body, ...rest } = request;
  return rest;
}

/** Whether an operation has a fixed response to everything: GET /status500. */
export function isMeantToFail(path: string): boolean {
  return /^\/+external\/+status500\b/i.test(path);
}
