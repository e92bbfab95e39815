// The Postman collection of all operations, written from the OpenAPI documents. Bruno and Insomnia import it too.
import { type DocumentName, documentNames } from '../src/app/document-names.ts';
import { openapiJson } from './documents.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

interface Document {
  info: { title: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { parameters?: Record<string, Parameter> };
}

/** Values that the reader sets once: `npx tefo credentials` prints them. */
const variables = {
  baseUrl: 'http://localhost:8420',
  clientId: 'YOUR_CLIENT_ID',
  clientSecret: 'YOUR_CLIENT_SECRET',
  apiKey: 'YOUR_API_KEY',
  siteCode: 'YOUR_SITE_CODE',
  token: '',
};

/** Returns the collection as JSON. */
export async function collectionJson(): Promise<string> {
  const item = await Promise.all(
    documentNames.map(async (name) => folderOf(name, JSON.parse(await openapiJson(name)))),
  );
  const info = {
    name: 'Tefo',
    description: 'Set the variables, then send "Generate authentication token": it stores the token.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  };
  const variable = Object.entries(variables).map(([key, value]) => ({ key, value }));
  return `${JSON.stringify({ info, item, variable }, null, 2)}\n`;
}

function folderOf(surface: DocumentName, document: Document) {
  const address = document.servers[0]?.url ?? '';
  const base = address.replace(/^https?:\/\/[^/]+/, '{{baseUrl}}');
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestOf(document, `${base}${path}`, method, operation),
    ),
  );
  return { name: document.info.title, description: `The operations of ${surface}.`, item: requests };
}

function requestOf(document: Document, address: string, method: string, operation: Operation) {
  const { operationId, summary = operationId, description = '', parameters = [], requestBody } = operation;
  const given = parameters.map((one) =>
    one.$ref ? (document.components.parameters?.[one.$ref.split('/').at(-1) ?? ''] ?? one) : one,
  );
  const of = (place: string) => given.filter((one) => one.in === place);
  // Optional ones are listed, and switched off.
  const listed = (one: Parameter) => ({
    key: one.name,
    value: one.name.toLowerCase() === 'sitecode' ? '{{siteCode}}' : String(one.example ?? ''),
    description: one.description ?? '',
    ...(!one.required && { disabled: true }),
  });
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const auth = authOf(operation);
  const raw = address.replaceAll(/\{(\w+)\}/g, ':$1').replaceAll('{:baseUrl}', '{{baseUrl}}');
  // The Payouts API also takes the site as a credential.
  const site = Object.keys(operation.security?.[0] ?? {}).some((name) => name.toLowerCase() === 'sitecode');
  const header = [
    ...(site ? [{ key: 'SiteCode', value: '{{siteCode}}' }] : []),
    ...of('header').map(listed),
    ...(body ? [{ key: 'Content-Type', value: type }] : []),
  ];
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header,
      url: {
        raw,
        host: ['{{baseUrl}}'],
        path: raw.split('/').slice(1),
        query: of('query').map(listed),
        variable: of('path').map(({ name, description: about = '' }) => ({
          key: name,
          value: '',
          description: about,
        })),
      },
      ...(auth && { auth }),
      ...(body && { body: bodyOf(type, body.example) }),
    },
    ...(address.endsWith('/token') && { event: [keepToken] }),
  };
}

/** Stores the token of the response for the other requests. */
const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      'const { access_token } = pm.response.json();',
      "if (access_token) pm.collectionVariables.set('token', access_token);",
    ],
  },
};

function authOf({ security = [] }: Operation) {
  const names = Object.keys(security[0] ?? {});
  const values = (entries: Record<string, string>) =>
    Object.entries(entries).map(([key, value]) => ({ key, value }));
  if (names.includes('client'))
    return { type: 'basic', basic: values({ username: '{{clientId}}', password: '{{clientSecret}}' }) };
  if (names.includes('oauth') || names.includes('bearer'))
    return { type: 'bearer', bearer: values({ token: '{{token}}' }) };
  if (names.length > 0)
    return { type: 'apikey', apikey: values({ key: 'ApiKey', value: '{{apiKey}}', in: 'header' }) };
  return undefined;
}

function bodyOf(type: string, example: unknown) {
  if (type.includes('form'))
    return {
      mode: 'urlencoded',
      urlencoded: Object.entries(example ?? {})
        .filter(([key]) => !key.startsWith('client_'))
        .map(([key, value]) => ({ key, value: String(value) })),
    };
  const text = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2);
  // The examples have a site code that no one else has.
  const raw = text.replaceAll(/"siteCode": "[^"]*"/g, '"siteCode": "{{siteCode}}"');
  return { mode: 'raw', raw, options: { raw: { language: type.includes('xml') ? 'xml' : 'json' } } };
}
