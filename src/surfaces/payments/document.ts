// The Payments API's document: what each operation's row implies, and what they share.
import { required } from '../../kernel/required.ts';
import { plainText } from '../described.ts';
import { dialectWords } from '../dialect/words.ts';
import { examplesOf } from '../examples.ts';
import { sharedHeaders } from '../headers.ts';
import { limitHeaderNames, tooManyRequests } from '../limits.ts';
import { type Answer, type Document, type DocumentedOperation, writeDocument } from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import { dialectSchemas } from '../schema-words.ts';
import steps from './examples.json' with { type: 'json' };
import { paymentsOperations } from './index.ts';
import { paymentsMessages } from './messages.ts';
import type { Operation } from './route.ts';

const description = `The surface that merchants' plugins speak. It is deprecated and receives no new features: use the One API for new
integrations.

Paths, the names of parameters and the names of a body's fields are read in any letter case. Amounts are in rand, with at
most two decimals. An answer with a status other than 200 is a plain text. \`Accept: application/xml\` gets the XML form of
an answer, \`Content-Type: application/xml\` is read as that of a body, wherever one is described.

A payment request is signed: hashCheck is the SHA-512, in hex, of the fields that have a value, in the order of their
description here, followed by the site's private key, all in lower case.`;

const tags = {
  Payments: 'Payment requests, and how they stand.',
  Token: 'A bearer token for what stands under /secure.',
  Refunds: 'Money back to those who paid.',
  'Bulk requests': 'Thousands of payment requests in one body, packed.',
  'Bank transfers': 'Deposits with a reference.',
  Settlements: 'What business days came to.',
};

const tagOfPath: [RegExp, string][] = [
  [/^\/token/, 'Token'],
  [/\/refunds\//, 'Refunds'],
  [/\/bulkpaymentrequests\//, 'Bulk requests'],
  [/\/banktransfer\//, 'Bank transfers'],
  [/\/settlements/, 'Settlements'],
  [/./, 'Payments'],
];

const always = ['X-Correlation-ID', 'Deprecation', 'Link'];

const headers: Record<string, Part> = {
  ...sharedHeaders,
  Deprecation: {
    description: 'Since when the surface is deprecated (RFC 9745): `@` and seconds.',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1767225600',
  },
  Link: {
    description:
      'Where to read more about that, as `rel="deprecation"`; of a wrong hash also the page that explains it, as `rel="help"`.',
    schema: { type: 'string' },
    example: '<http://localhost:8420/docs>; rel="deprecation"',
  },
  'WWW-Authenticate': {
    description:
      'What is asked for: `ApiKey`, or `Bearer` where it is a token. Of POST /token only where HTTP Basic was tried.',
    schema: { type: 'string', enum: ['ApiKey', 'Bearer'] },
    example: 'ApiKey',
  },
};

/** Returns the document, with the public base address `paymentsUrl`. */
export function paymentsDocument(paymentsUrl: string): Document {
  return writeDocument({
    title: 'Tefo Payments API',
    description,
    server: paymentsUrl,
    tags,
    headers,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'ApiKey', description: 'The merchant’s ApiKey.' },
      bearer: { type: 'http', scheme: 'bearer', description: 'A token from POST /token.' },
    },
    operations: paymentsOperations.map(documented),
    messages: paymentsMessages,
    words: dialectWords,
    schemaWords: dialectSchemas,
    examples: examplesOf(steps),
  });
}

function documented(row: Operation): DocumentedOperation {
  const unread = row.method === 'POST' ? ([413] as const) : [];
  const known = row.keyed ? ([409] as const) : [];
  const statuses = new Set([400, ...(row.errors ?? []), ...known, 401, ...unread, 429, 500, 503] as const);
  return {
    ...row,
    tag: required(
      tagOfPath.find(([pattern]) => pattern.test(row.path)),
      'tag',
    )[1],
    // An ApiKey is accepted besides the token, and must belong to the same merchant.
    security: row.bearer ? [{ bearer: [] }, { bearer: [], apiKey: [] }] : [{ apiKey: [] }],
    headers: [...(row.keyed ? ['Idempotency-Key'] : []), 'X-Correlation-ID'],
    answers: {
      200: {
        description: 'As asked.',
        forms: row.answer,
        headers: [...always, ...(row.keyed ? ['Idempotency-Replayed'] : [])],
      },
      ...Object.fromEntries([...statuses].map((status) => [status, refusals[status]])),
    },
    deprecated: true,
  };
}

const refusal = (shared: string, description: string, ...more: string[]): Answer => ({
  shared,
  description,
  forms: plainText,
  headers: [...always, ...more],
});

const refusals = {
  400: refusal('BadRequest', 'What is wrong with the request.'),
  401: refusal(
    'Unauthorized',
    'The ApiKey or the token is missing, wrong or another merchant’s.',
    'WWW-Authenticate',
  ),
  404: refusal('NotFound', 'There is no such record.'),
  409: refusal(
    'Conflict',
    'The Idempotency-Key was used for another body, or its first request is still running.',
    'Retry-After',
  ),
  413: refusal('PayloadTooLarge', 'The body is too large.'),
  429: refusal('TooManyRequests', tooManyRequests, 'Retry-After', ...limitHeaderNames),
  500: refusal('InternalServerError', 'The service failed.'),
  503: refusal('ServiceUnavailable', 'The service cannot be reached now; try again.', 'Retry-After'),
};
