// What the SDK takes from the OpenAPI documents: the types of every operation, and a table of how each is called.
import assert from 'node:assert/strict';
import { type DocumentName, documentNames } from '../src/app/document-names.ts';
import { openapiJson } from './documents.ts';
import { typesOf } from './types.ts';

const header = '// Written by `npm run docs` from docs/openapi. Do not edit.\n';

interface Schema {
  $ref?: string;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, unknown>;
}

interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
  required?: boolean;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

const documentOf = async (name: DocumentName): Promise<OpenApi> => JSON.parse(await openapiJson(name));

export async function sdkTypes(name: DocumentName): Promise<string> {
  const document = await documentOf(name);
  return header + withComments(await typesOf(document), document);
}

/**
 * Adds a doc comment to each member of the interface `operations`. The client's methods follow from them, and an
 * editor shows a method's comment; the generator has it only with the paths.
 */
function withComments(source: string, { paths }: OpenApi): string {
  const comments = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, one]) => [one.operationId, commentOf(method, path, one)] as const,
      ),
    ),
  );
  const [before, start, members] = source.split(/^(export interface operations \{\n)/m);
  assert.ok(members, 'the types have no operations');
  const commented = members.replace(/^ {4}(\w+): \{$/gm, (line, id) => `${comments.get(id) ?? ''}${line}`);
  return `${before}${start}${commented}`;
}

function commentOf(method: string, path: string, { summary, description }: Operation): string {
  const paragraphs = [summary && `${summary}.`, description, `\`${method.toUpperCase()} ${path}\``];
  const lines = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/').split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', '']
    .map((line) => line && `    ${line}\n`)
    .join('');
}

/** Returns the source of sdk/src/generated/operations.ts. */
export async function sdkOperations(): Promise<string> {
  const surfaces = await Promise.all(
    documentNames.map(async (name) => {
      const document = await documentOf(name);
      const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { operationId }]) => operationId)
          .map(
            ([method, operation]) =>
              `    ${operation.operationId}: ${described(name, document, method, path, operation)},`,
          ),
      );
      return `  ${name}: {\n${lines.join('\n')}\n  },`;
    }),
  );
  return `${header}import type { Operation } from '../operation.ts';

/** How each operation is called, by surface and operationId. */
export const operations = {
${surfaces.join('\n')}
} as const satisfies Record<string, Record<string, Operation>>;
`;
}

function described(
  surface: DocumentName,
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
): string {
  const all = (operation.parameters ?? []).map((one) =>
    one.$ref ? document.components.parameters![one.$ref.split('/').at(-1)!]! : one,
  );
  const contents = Object.keys(operation.requestBody?.content ?? {});
  const facts = {
    method: method.toUpperCase(),
    path,
    ...authOf(operation),
    ...(method !== 'get' && all.some((one) => one.name === 'Idempotency-Key') && { isIdempotent: true }),
    ...(contents[0]?.includes('form') && { isForm: true }),
    ...(all.some((one) => isSite(surface, one)) && { siteIn: 'query' }),
    ...filledIn(document, operation),
    ...(isPaged(operation) && { isPaged: true }),
  };
  const members = Object.entries(facts).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** Whether a parameter is the site that is asked about. On lists of the One API it is a filter, which is left alone. */
const isSite = (surface: DocumentName, { in: place, name, required }: Parameter): boolean =>
  place === 'query' && name === 'siteCode' && (required === true || surface === 'external');

/** Whether an operation returns a page of a list, with a link to the next. */
function isPaged({ responses }: Operation): boolean {
  const { properties = {} } = responses['200']?.content?.['application/json']?.schema ?? {};
  return 'results' in properties && 'links' in properties;
}

/** Returns the names of the credentials in the first way to authenticate. */
function authOf({ security = [] }: Operation): object {
  const names = Object.keys(security[0] ?? {});
  const auth = names.includes('client')
    ? undefined
    : names
        .map((name) => name.toLowerCase())
        .sort()
        .join('+');
  return auth ? { auth } : {};
}

/** Names which members of the body the client knows by itself. */
function filledIn(document: OpenApi, { operationId, requestBody }: Operation): object {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  if (!schema) return {};
  const names = Object.keys(propertiesOf(document, schema));
  const hasSite = names.some((name) => name.toLowerCase() === 'sitecode');
  const siteIn = hasSite ? 'body' : names.find((name) => name === 'paymentRequest');
  const hash = names.includes('hashCheck') ? hashes[operationId] : undefined;
  return { ...(siteIn && { siteIn }), ...(hash && { hash }) };
}

/** Which hash a body's hashCheck is. */
const hashes: Record<string, string> = {
  postPaymentRequest: 'payment',
  compressPaymentRequests: 'payment',
  submitRefunds: 'refund',
  createUniqueReference: 'reference',
  createStaticReference: 'reference',
  requestPayout: 'payout',
};

/** The properties of an object, or of a list's items. */
function propertiesOf(document: OpenApi, schema: Schema): Record<string, unknown> {
  if (schema.$ref)
    return propertiesOf(document, document.components.schemas[schema.$ref.split('/').at(-1)!]!);
  if (schema.items) return propertiesOf(document, schema.items);
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map((one) => propertiesOf(document, one));
  return Object.assign({}, schema.properties, ...parts);
}

/** Returns the source of sdk/src/generated/error-codes.ts: every `code` of the One API. */
export async function sdkErrorCodes(): Promise<string> {
  const codes = [...codesIn(JSON.parse(await openapiJson('one')))].sort();
  return `${header}
/** The \`code\` of a refusal of the One API. */
export type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};\n`;
}

function codesIn(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const { properties } = value as { properties?: { code?: { enum?: string[] } } };
  const own = properties?.code?.enum ?? [];
  return new Set([...own, ...Object.values(value).flatMap((one) => [...codesIn(one)])]);
}
