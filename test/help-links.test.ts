// Every refusal links to the page that explains it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { packed } from './bulk/merchant.ts';
import { createMerchantOf } from './support/merchant.ts';
import { openService } from './support/opening.ts';

const service = await openService();
const { base, config, merchant } = service;
const { apiKey, siteCode } = merchant;
const shop = createMerchantOf(base, credentialsOf(config, merchant));
const token = (await shop.token()).body.access_token;
const json = { 'content-type': 'application/json' };
const hashCheck = 'f'.repeat(128);

const post = (path: string, headers: Record<string, string>, body: object): Promise<Response> =>
  fetch(base + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
const read = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(base + path, { headers });
const bearer = { authorization: `Bearer ${token}` };

const payment = {
  ...{ siteCode, countryCode: 'ZA', currencyCode: 'ZAR', amount: '1.00', isTest: false, hashCheck },
  ...{ transactionReference: 'A', bankReference: 'A', customer: 'A' },
  ...Object.fromEntries(
    ['cancel', 'error', 'success', 'notify'].map((one) => [`${one}Url`, 'https://shop.example/']),
  ),
};
const payout = {
  ...{ siteCode, amount: 1, isRtc: false, merchantReference: 'A', customerBankReference: 'A', hashCheck },
  bankingDetails: {
    ...{ bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', accountNumber: '51000000001' },
    branchCode: '678910',
  },
};

const nowhere = '01a1f866-0d00-7000-8000-000000000000';
const secureToken = async (): Promise<string> => {
  const form = new URLSearchParams({ grant_type: 'password', siteCode });
  const init = { method: 'POST', headers: { apikey: apiKey }, body: form };
  return ((await (await fetch(`${base}/payments/token`, init)).json()) as { access_token: string })
    .access_token;
};
const secure = async (path: string, headers: Record<string, string>, body: object): Promise<Response> =>
  post(`/payments/secure/${path}`, { authorization: `Bearer ${await secureToken()}`, ...headers }, body);
const jobOf = (jobReference: string) => ({
  ...{ jobReference, notifyUrl: 'http://127.0.0.1:9/bulk' },
  compressedData: packed([payment]),
});
let paid: string;
const refunds = async (): Promise<object[]> => {
  paid ??= (await shop.decide((await shop.createPayments()).body.paymentRequestId, 'success')).body
    .transactionId;
  return [{ transactionId: paid, amount: '1.00', refundReason: 'A', hashCheck }];
};

const refused: Record<string, [answer: () => Promise<Response>, page: string]> = {
  'a caller without credentials': [() => read('/one/v1/payments'), 'errors/Unauthorized'],
  'a bad member': [() => post('/one/v1/payments', bearer, {}), 'errors/BadRequest'],
  'an unknown payment': [() => read(`/one/v1/payments/${siteCode}`, bearer), 'errors/NotFound'],
  'a wrong hash': [() => post('/payments/postpaymentrequest', { apikey: apiKey }, payment), 'guides/hashes'],
  'that of the External API': [
    () => post('/external/api/MerchantApiV1/PostPaymentRequest', { apikey: apiKey }, payment),
    'guides/hashes',
  ],
  'that of a payout': [
    () => post('/payouts/v1/requestpayout', { apikey: apiKey, sitecode: siteCode }, payout),
    'guides/hashes',
  ],
  'a refund whose hash is wrong': [
    async () => secure('refunds/submit', {}, await refunds()),
    'guides/hashes',
  ],
  'a refund whose hash is wrong, sent with an Idempotency-Key': [
    async () => secure('refunds/submit', { 'idempotency-key': 'refund-1' }, await refunds()),
    'guides/hashes',
  ],
  'a bulk job with a wrong hash in it': [
    () => secure('bulkpaymentrequests/create', {}, jobOf('WRONG-1')),
    'guides/hashes',
  ],
  'a bulk job of the External API with a wrong hash in it': [
    () => post('/external/Secure/BulkPaymentRequests/Create', { apikey: apiKey }, jobOf('WRONG-2')),
    'guides/hashes',
  ],
};

describe('a refusal leads to a page for', () => {
  for (const [what, [ask, page]] of Object.entries(refused)) {
    test(what, async () => {
      const answer = await ask();
      const text = await answer.text();
      const links = answer.headers.get('link') ?? '';
      assert.equal(/<([^>]*)>; rel="help"/.exec(links)?.[1], `${config.publicUrl}/docs/${page}`, text);
      assert.equal((await fetch(`${base}/docs/${page}`)).status, 200);
    });
  }

  test('a request with an Idempotency-Key, and for its repetition', async () => {
    const cancel = () =>
      post(`/one/v1/payments/${nowhere}/cancel`, { ...bearer, 'idempotency-key': 'cancel-1' }, {});
    const answers = [await cancel(), await cancel()];
    for (const { status, headers } of answers) {
      assert.equal(status, 404);
      assert.equal(headers.get('link'), `<${config.publicUrl}/docs/errors/NotFound>; rel="help"`);
    }
    assert.equal(answers[1]!.headers.get('idempotency-replayed'), 'true');
    // All headers but those of one request are the same with and without a key.
    const without = await post(`/one/v1/payments/${nowhere}/cancel`, bearer, {});
    const own = new Set(['date', 'x-correlation-id', 'idempotency-replayed', 'content-length']);
    const lasting = ({ headers }: Response) =>
      [...headers].filter(([name]) => !own.has(name) && !name.startsWith('ratelimit')).sort();
    for (const answer of answers) assert.deepEqual(lasting(answer), lasting(without));
  });

  test('a refusal is counted under its own code with an Idempotency-Key too', async () => {
    const cancelOf = (id: string, key: string) =>
      post(`/one/v1/payments/${id}/cancel`, { ...bearer, 'idempotency-key': key }, {});
    const { id } = (await shop.createOne(token)).body;
    await shop.decide(id, 'success');
    const { code } = (await (await cancelOf(id, 'cancel-2')).json()) as { code: string };
    await cancelOf(id, 'cancel-2');
    await service.drain();
    const [row] = await service.db<{ n: number }[]>`
      select sum(n)::integer as n from refusal_counts where code = ${code}`;
    assert.deepEqual([code, row!.n], ['PaymentAlreadyComplete', 2]);
  });

  test('nobody else', async () => {
    assert.equal((await read('/one/v1/regions', bearer)).headers.get('link'), null);
    const { headers } = await read(`/payments/GetSiteTransactions?siteCode=${siteCode}`, { apikey: apiKey });
    assert.doesNotMatch(headers.get('link') ?? '', /help/);
  });
});
