// The One API's document: the parts that follow from each operation's row, and the shared parts.
import Type from 'typebox';
import { type ErrorCode, errorRegistry } from '../../core/errors.ts';
import { allScopes } from '../../core/merchants/actions.ts';
import { required } from '../../kernel/required.ts';
import { form, json } from '../described.ts';
import { limitHeaderNames } from '../limits.ts';
import { type Answer, type Described, type Document, meaningOfOk, writeDocument } from '../openapi.ts';
import type { Part } from '../openapi-schemas.ts';
import type { Operation } from '../operation.ts';
import { oneSchemas } from '../schema-words.ts';
import { statusOfCode, type TransportCode, transportErrors } from './errors.ts';
import steps from './examples.json' with { type: 'json' };
import { oneOperations, tokenOperations } from './index.ts';
import { oneMessages } from './messages.ts';
import { formAnswers } from './oauth.ts';
import { ErrorObject } from './wire.ts';
import { oneWords } from './words.ts';

const description = `Bank payments in ZAR: payments and their transactions, refunds, subscriptions, settlements,
invoices, reports, webhooks, and account verification.

Get a token from POST /token and send it as \`Authorization: Bearer <token>\`. Amounts are in rand, with at most two
decimals; times are UTC. Days are South African days. Every response carries \`X-Correlation-ID\`. Send an
\`Idempotency-Key\` with every POST: the same key with the same body returns the first response again.

Errors are objects whose \`code\` is what to key on; /docs/errors explains each. What is posted to a notifyUrl is signed as
Standard Webhooks (standardwebhooks.com), with the site's webhook secret.`;

const tags = {
  Token: 'Access tokens by client credentials.',
  Payments: 'Requests to customers to pay.',
  'Payment links': 'Addresses at which customers pay, without a shop.',
  Transactions: 'Attempts to pay a payment, each at one bank.',
  Refunds: 'Refunds to customers, in full or in part.',
  Subscriptions: 'Recurring charges, authorised once by the customer.',
  Webhooks: 'Webhook subscriptions, deliveries, and resending them.',
  Settlements: 'Settlements of business days, and their line items.',
  Invoices: 'Invoices for fees and credit notes, as records and as PDF.',
  Reports: 'Files of scheduled reports.',
  'Bank accounts': 'Verification of bank accounts and their holders.',
  'Payment methods': 'Payment methods and regions.',
};

const tagOfPath: [RegExp, string][] = [
  [/^\/(token|revoke)/, 'Token'],
  [/\/refunds/, 'Refunds'],
  [/^\/webhooks|\/notifications/, 'Webhooks'],
  [/^\/subscriptions/, 'Subscriptions'],
  [/\/transactions/, 'Transactions'],
  [/^\/paymentlinks/, 'Payment links'],
  [/^\/payments/, 'Payments'],
  [/^\/settlements/, 'Settlements'],
  [/^\/invoices/, 'Invoices'],
  [/^\/reports/, 'Reports'],
  [/^\/bankaccount/, 'Bank accounts'],
  [/./, 'Payment methods'],
];

const headers: Record<string, Part> = {
  'Idempotency-Key': {
    description:
      'The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1',
  },
  'X-Forwarded-For': {
    description: 'The IP address of the customer, from which a region can be derived.',
    schema: { type: 'string' },
    example: '203.0.113.7',
  },
  Location: {
    description: 'The address of the created object.',
    schema: { type: 'string', format: 'uri' },
    example: 'http://localhost:8420/one/v1/payments/01a1f866-14d0-70c2-8a09-2948b68b3052',
  },
  'WWW-Authenticate': {
    description:
      'The error of the token (RFC 6750). For a rejected client: `Basic` if it used HTTP Basic, otherwise absent.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
};

/** Returns the document, with the public base address `oneUrl`. */
export function oneDocument(oneUrl: string): Document {
  return writeDocument({
    title: 'Tefo One API',
    description,
    server: oneUrl,
    tags,
    tagOfPath,
    headers,
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        description: 'Client credentials; also described at /.well-known/oauth-authorization-server.',
        flows: {
          clientCredentials: {
            tokenUrl: `${oneUrl}/token`,
            scopes: Object.fromEntries(allScopes.map((scope) => [scope, aboutScopes[scope]])),
          },
        },
      },
      client: { type: 'http', scheme: 'basic', description: 'The client_id and its client_secret.' },
    },
    pathParameters: {
      id: 'The identifier, a UUID.',
      number: 'The number of the invoice or credit note, such as INV-000001.',
      subscriptionId: 'The subscription’s identifier, a UUID.',
    },
    operations: [...tokenOperations, ...oneOperations],
    describe,
    messages: oneMessages,
    words: oneWords,
    schemaWords: oneSchemas,
    steps,
  });
}

const aboutScopes = {
  payments: 'Payments and transactions',
  payouts: 'Payouts',
  refunds: 'Refunds',
  settlements: 'Settlements, invoices and reports',
  subscriptions: 'Subscriptions',
  webhooks: 'Webhook endpoints',
} satisfies Record<(typeof allScopes)[number], string>;

function describe(row: Operation): Described {
  const { access, body, keyed } = row;
  if (access === 'client')
    return {
      security: [{ client: [] }, {}],
      headers: ['X-Correlation-ID'],
      body: form(required(body, 'form')),
      answers: formAnswers(row),
    };
  return {
    security: [{ oauth: access === 'any' ? [] : [access] }],
    headers: [...(keyed ? ['Idempotency-Key'] : []), ...(row.headers ?? []), 'X-Correlation-ID'],
    ...(body && { body: json(body) }),
    answers: {
      ...goodAnswers(row),
      ...Object.fromEntries(badStatuses(row).map((status) => [status, badAnswer(row, status)])),
    },
  };
}

function goodAnswers(row: Operation): Record<number, Answer> {
  const { responses, keyed, otherForms } = row;
  const always = ['X-Correlation-ID', ...(keyed ? ['Idempotency-Replayed'] : [])];
  const entries = Object.entries(responses).map(([status, schema]): [string, Answer] => [
    status,
    {
      description: meaningOf(row, status),
      ...((schema || otherForms) && { forms: { ...(schema && json(schema)), ...otherForms } }),
      // A 200 can repeat the answer that made the object.
      headers: status === '201' || (status === '200' && 201 in responses) ? [...always, 'Location'] : always,
    },
  ]);
  return Object.fromEntries(entries);
}

function meaningOf({ method, responses }: Operation, status: string): string {
  if (status === '201') return 'The object was created.';
  if (status === '202') return 'The request was accepted. Its outcome follows later.';
  if (status === '204') return 'The request was carried out. The response has no body.';
  if (!(201 in responses)) return meaningOfOk(method);
  return method === 'PUT'
    ? 'The object was updated.'
    : 'An earlier request with the same Idempotency-Key created the object. Nothing was created now.';
}

/**
 * Every operation can meet a header that breaks its rule, an unknown caller, a body that cannot be read, an error of
 * ours and a database that is away.
 */
function badStatuses({ method, errors = [], codes = [], keyed }: Operation): number[] {
  const read = method === 'GET' || method === 'DELETE' ? [400] : [400, 413, 415];
  const own = codes.map(statusOfCode);
  return [...new Set([...errors, ...own, ...read, 401, 403, ...(keyed ? [409] : []), 429, 500, 503])].sort();
}

const commonCodes = new Map(
  Object.entries(transportErrors).map(([code, { status }]) => [status as number, code as TransportCode]),
);

function badAnswer({ codes = [], keyed }: Operation, status: number): Answer {
  const common = commonCodes.get(status);
  const own = codes.filter((code) => statusOfCode(code) === status);
  // Unless an operation has a specific code, its 409 can only come from its key.
  const isCommon = common !== undefined && (status !== 409 || keyed !== undefined);
  const all = [...(isCommon ? [common] : []), ...own];
  const titles = all.map((code) => `\`${code}\`: ${titleOf(code)}.`);
  return {
    description: titles.join(' '),
    forms: json(errorWith(all)),
    headers: [
      'X-Correlation-ID',
      'Link',
      ...(moreHeaders[status] ?? []),
      ...(status === 400 && keyed && own.length > 0 ? ['Idempotency-Replayed'] : []),
    ],
    ...(own.length === 0 && common && { shared: common }),
  };
}

const moreHeaders: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  // A refusal under a key is repeated.
  403: ['WWW-Authenticate', 'Idempotency-Replayed'],
  404: ['Idempotency-Replayed'],
  409: ['Retry-After', 'Idempotency-Replayed'],
  410: ['Idempotency-Replayed'],
  429: ['Retry-After', ...limitHeaderNames],
  503: ['Retry-After'],
};

function titleOf(code: TransportCode | ErrorCode): string {
  return code in transportErrors
    ? transportErrors[code as TransportCode].title
    : errorRegistry[code as ErrorCode].title;
}

/** Returns the error object's schema with these codes only. */
const errorWith = (codes: string[]) =>
  Type.Intersect([
    ErrorObject,
    Type.Unsafe<object>({
      properties: {
        code: {
          description: 'One of the error codes of this operation.',
          enum: codes,
          examples: [codes[0]],
        },
      },
    }),
  ]);
