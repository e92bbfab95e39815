// Compares successful requests with their surface's document as a validating proxy does: parameters, headers, media
// type and body. The service accepts more than its documents so that no client's habit costs a payment: each exception
// is listed here with its reason; anything else is missing from a document.
import type { DocumentName } from '../../src/app/document-names.ts';
import { type Documented, documents, escaped, judge, type Part, prefixes, resolved } from './documents.ts';

export interface Asked {
  /** The path with its query. */
  url: string;
  headers: Record<string, unknown>;
  /** As parsed: JSON or a form's fields, or a text; undefined without a body. */
  body: unknown;
}

/** Surfaces that ignore the case of names. */
const caseBlind: readonly DocumentName[] = ['payments', 'payouts', 'external'];

/** Returns how a request violates its operation's document; undefined: it does not. */
export function problemOfRequest(asked: Asked, documented: Documented): string | undefined {
  return (
    problemOfCaller(asked, documented) ??
    problemOfParameters(asked, documented) ??
    problemOfBody(asked, documented)
  );
}

/** Whether a request has the credentials of one of the declared security schemes. */
function problemOfCaller({ headers }: Asked, { surface, operation }: Documented): string | undefined {
  const ways: Part[] = operation.security ?? documents[surface].security ?? [];
  const schemes: Part = documents[surface].components.securitySchemes;
  const shows = (name: string): boolean => {
    const { type, name: header, scheme = 'bearer' } = schemes[name];
    if (type === 'apiKey') return Boolean(headers[header.toLowerCase()]);
    return String(headers.authorization ?? '')
      .toLowerCase()
      .startsWith(`${scheme} `);
  };
  if (ways.length === 0 || ways.some((way) => Object.keys(way).every(shows))) return undefined;
  return 'it has none of the credentials that `security` requires';
}

function problemOfParameters({ url, headers }: Asked, documented: Documented): string | undefined {
  const { surface, pointer, operation } = documented;
  const isBlind = caseBlind.includes(surface);
  const [path, search] = url.split('?');
  const query = [...new URLSearchParams(search ?? '')];
  const given = (parameter: Part): unknown => {
    if (parameter.in === 'path') return inPath(documented, path!, parameter.name);
    if (parameter.in === 'header') return headers[parameter.name.toLowerCase()];
    const isNamed = ([name]: [string, string]) =>
      isBlind ? name.toLowerCase() === parameter.name.toLowerCase() : name === parameter.name;
    return query.find(isNamed)?.[1];
  };
  for (const [index, parameter] of ((operation.parameters ?? []) as Part[]).entries()) {
    // An unknown object is an empty list there, under any name.
    if (parameter.in === 'path' && !operation.responses['404']) continue;
    const value = given(parameter);
    if (value === undefined || value === '') {
      if (parameter.required) return `the ${parameter.in} has no ${parameter.name}`;
      continue;
    }
    const problem = judge(
      surface,
      `${pointer}/parameters/${index}/schema`,
      read(parameter.schema, String(value)),
    );
    if (problem) return `${parameter.name}: ${problem}`;
  }
  return undefined;
}

/** The part of a request's path at a parameter of the document's path. */
function inPath({ surface, path }: Documented, asked: string, name: string): string | undefined {
  const part = asked.slice(prefixes[surface].length).split('/')[path.split('/').indexOf(`{${name}}`)];
  return part && decodeURIComponent(part);
}

/** A text as the type that its schema has. */
function read({ type, format }: Part, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  // A time part of a day is discarded.
  return format === 'date' ? text.slice(0, 10) : text;
}

function problemOfBody(
  { headers, body }: Asked,
  { surface, pointer, operation }: Documented,
): string | undefined {
  const content = operation.requestBody?.content as Part | undefined;
  // Packed content can be anything.
  if (!content || operation.operationId === 'compressPaymentRequests') return undefined;
  if (body === undefined || body === null)
    return headers['content-length'] === undefined && operation.requestBody.required
      ? 'there is no body'
      : undefined;
  const given = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  const type = Object.keys(content).find((name) => matches(name, given));
  if (!type) return `the media type ${given} is not declared`;
  if (/xml/.test(type)) return undefined;
  const schema = `${pointer}/requestBody/content/${escaped(type)}/schema`;
  const value = typeof body === 'string' ? JSON.parse(body) : body;
  const place = resolved(surface, schema);
  return judge(surface, place.pointer, fixed(surface, place.part, value));
}

const matches = (declared: string, given: string): boolean =>
  declared === given || (declared === 'application/*+json' && /^application\/[\w.-]+\+json$/.test(given));

/** A value as its document would have it written: deliberate leniency is listed here. */
function fixed(surface: DocumentName, given: Part, value: unknown): unknown {
  const schema = given.$ref ? resolved(surface, given.$ref.slice(1)).part : given;
  if (Array.isArray(value)) return value.map((item) => fixed(surface, schema.items ?? {}, item));
  if (typeof value === 'string') return schema.format === 'uri' ? (URL.parse(value)?.href ?? value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const isBlind = caseBlind.includes(surface);
  const names = Object.keys(schema.properties ?? {});
  const members = Object.entries(value)
    // Nothing is as good as not given, but on the One API.
    .filter(([, member]) => !isBlind || (member !== null && member !== ''))
    .map(([name, member]) => {
      const own = names.find((one) => isBlind && one.toLowerCase() === name.toLowerCase()) ?? name;
      return [own, fixed(surface, schema.properties?.[own] ?? {}, member)];
    });
  return { ...ofSite(surface, schema), ...Object.fromEntries(members) };
}

const addresses = ['cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl'];

/** The addresses of a payment request, which may be those of its site. */
function ofSite(surface: DocumentName, { required = [] }: Part): Part {
  if (surface === 'one') return {};
  const left = addresses.filter((name) => required.includes(name));
  return Object.fromEntries(left.map((name) => [name, 'https://shop.example/of-the-site']));
}
