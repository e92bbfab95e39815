// The typed client, as a merchant's program uses it with the running service: the values it fills in, its retries and
// its errors.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encryptAccountNumber, newAccountKey, Tefo, TefoError } from '../sdk/src/index.ts';
import { startSandbox } from '../sdk/src/testing/index.ts';
import { atEnd } from './support/ending.ts';
import { openService } from './support/opening.ts';
import { serveInTest } from './support/serving.ts';

const service = await openService({ started: true });
const sandbox = await startSandbox({ url: service.base, apiKey: service.merchant.apiKey });
atEnd(() => sandbox.close());
const tefo = new Tefo(sandbox.credentials);

const zar = (value: number) => ({ currency: 'ZAR' as const, value });
const request = (merchantReference: string) => ({
  amount: zar(20),
  merchantReference,
  expireAt: '2100-01-01T00:00:00Z',
});
const item = {
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '25.00',
  bankReference: 'ORDER 17',
  cancelUrl: 'https://shop.example/cancel',
  errorUrl: 'https://shop.example/error',
  successUrl: 'https://shop.example/success',
  notifyUrl: 'http://127.0.0.1:9/notify',
  isTest: false,
} as const;
const account = { bankGroupId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec', branchCode: '250655' };

/** A client with counted requests, which first get these statuses; 0 is a broken connection. */
function counting(...statuses: number[]) {
  const sent: Request[] = [];
  const client = new Tefo(sandbox.credentials, {
    fetch: async (request) => {
      sent.push(request);
      if (request.url.includes('/token')) return fetch(request);
      const status = statuses.shift();
      if (status === undefined) return fetch(request);
      if (status === 0) throw new TypeError('the connection broke');
      return new Response('', { status, headers: { 'retry-after': '0' } });
    },
  });
  return { client, keys: () => sent.flatMap(({ headers }) => headers.get('idempotency-key') ?? []), sent };
}

/** A merchant's verify address: says yes to every payout, and gives the key. Returns its address. */
async function openVerifier(accountNumberDecryptionKey: string): Promise<string> {
  const url = await serveInTest(async (request, response) => {
    const { payoutId } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ payoutId, isVerified: true, accountNumberDecryptionKey, reason: '' }));
  });
  return `${url}/verify`;
}

describe('the client', () => {
  test('fills in the site and tokens on the One API, nested requests too', async () => {
    const payment = await tefo.one.createPayment({ body: request('ORDER-1') });
    assert.equal(payment.siteCode, sandbox.credentials.siteCode);
    assert.equal((await tefo.one.getPayment({ path: { id: payment.id } })).merchantReference, 'ORDER-1');
    const { paymentRequest, paymentDetail } = {
      paymentRequest: request('ORDER-2'),
      paymentDetail: { paymentType: 'redirect' as const },
    };
    const made = await tefo.one.createTransaction({ body: { paymentRequest, paymentDetail } });
    assert.ok(made.id);
    assert.ok((await tefo.one.listPaymentMethods()).results.length > 0);
    assert.equal(await tefo.one.cancelPayment({ path: { id: payment.id } }), undefined);
  });

  test('signs requests to the older surfaces', async () => {
    const made = await tefo.payments.postPaymentRequest({
      body: { ...item, transactionReference: 'ORDER-17' },
    });
    const { transactionId } = await sandbox.outcome.transaction(made.paymentRequestId ?? '', 'success');
    const [refund] = await tefo.payments.submitRefunds({ body: [{ transactionId, amount: 5.5 }] });
    assert.deepEqual([refund?.errors, refund?.refundAmount], [null, 5.5]);
    const other = await tefo.external.postPaymentRequest({
      body: { ...item, transactionReference: 'ORDER-18' },
    });
    assert.ok(other.paymentRequestId);
    const single = { amount: '10.00', transactionReference: 'EFT-1' };
    assert.ok((await tefo.payments.createUniqueReference({ body: single })).beneficiaryReference);
    assert.ok(
      (await tefo.external.createStaticReference({ body: { transactionReference: 'EFT-2' } }))
        .beneficiaryReference,
    );
    const { compressedData } = await tefo.external.compressPaymentRequests({
      body: [{ ...item, transactionReference: 'B-1' }],
    });
    const job = await tefo.payments.createBulkPaymentRequests({
      body: { jobReference: 'JOB', notifyUrl: sandbox.notifications.url, compressedData },
    });
    assert.ok(job.jobId);
    const reported = await sandbox.notifications.next({ type: 'bulk.complete', reference: 'JOB' });
    assert.equal(reported.status, 'Complete');
    assert.equal((await tefo.external.getFloatBalanceInfo()).siteCode, sandbox.credentials.siteCode);
    assert.equal(typeof (await tefo.external.get()), 'object');
  });

  test('pays out to an account number that is encrypted under a separate key', async () => {
    const key = newAccountKey();
    assert.match(key, /^[\w-]{32}$/);
    await sandbox.settings({ verifyUrl: await openVerifier(key) });
    await sandbox.load({ float: '500.00' });
    const payout = { merchantReference: 'WON-1', amount: 100 };
    const accountNumber = await encryptAccountNumber('62001234567', { key, ...payout });
    const bankingDetails = { ...account, accountNumber };
    const { url: notifyUrl } = sandbox.notifications;
    const body = { ...payout, customerBankReference: 'WON', isRtc: false, notifyUrl, bankingDetails };
    const { payoutId } = await tefo.payouts.requestPayout({ body });
    await sandbox.clock.advance('PT1S');
    await sandbox.outcome.payout(payoutId ?? '', 'complete');
    const reported = await sandbox.notifications.next({ type: 'payout.complete', reference: 'WON-1' });
    assert.equal(reported.status, 5);
    // One that came back is an answer, and no refusal of the question.
    await sandbox.outcome.payout(payoutId ?? '', 'returned');
    const returned = await tefo.payouts.getPayout({ query: { payoutId: payoutId ?? '' } });
    assert.equal(returned.payoutStatus.status, 90);
    assert.match(returned.payoutStatus.errorMessage ?? '', /./);
    await sandbox.settings({ verifyUrl: null });
    await assert.rejects(
      encryptAccountNumber('1', { key: 'short', ...payout }),
      /key must have 32 characters/,
    );
  });

  test('iterates over all items of a list, page by page', async () => {
    for (const place of [1, 2, 3, 4, 5]) await tefo.one.createPayment({ body: request(`LIST-${place}`) });
    const day = (await sandbox.clock.now()).toISOString().slice(0, 10);
    const query = { fromDate: day, toDate: day, limit: 2 };
    const page = await tefo.one.listPayments({ query });
    assert.equal(page.results.length, 2);
    const references: string[] = [];
    for await (const { merchantReference } of tefo.one.listPayments({ query }))
      references.push(merchantReference);
    assert.equal(new Set(references).size, references.length);
    assert.deepEqual(
      references.filter((one) => one.startsWith('LIST-')).sort(),
      [1, 2, 3, 4, 5].map((place) => `LIST-${place}`),
    );
  });

  test('throws refusals of the service, by their code, whatever the status', async () => {
    const refused = async (call: Promise<unknown>) => {
      const error = await call.then(
        () => assert.fail('it was not refused'),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof TefoError, String(error));
      return error;
    };
    const wrong = await refused(tefo.one.createPayment({ body: { ...request('X'), amount: zar(-1) } }));
    assert.deepEqual([wrong.status, wrong.code, wrong.source?.pointer], [400, 'BadRequest', '/amount/value']);
    assert.match(wrong.correlationId ?? '', /./);
    const missing = await refused(tefo.one.getPayment({ path: { id: crypto.randomUUID() } }));
    assert.deepEqual([missing.status, missing.code], [404, 'NotFound']);
    const unsigned = await refused(
      tefo.payments.postPaymentRequest({
        body: { ...item, transactionReference: 'X', hashCheck: 'f'.repeat(128) },
      }),
    );
    assert.deepEqual([unsigned.status, unsigned.code], [200, undefined]);
    assert.equal(unsigned.detail, 'HashCheck value has failed');
    assert.match(unsigned.help ?? '', /\/docs\/guides\/hashes$/);
    assert.match(wrong.help ?? '', /\/docs\/errors\/BadRequest$/);
    assert.match(unsigned.message, /has failed; see http/);
    // The client sends an Idempotency-Key with it, so that the refusal is stored and repeated.
    for (const _ of ['first', 'repeated']) {
      const path = { id: '01a1f866-0d00-7000-8000-000000000000' };
      const unknown = await refused(tefo.one.cancelPayment({ path }, { idempotencyKey: 'unknown' }));
      assert.match(unknown.help ?? '', /\/docs\/errors\/NotFound$/);
    }
    const unpaid = await refused(
      tefo.payouts.requestPayout({
        body: {
          ...{ amount: 9_999_999, merchantReference: 'P-2', customerBankReference: 'P 2', isRtc: false },
          bankingDetails: { ...account, accountNumber: '62001234567' },
        },
      }),
    );
    assert.equal(unpaid.status, 200);
    // What cannot be hashed is the service's to judge: it names the amount, and no hash.
    const bad = { ...item, transactionReference: 'BAD', amount: '-5' };
    const badPayment = await refused(tefo.payments.postPaymentRequest({ body: bad }));
    assert.deepEqual([badPayment.status, /amount/i.test(badPayment.detail)], [200, true], badPayment.detail);
    const badPayout = {
      ...{ amount: 1.234, merchantReference: 'P-3', customerBankReference: 'P 3', isRtc: false },
      bankingDetails: { ...account, accountNumber: '62001234567' },
    };
    assert.match((await refused(tefo.payouts.requestPayout({ body: badPayout }))).detail, /^amount must be/);
    const empty = tefo.payouts.requestPayout({ body: {} as never });
    assert.match((await refused(empty)).detail, /./);
    const text = await refused(tefo.payments.getTransaction({ query: { transactionId: 'x' } }));
    assert.equal(typeof text.body, 'string');
    assert.match(text.detail, /./);
    assert.equal((await refused(tefo.external.getStatus500())).status, 500);
  });

  test('retries safe requests, under one Idempotency-Key', async () => {
    const { client, keys } = counting(503, 0);
    const payment = await client.one.createPayment({ body: request('AGAIN-1') });
    assert.equal(new Set(keys()).size, 1);
    assert.equal(keys().length, 3);
    const chosen = counting();
    await chosen.client.one.createPayment(
      { body: request('AGAIN-2') },
      { idempotencyKey: 'mine', correlationId: 'c-1' },
    );
    assert.deepEqual(chosen.keys(), ['mine']);
    assert.equal(chosen.sent.at(-1)?.headers.get('x-correlation-id'), 'c-1');
    const reading = counting(502, 429);
    assert.equal((await reading.client.one.getPayment({ path: { id: payment.id } })).id, payment.id);
    await assert.rejects(counting(503, 503, 503).client.one.getPayment({ path: { id: payment.id } }), {
      status: 503,
    });
  });

  test('does not retry a payment of the Payments API that may have been accepted', async () => {
    const body = { ...item, transactionReference: 'ONCE' };
    const { client, sent } = counting(0);
    await assert.rejects(client.payments.postPaymentRequest({ body }), /broke/);
    assert.equal(sent.length, 1);
    const limited = counting(429);
    assert.ok((await limited.client.payments.postPaymentRequest({ body })).paymentRequestId);
  });

  test('fetches one token for many calls, and another when it has ended', async () => {
    const { client, sent } = counting();
    const tokens = () => sent.filter(({ url }) => url.endsWith('/token')).length;
    await Promise.all([1, 2, 3].map(() => client.one.listRegions()));
    assert.equal(tokens(), 1);
    await sandbox.clock.advance('P2D');
    await client.one.listRegions();
    assert.equal(tokens(), 2);
  });

  test('names the missing credential, and needs no others', async () => {
    const { urls, clientId, clientSecret } = sandbox.credentials;
    const bare = new Tefo({ urls, clientId, clientSecret });
    assert.ok(await bare.one.listRegions());
    await assert.rejects(bare.one.createPayment({ body: request('X') }), /credentials\.siteCode is missing/);
    await assert.rejects(bare.payouts.getAvailableBanks(), /credentials\.apiKey is missing/);
  });

  test('stops on request', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(tefo.one.listRegions({}, { signal }), /enough/);
  });
});
