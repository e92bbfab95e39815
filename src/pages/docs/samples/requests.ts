// The request of an operation, as its document describes it and with the values of the table.
import { itemAt, lastOf, memberOf } from '../../../kernel/required.ts';
import type { ApiDocument, Documents, Operation, Schema } from '../model.ts';
import { type Auth, type Call, type Signing, urlOf } from './steps.ts';
import * as table from './table.ts';

function operationOf(
  document: ApiDocument,
  name: string,
): { method: string; path: string; operation: Operation } {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === name) return { method: method.toUpperCase(), path, operation };
  throw new Error(`there is no operation ${name}`);
}

export const summaryOf = (documents: Documents, surface: string, name: string): string =>
  operationOf(memberOf(documents, surface), name).operation.summary;

/** Returns the request of an operation: as its example shows it, or with its required members only. */
export function callOf(documents: Documents, surface: string, name: string, isWhole: boolean): Call {
  const document = memberOf(documents, surface);
  const { method, path, operation } = operationOf(document, name);
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const media = type === undefined ? undefined : memberOf(operation.requestBody!.content, type);
  const wanted = (operation.parameters ?? []).filter(
    (one) =>
      one.in === 'query' &&
      (one.required || (isWhole && table.shownParameters[name]?.includes(one.name) === true)),
  );
  const isForm = type?.includes('form') ?? false;
  // The form identifies the client that requests a token.
  const isAll = isWhole || isForm;
  const body =
    media && placed(isAll ? media.example : shownOf(document, media.schema, media.example, name), name);
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  return {
    kind: 'call',
    says: '',
    surface,
    operation: name,
    method,
    url: urlOf(surface) + pathOf(path, name),
    ...parameterOf(path),
    query: wanted.map((one) => [one.name, String(valueFor(name, one.name, one.example))]),
    headers: {},
    auth: authOf(operation),
    ...(body !== undefined && { body }),
    isForm,
    isSilent: answer?.content === undefined,
    ...fileOf(answer?.content ?? {}),
  };
}

/** The name under which a sample stores a response that is a file. */
function fileOf(content: object): { file?: string } {
  if ('application/pdf' in content) return { file: 'invoice.pdf' };
  return 'text/csv' in content ? { file: 'report.csv' } : {};
}

function parameterOf(path: string): { parameter?: string } {
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  return parameter === undefined ? {} : { parameter };
}

function authOf({ security = [] }: Operation): Auth {
  const [schemes] = security.map(Object.keys);
  if (!schemes || schemes.length === 0 || schemes.includes('client')) return 'none';
  if (schemes.includes('oauth')) return 'oauth';
  if (schemes.includes('bearer')) return 'bearer';
  return schemes.includes('siteCode') ? 'pair' : 'apiKey';
}

/** A path with a value in each place; the word before it says of what. */
const pathOf = (path: string, name: string): string =>
  path
    .split('/')
    .map((part, index, parts) => {
      const noun = itemAt(parts, index - 1);
      return part.startsWith('{') ? (table.pathValues[`${name} ${noun}`] ?? table.pathValues[noun]) : part;
    })
    .join('/');

const valueFor = (operation: string, name: string, otherwise: unknown): unknown =>
  table.values[`${operation}.${name}`] ?? table.values[name] ?? otherwise;

/** An example with the values of the table in their places. */
function placed(value: unknown, operation: string): unknown {
  if (Array.isArray(value)) return value.map((item) => placed(item, operation));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      valueFor(operation, name, placed(member, operation)),
    ]),
  );
}

/** Returns a body with its required members, and those that the operation's sample shows as well. */
function shownOf(document: ApiDocument, schema: Schema, example: unknown, name: string): unknown {
  const shown = required(document, schema, example);
  const members = table.shownMembers[name];
  if (!members) return shown;
  const whole = example as Record<string, unknown>;
  return { ...(shown as object), ...Object.fromEntries(members.map((member) => [member, whole[member]])) };
}

/** Returns an example without its optional members. */
function required(document: ApiDocument, schema: Schema, example: unknown): unknown {
  const found = schema.$ref ? memberOf(document.components.schemas, lastOf(schema.$ref.split('/'))) : schema;
  if (Array.isArray(example)) return example.map((item) => required(document, found.items ?? {}, item));
  if (typeof example !== 'object' || example === null || !found.required) return example;
  const kept = Object.entries(example).filter(([name]) => found.required!.includes(name));
  return Object.fromEntries(kept);
}

/** Returns the recipe of the hash in a body; undefined without one. It covers the members before it, then the key. */
export function signingOf({ body, operation = '' }: Call): Signing | undefined {
  const [record] = [body].flat() as [object | undefined];
  if (!record || !('hashCheck' in record)) return undefined;
  const isInCents = table.signedWithApiKey.includes(operation);
  const members = Object.entries(record as Record<string, unknown>);
  const signed = members.slice(
    0,
    members.findIndex(([name]) => name === 'hashCheck'),
  );
  const texts = signed.flatMap(([name, value]) => {
    if (typeof value === 'object') return Object.values(value as object).map(String);
    return [name === 'amount' && isInCents ? String(Math.round(Number(value) * 100)) : String(value)];
  });
  return { kind: 'signing', texts: [...texts, isInCents ? 'YOUR_API_KEY' : 'YOUR_PRIVATE_KEY'] };
}
