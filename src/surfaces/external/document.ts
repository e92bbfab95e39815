// The Merchant External API's document: the parts that follow from each operation's row, and the shared parts.
import type { TSchema } from 'typebox';
import { jsonTypes } from '../../kernel/http/bodies.ts';
import { required } from '../../kernel/required.ts';
import { type Forms, json, plainText } from '../described.ts';
import { dialectWords } from '../dialect/words.ts';
import { examplesOf } from '../examples.ts';
import { sharedHeaders } from '../headers.ts';
import { limitHeaderNames, tooManyRequests } from '../limits.ts';
import {
  type Answer,
  type Document,
  type DocumentedOperation,
  type Message,
  writeDocument,
} from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import { dialectSchemas } from '../schema-words.ts';
import steps from './examples.json' with { type: 'json' };
import { externalOperations } from './index.ts';
import type { Operation } from './route.ts';

const description = `Bank deposits, bulk requests, floats and reads, for merchants' back offices.

Paths and the names of parameters and fields are read in any letter case. Bodies are JSON, of any of its names. Amounts are
in rand, with at most two decimals. An answer with a status other than 200 is a plain text.`;

const tags = {
  'Bank transfers': 'Deposits with a reference.',
  'Bulk requests': 'Thousands of payment requests in one compressed body.',
  'Merchant API': 'Payment requests and reads of the Payments API, and more.',
  Float: 'The balance from which payouts are paid.',
  Service: 'For testing clients.',
};

const tagOfPath: [RegExp, string][] = [
  [/BulkPaymentRequests/, 'Bulk requests'],
  [/BankTransfer/, 'Bank transfers'],
  [/MerchantApiV1/, 'Merchant API'],
  [/FloatTopUp/, 'Float'],
  [/./, 'Service'],
];

const headers: Record<string, Part> = {
  ...sharedHeaders,
  'x-api-version': {
    description: 'The requested version; there is only one.',
    schema: { type: 'string', enum: ['1.0'] },
    example: '1.0',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: with an `ApiKey`.',
    schema: { type: 'string', enum: ['ApiKey'] },
    example: 'ApiKey',
  },
};

/** Returns the document, with the public base address `externalUrl` and the messages that requests here cause. */
export function externalDocument(externalUrl: string, messages: Message[]): Document {
  return writeDocument({
    title: 'Tefo Merchant External API',
    description,
    server: externalUrl,
    tags,
    headers,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'apiKey', description: 'The merchant’s ApiKey.' },
    },
    operations: externalOperations.map(documented),
    messages,
    words: dialectWords,
    schemaWords: dialectSchemas,
    examples: examplesOf(steps),
  });
}

function documented({ answer, body, errors = [], keyless, ...row }: Operation): DocumentedOperation {
  // Every operation refuses an unknown version with a 400. Operations with a body also refuse one that cannot be read.
  const unread = row.method === 'POST' ? ([413, 415] as const) : [];
  const known = keyless ? [] : ([401] as const);
  const statuses = [400, ...errors, ...known, ...unread, 429, 500, 503] as const;
  const good: Record<number, Answer> = answer
    ? { 200: { description: 'As asked.', forms: json(answer), headers: ['X-Correlation-ID', 'Link'] } }
    : {};
  return {
    ...row,
    tag: required(
      tagOfPath.find(([pattern]) => pattern.test(row.path)),
      'tag',
    )[1],
    security: keyless ? [] : [{ apiKey: [] }],
    headers: ['x-api-version', 'X-Correlation-ID'],
    body: body && inJsonTypes(body),
    answers: {
      ...good,
      ...Object.fromEntries(statuses.map((status) => [status, refusals[status]])),
    },
  };
}

/** A JSON body under every content type that we accept for it. */
const inJsonTypes = (schema: TSchema): Forms => Object.fromEntries(jsonTypes.map((type) => [type, schema]));

const refusal = (shared: string, description: string, ...more: string[]): Answer => ({
  shared,
  description,
  forms: plainText,
  headers: ['X-Correlation-ID', ...more],
});

const refusals = {
  400: refusal('BadRequest', 'The request is not valid.', 'Link'),
  401: refusal(
    'Unauthorized',
    'The apiKey is missing, wrong, or belongs to another merchant.',
    'WWW-Authenticate',
  ),
  404: refusal('NotFound', 'The record does not exist.'),
  413: refusal('PayloadTooLarge', 'The body is too large.'),
  415: refusal('UnsupportedMediaType', 'The body is not JSON.'),
  429: refusal('TooManyRequests', tooManyRequests, 'Retry-After', ...limitHeaderNames),
  500: refusal('InternalServerError', 'The service failed.'),
  503: refusal('ServiceUnavailable', 'The service is not available; retry.', 'Retry-After'),
};
