// The Payments API's document: the parts that follow from each operation's row, and the shared parts.
import { required } from '../../kernel/required.ts';
import { form, json, jsonAndXml, plainText } from '../described.ts';
import { dialectWords } from '../dialect/words.ts';
import { type Described, type Document, failuresOf, meaningOfOk, writeDocument } from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import type { Operation } from '../operation.ts';
import { dialectSchemas } from '../schema-words.ts';
import steps from './examples.json' with { type: 'json' };
import { paymentsOperations } from './index.ts';
import { paymentsMessages } from './messages.ts';

const description = `The surface that merchants' plugins speak. It is deprecated and receives no new features: use the One API for new
integrations.

Paths, the names of parameters and the names of a body's fields are read in any letter case. Amounts are in rand, with at
most two decimals. A response with a status other than 200 is plain text. \`Accept: application/xml\` returns the XML form of
a response, and \`Content-Type: application/xml\` marks a body in XML form, wherever an XML form is described.

A payment request is signed: hashCheck is the SHA-512, in hex, of the fields that have a value, in the order of their
description here, followed by the site's private key, all in lower case.`;

const tags = {
  Payments: 'Payment requests and their status.',
  Token: 'Bearer tokens for the paths under /secure.',
  Refunds: 'Refunds to customers, in full or in part.',
  'Bulk requests': 'Thousands of payment requests in one compressed body.',
  'Bank transfers': 'Deposits with a reference.',
  Settlements: 'Settlements of business days.',
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
  Deprecation: {
    description: 'The time since which the API is deprecated (RFC 9745): `@` and seconds.',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1767225600',
  },
  Link: {
    description:
      'More about the deprecation, as `rel="deprecation"`; for a wrong hash also the page that explains it, as `rel="help"`.',
    schema: { type: 'string' },
    example: '<http://localhost:8420/docs>; rel="deprecation"',
  },
  'WWW-Authenticate': {
    description:
      'The required authentication: `ApiKey`, or `Bearer` for a token. On POST /token only after HTTP Basic.',
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
    tagOfPath,
    headers,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'ApiKey', description: 'The merchant’s ApiKey.' },
      bearer: { type: 'http', scheme: 'bearer', description: 'A token from POST /token.' },
    },
    operations: paymentsOperations,
    describe,
    isDeprecated: true,
    messages: paymentsMessages,
    words: dialectWords,
    schemaWords: dialectSchemas,
    steps,
  });
}

const failures = failuresOf(plainText, always, {
  400: ['The request is not valid.'],
  401: ['The ApiKey or the token is missing, wrong, or belongs to another merchant.', 'WWW-Authenticate'],
  404: ['The record does not exist.'],
  409: [
    'The Idempotency-Key was used with another body, or its first request is still in progress.',
    'Retry-After',
  ],
});

function describe(row: Operation): Described {
  const { access, body, isForm, keyed, otherForms, responses, xml } = row;
  const content = required(responses[200], 'schema');
  const forms = xml ? jsonAndXml(content, ...xml.response) : json(content);
  return {
    // An ApiKey is accepted besides the token, and must belong to the same merchant.
    security: access === 'bearer' ? [{ bearer: [] }, { bearer: [], apiKey: [] }] : [{ apiKey: [] }],
    headers: [...(keyed ? ['Idempotency-Key'] : []), 'X-Correlation-ID'],
    ...(body && { body: isForm ? form(body) : jsonAndXml(body, ...required(xml?.body, 'root')) }),
    answers: {
      200: {
        description: meaningOfOk(row.method),
        forms: { ...forms, ...otherForms },
        headers: [...always, ...(keyed ? ['Idempotency-Replayed'] : [])],
      },
      ...failures(row, 401, 503),
    },
  };
}
