// Requests to each part of the service, and the responses while its database is away.
import assert from 'node:assert/strict';
import { type Answer, ask, type Merchant, postForm, postJson } from './merchant.ts';

export type Probe = () => Promise<Answer>;

/** Checks the response of each part while the database is away; null for a part that does not need it. */
const says: Record<string, ((answer: Answer) => unknown) | null> = {
  'One API token': ({ body }) =>
    assert.deepEqual([body.code, body.error], ['ServiceUnavailable', 'server_error']),
  'One API payment': ({ body }) => assert.equal(body.code, 'ServiceUnavailable'),
  'One API read': ({ body }) => assert.equal(body.code, 'ServiceUnavailable'),
  'Payments API request': isPlainText,
  'Payments API token': isPlainText,
  'Payments API read': isPlainText,
  'Payouts API banks': isMessage,
  'Payouts API search': isMessage,
  'Payouts API read': isMessage,
  'Merchant External API read': isPlainText,
  authorisation: isPage,
  checkout: isPage,
  'checkout form': isPage,
  console: isPage,
  'console sign-in': isPage,
  bank: ({ text }) => assert.doesNotMatch(text, /ECONN|CONNECTION|select/),
  sandbox: ({ body }) => assert.deepEqual(body, { message: 'the database is unavailable' }),
  live: null,
  docs: null,
  metrics: null,
};

/** By the contract's own words, a Payouts API that cannot be reached is a 500 where the contract lists the statuses. */
export const awayStatus = (name: string): number => (name === 'Payouts API read' ? 500 : 503);

function isMessage({ body }: Answer): void {
  assert.deepEqual(Object.keys(body), ['message']);
}

function isPlainText({ headers, text }: Answer): void {
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.ok(text.length > 0 && !text.startsWith('{'), text);
}

function isPage({ headers, text }: Answer): void {
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(text, /<h1/);
}

export const needsDatabase = (name: string): boolean => says[name] !== null;

/** A response is no failure, or the failure that its surface shows without the database. */
export function judgeAway(name: string, answer: Answer): void {
  if (answer.status < 500) return;
  assert.equal(answer.status, awayStatus(name), answer.text);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  says[name]?.(answer);
}

/** A request to each part of the service; `id`: of a payment. */
export function probesOf(base: string, merchant: Merchant, token: string, id: string): Record<string, Probe> {
  const { siteCode, apiKey } = merchant.credentials;
  const apikey = { headers: { apikey: apiKey } };
  const payouts = { headers: { apikey: apiKey, sitecode: siteCode } };
  const reference = new URLSearchParams({ siteCode, transactionReference: 'ORDER-2' });
  const tokenForm = new URLSearchParams({ grant_type: 'password', SiteCode: siteCode });
  return {
    'One API token': () => merchant.token(),
    'One API payment': () => merchant.createOne(token),
    'One API read': () =>
      ask(`${base}/one/v1/payments/${id}`, { headers: { authorization: `Bearer ${token}` } }),
    'Payments API request': () => merchant.createPayments(),
    'Payments API token': () => ask(`${base}/payments/token`, { method: 'POST', body: tokenForm, ...apikey }),
    'Payments API read': () => ask(`${base}/payments/GetTransactionByReference?${reference}`, apikey),
    'Payouts API banks': () => ask(`${base}/payouts/v1/getavailablebanks`, payouts),
    'Payouts API search': () =>
      postJson(
        `${base}/payouts/v1/getpayoutbyreference`,
        { pageSize: 1, pageIndex: 1, searchFields: [1], searchString: 'PAY-1' },
        payouts.headers,
      ),
    'Payouts API read': () => ask(`${base}/payouts/v1/getpayout?payoutId=${id}`, payouts),
    'Merchant External API read': () =>
      ask(`${base}/external/api/MerchantApiV1/GetTransactionByReference?${reference}`, apikey),
    authorisation: () => ask(`${base}/subscribe/${id}`),
    checkout: () => ask(`${base}/pay/${id}`),
    'checkout form': () => postForm(`${base}/pay/${id}/choose`, { bank: 'none' }),
    console: () =>
      ask(`${base}/console/payments`, { headers: { cookie: `__Host-tefo-session=${'x'.repeat(43)}` } }),
    'console sign-in': () =>
      postForm(
        `${base}/console/sign-in`,
        { email: 'nobody@test.example', password: 'not the password of anybody' },
        { 'sec-fetch-site': 'same-origin' },
      ),
    bank: () => ask(`${base}/bank/orders/${id}`),
    sandbox: () => merchant.decide(id, 'pending'),
    live: () => ask(`${base}/health/live`),
    docs: () => ask(`${base}/docs`),
    metrics: () => ask(`${base}/metrics`),
  };
}
