// OpenAPI 3.1 documents, written from the surfaces' own descriptions of their operations. Outgoing schemas are
// closed, so that an undeclared member is a mistake. Incoming schemas are open.
import type { TSchema } from 'typebox';
import { memberOf } from '../kernel/required.ts';
import type { Example, Forms } from './described.ts';
import { examplesOf } from './examples.ts';
import { sharedHeaders } from './headers.ts';
import { limitHeaderNames, tooManyRequests } from './limits.ts';
import { addSamples } from './openapi-samples.ts';
import { createSchemaWriter, type Part, type SchemaWriter, type Words } from './openapi-schemas.ts';
import type { Operation } from './operation.ts';
import type { SchemaWords } from './schema-words.ts';
import { sharedWords } from './words.ts';

export interface Document extends Part {
  info: Part & { title: string };
}

/** The response of an operation with one status. */
export interface Answer {
  description: string;
  /** Absent: there is no body. */
  forms?: Forms;
  /** The names of its headers, which the surface describes. */
  headers: readonly string[];
  /** The name under which several operations share it. */
  shared?: string;
}

/** What a surface's document says of an operation besides its row. */
export interface Described {
  /** Any one of these is enough. Empty: no authentication. */
  security: readonly Part[];
  /** The names of its request headers, which the surface describes. */
  headers: readonly string[];
  body?: Forms;
  answers: Readonly<Record<number, Answer>>;
}

type DocumentedOperation = Omit<Operation, keyof Described> & Described;

/** A message that a surface posts to merchants. */
export interface Message {
  name: string;
  summary: string;
  description: string;
  forms: Forms;
  /** One of each form of the body that a choice names, in their order. */
  examples: readonly unknown[];
  /** The merchant's answer, where more than its status matters. */
  answer?: TSchema;
}

/** What a failed response with one status means, and its headers besides those of every failed response. */
type Failures = Readonly<Record<number, readonly [description: string, ...headers: string[]]>>;

const failureNames: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const usualFailures: Failures = {
  413: ['The body is too large.'],
  429: [tooManyRequests, 'Retry-After', ...limitHeaderNames],
  500: ['The service failed.'],
  503: ['The service is not available; retry.', 'Retry-After'],
};

/**
 * Returns a function that describes an operation's failed responses: those that its row implies and those of `always`.
 * All of a surface have the same form and the headers `headers`.
 */
export function failuresOf(forms: Forms, headers: readonly string[], own: Failures) {
  const known = Object.entries({ ...usualFailures, ...own }).map(([status, [description, ...more]]) => {
    const shared = memberOf(failureNames as Record<string, string>, status);
    return [Number(status), { shared, description, forms, headers: [...headers, ...more] }] as const;
  });
  return ({ method, errors = [], keyed }: Operation, ...always: number[]): Record<number, Answer> => {
    const unread = method === 'POST' ? [413, 415] : [];
    const statuses = [400, 429, 500, ...always, ...errors, ...unread, ...(keyed ? [409] : [])];
    return Object.fromEntries(known.filter(([status]) => statuses.includes(status)));
  };
}

export interface DescribedSurface {
  title: string;
  description: string;
  /** The surface's public base address. */
  server: string;
  /** The description of each tag, in their order. */
  tags: Readonly<Record<string, string>>;
  /** The first pattern that matches a path gives the tag of its operations. */
  tagOfPath: readonly (readonly [RegExp, string])[];
  isDeprecated?: boolean;
  securitySchemes: Part;
  /** Headers of requests and responses by name, besides those that all surfaces share. */
  headers?: Readonly<Record<string, Part>>;
  pathParameters?: Readonly<Record<string, string>>;
  operations: readonly Operation[];
  describe(row: Operation): Described;
  messages: readonly Message[];
  /** In addition to those that all surfaces share. */
  words: Words;
  schemaWords: SchemaWords;
  /** The content of the surface's examples.json. */
  steps: Readonly<Record<string, unknown>>;
}

/** What all parts of a document are written from. */
interface Source extends Omit<DescribedSurface, 'operations'> {
  operations: readonly DocumentedOperation[];
  headers: Readonly<Record<string, Part>>;
  /** Keyed by operation name. */
  examples: Readonly<Record<string, Example>>;
}

/** Returns the meaning of a 200, by the method of the request. */
export const meaningOfOk = (method: Operation['method']): string =>
  method === 'GET' ? 'The requested data.' : 'The request was carried out.';

export function writeDocument(described: DescribedSurface): Document {
  const surface: Source = {
    ...described,
    operations: described.operations.map((row) => ({ ...row, body: undefined, ...described.describe(row) })),
    headers: { ...sharedHeaders, ...described.headers },
    examples: examplesOf(described.steps),
  };
  const schemas = createSchemaWriter({ ...sharedWords, ...surface.words }, surface.schemaWords);
  const responses: Part = {};
  const paths: Part = {};
  // Responses first: a schema that is also accepted gets a second, open form in addition to its closed one.
  const answers = surface.operations.map((operation) => answersOf(surface, operation, schemas, responses));
  const webhooks = Object.fromEntries(surface.messages.map((message) => webhook(message, schemas)));
  for (const [index, operation] of surface.operations.entries()) {
    paths[operation.path] ??= {};
    paths[operation.path][operation.method.toLowerCase()] = {
      operationId: operation.name,
      tags: surface.tagOfPath
        .filter(([pattern]) => pattern.test(operation.path))
        .slice(0, 1)
        .map(([, tag]) => tag),
      summary: operation.summary,
      ...(operation.description && { description: operation.description }),
      ...(surface.isDeprecated && { deprecated: true }),
      security: operation.security,
      ...parametersOf(surface, operation, schemas),
      ...bodyOf(surface, operation, schemas),
      responses: answers[index],
    };
  }
  const document = {
    openapi: '3.1.1',
    info: {
      title: surface.title,
      version: '1.0',
      description: surface.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: surface.server }],
    tags: Object.entries(surface.tags).map(([name, description]) => ({ name, description })),
    paths,
    ...(surface.messages.length > 0 && { webhooks }),
    components: {
      schemas: schemas.components(),
      responses,
      headers: headerComponents(surface),
      securitySchemes: surface.securitySchemes,
    },
  };
  addSamples(
    document,
    surface.examples,
    Object.fromEntries(surface.messages.map((one) => [one.name, one.examples])),
  );
  return document;
}

/** Writes the headers of answers. Those that every answer has are required. */
function headerComponents({ headers, operations }: Source): Part {
  const all = operations.flatMap(({ answers }) => Object.values(answers).map((answer) => answer.headers));
  const used = Object.entries(headers).filter(([name]) => all.some((names) => names.includes(name)));
  const described = used.map(([name, header]) => [
    name,
    all.every((names) => names.includes(name)) ? { ...header, required: true } : header,
  ]);
  return Object.fromEntries(described);
}

function answersOf(
  surface: Source,
  operation: DocumentedOperation,
  schemas: SchemaWriter,
  responses: Part,
): Part {
  const example = surface.examples[operation.name];
  const entries = Object.entries(operation.answers).map(([status, answer]): [string, Part] => {
    const { shared, description, headers, forms } = answer;
    const shown = String(example?.answer.status) === status ? example?.answer.body : undefined;
    const written = {
      description,
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      ...(forms && { content: contentOf(forms, schemas.closed, shown) }),
    };
    if (shared === undefined) return [status, written];
    responses[shared] ??= written;
    return [status, { $ref: `#/components/responses/${shared}` }];
  });
  return Object.fromEntries(entries);
}

/** The media types that show an example. */
const shownIn = /^(application\/(json|x-www-form-urlencoded)|text\/plain)$/;

function contentOf(forms: Forms, write: (schema: TSchema) => Part, example: unknown): Part {
  const media = Object.entries(forms).map(([type, schema]) => [
    type,
    { schema: write(schema), ...(example !== undefined && shownIn.test(type) && { example }) },
  ]);
  return Object.fromEntries(media);
}

function bodyOf(
  { examples }: Source,
  { name, body, isBodyOptional }: DocumentedOperation,
  schemas: SchemaWriter,
): Part {
  if (!body) return {};
  return {
    requestBody: { required: !isBodyOptional, content: contentOf(body, schemas.open, examples[name]?.body) },
  };
}

function parametersOf(
  surface: Source,
  { name, path, query, headers }: DocumentedOperation,
  schemas: SchemaWriter,
): Part {
  const example = surface.examples[name];
  const shown = (value: unknown) => (value === undefined ? {} : { example: value });
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: surface.pathParameters?.[parameter] ?? '',
    // Every path parameter is a UUID, except the number of an invoice.
    schema: { type: 'string', ...(parameter !== 'number' && { format: 'uuid' }) },
    ...shown(example?.path?.[parameter]),
  }));
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([parameter, schema]) => {
    const { description, sample, ...rest } = schemas.member('query', parameter, schema);
    return {
      name: parameter,
      in: 'query',
      required: required.includes(parameter),
      ...(description !== undefined && { description }),
      schema: rest,
      ...shown(example?.query?.[parameter] ?? sample ?? rest.enum?.[0]),
    };
  });
  const inHeaders = headers.map((header) => {
    const { schema, ...rest } = memberOf(surface.headers, header);
    return { name: header, in: 'header', ...rest, schema };
  });
  const parameters = [...inPath, ...inQuery, ...inHeaders];
  return parameters.length === 0 ? {} : { parameters };
}

function webhook(message: Message, schemas: SchemaWriter): [string, Part] {
  const { name, summary, description, forms, examples, answer } = message;
  const content = answer ? { content: { 'application/json': { schema: schemas.open(answer) } } } : {};
  const post = {
    operationId: `${name}Message`,
    summary,
    description,
    security: [],
    requestBody: { required: true, content: messageContent(forms, schemas, examples) },
    responses: { '2XX': { description: 'Received.', ...content } },
  };
  return [name, { post }];
}

/** Two forms of one message are its thin and its full one. */
function messageContent(forms: Forms, schemas: SchemaWriter, examples: readonly unknown[]): Part {
  const [thin, full] = examples;
  if (full === undefined) return contentOf(forms, schemas.closed, thin);
  const shown = { thin: { summary: 'Thin', value: thin }, full: { summary: 'Full', value: full } };
  const media = Object.entries(forms).map(([type, schema]) => [
    type,
    { schema: schemas.closed(schema), examples: shown },
  ]);
  return Object.fromEntries(media);
}
