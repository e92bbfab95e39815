// The Payouts API's document: the parts that follow from each operation's row, and the shared parts.
import Type from 'typebox';
import { required } from '../../kernel/required.ts';
import { json } from '../described.ts';
import { type Described, type Document, failuresOf, meaningOfOk, writeDocument } from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import type { Operation } from '../operation.ts';
import { payoutsSchemas } from '../schema-words.ts';
import steps from './examples.json' with { type: 'json' };
import { payoutsOperations } from './index.ts';
import { payoutsMessages } from './messages.ts';
import { verifyUrlUnused, warningHeader } from './requests.ts';
import { payoutsWords } from './words.ts';

const description = `Money out of a site's float to an account the merchant names.

Every request carries the ApiKey and the SiteCode. The names of a body's fields are read in any letter case. Amounts are in
rand, with at most two decimals. A payout that is rejected for its content returns 200 with the reason in payoutStatus and no
payoutId: look there, not at the status code.`;

const headers: Record<string, Part> = {
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
    tagOfPath: [[/./, 'Payouts']],
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
    operations: payoutsOperations,
    describe,
    messages: payoutsMessages,
    words: payoutsWords,
    schemaWords: payoutsSchemas,
    steps,
  });
}

const Failure = Type.Object({ message: Type.String() }, { title: 'Failure' });

const failures = failuresOf(json(Failure), ['X-Correlation-ID'], {
  400: ['A header, a parameter or the body is missing or has the wrong shape.'],
  403: ['The SiteCode and the ApiKey do not belong together.'],
  415: ['The body is not JSON.'],
  500: ['The service could not be reached, or failed.', 'Retry-After'],
});

function describe(row: Operation): Described {
  const { body, responseHeaders = [], responses } = row;
  const forms = json(required(responses[200], 'schema'));
  return {
    security: [{ apiKey: [], siteCode: [] }],
    headers: ['X-Correlation-ID'],
    ...(body && { body: json(body) }),
    answers: {
      200: { description: meaningOfOk(row.method), forms, headers: ['X-Correlation-ID', ...responseHeaders] },
      ...failures(row, 403),
    },
  };
}
