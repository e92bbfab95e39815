// The Merchant External API's document: the parts that follow from each operation's row, and the shared parts.
import type { TSchema } from 'typebox';
import { jsonTypes } from '../../kernel/http/bodies.ts';
import { type Forms, json, plainText } from '../described.ts';
import { dialectWords } from '../dialect/words.ts';
import {
  type Answer,
  type Described,
  type Document,
  failuresOf,
  type Message,
  meaningOfOk,
  writeDocument,
} from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import type { Operation } from '../operation.ts';
import { dialectSchemas } from '../schema-words.ts';
import steps from './examples.json' with { type: 'json' };
import { externalOperations } from './index.ts';

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
    tagOfPath,
    headers,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'apiKey', description: 'The merchant’s ApiKey.' },
    },
    operations: externalOperations,
    describe,
    messages,
    words: dialectWords,
    schemaWords: dialectSchemas,
    steps,
  });
}

const failures = failuresOf(plainText, ['X-Correlation-ID'], {
  400: ['The request is not valid.', 'Link'],
  401: ['The apiKey is missing, wrong, or belongs to another merchant.', 'WWW-Authenticate'],
  404: ['The record does not exist.'],
  415: ['The body is not JSON.'],
});

function describe(row: Operation): Described {
  const { access, body, responses } = row;
  const content = responses[200];
  const headers = ['X-Correlation-ID', 'Link'];
  const good: Record<number, Answer> = content
    ? { 200: { description: meaningOfOk(row.method), forms: json(content), headers } }
    : {};
  const isOpen = access === 'none';
  return {
    security: isOpen ? [] : [{ apiKey: [] }],
    headers: ['x-api-version', 'X-Correlation-ID'],
    ...(body && { body: inJsonTypes(body) }),
    answers: { ...good, ...failures(row, 503, ...(isOpen ? [] : [401])) },
  };
}

/** A JSON body under every content type that we accept for it. */
const inJsonTypes = (schema: TSchema): Forms => Object.fromEntries(jsonTypes.map((type) => [type, schema]));
