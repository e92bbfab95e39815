// The Payouts API's document: the parts that follow from each operation's row, and the shared parts.
import Type from 'typebox';
import { json } from '../described.ts';
import { examplesOf } from '../examples.ts';
import { sharedHeaders } from '../headers.ts';
import { limitHeaderNames, tooManyRequests } from '../limits.ts';
import { type Answer, type Document, type DocumentedOperation, writeDocument } from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import { payoutsSchemas } from '../schema-words.ts';
import { warningHeader } from './call.ts';
import steps from './examples.json' with { type: 'json' };
import { payoutsOperations } from './index.ts';
import { payoutsMessages } from './messages.ts';
import { verifyUrlUnused } from './requests.ts';
import { payoutsWords } from './words.ts';

const description = `Money out of a site's float to an account the merchant names.

Every request carries the ApiKey and the SiteCode. The names of a body's fields are read in any letter case. Amounts are in
rand, with at most two decimals. A payout that is rejected for its content is a 200 with the reason in payoutStatus and no
payoutId: look there, not at the status code.`;

const headers: Record<string, Part> = {
  ...sharedHeaders,
  [warningHeader]: {
    description: 'A part of the request that has no effect: its verifyUrl is not used.',
    schema: { type: 'string' },
    example: verifyUrlUnused,
  },
};

/** Returns the document, with the public base address `payoutsUrl`. */
export function payoutsDocument(payoutsUrl: string): Document {
  return writeDocument({
    title: 'Tefo Payouts API',
    description,
    server: payoutsUrl,
    tags: { Payouts: 'Request, read and find payouts.' },
    headers,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'ApiKey', description: 'The merchant’s ApiKey.' },
      siteCode: {
        type: 'apiKey',
        in: 'header',
        name: 'SiteCode',
        description: 'One of the merchant’s sites.',
      },
    },
    operations: payoutsOperations.map(documented),
    messages: payoutsMessages,
    words: payoutsWords,
    schemaWords: payoutsSchemas,
    examples: examplesOf(steps),
  });
}

function documented(operation: (typeof payoutsOperations)[number]): DocumentedOperation {
  const { answer, body, awayStatus, mayWarn, ...row } = operation;
  const heads = ['X-Correlation-ID', ...(mayWarn ? [warningHeader, 'Link'] : [])];
  const unread = row.method === 'POST' ? ([413, 415] as const) : [];
  const statuses = new Set([400, 403, ...unread, 429, 500, awayStatus] as const);
  return {
    ...row,
    tag: 'Payouts',
    security: [{ apiKey: [], siteCode: [] }],
    headers: ['X-Correlation-ID'],
    body: body && json(body),
    answers: {
      200: { description: 'As asked.', forms: json(answer), headers: heads },
      ...Object.fromEntries([...statuses].map((status) => [status, failures[status]])),
    },
  };
}

const Failure = Type.Object({ message: Type.String() }, { title: 'Failure' });

const failure = (shared: string, description: string, ...more: string[]): Answer => ({
  shared,
  description,
  forms: json(Failure),
  headers: ['X-Correlation-ID', ...more],
});

const failures = {
  400: failure('BadRequest', 'A header, a parameter or the body is missing or has the wrong shape.'),
  403: failure('Forbidden', 'The SiteCode and the ApiKey do not belong together.'),
  413: failure('PayloadTooLarge', 'The body is too large.'),
  415: failure('UnsupportedMediaType', 'The body is not JSON.'),
  429: failure('TooManyRequests', tooManyRequests, 'Retry-After', ...limitHeaderNames),
  500: failure('InternalServerError', 'The service could not be reached, or failed.', 'Retry-After'),
  503: failure('ServiceUnavailable', 'The service is not available; retry.', 'Retry-After'),
};
