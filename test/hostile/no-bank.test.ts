// Production without a bank: a payment request receives a refusal without a payment method, in the format of its
// surface, and a customer sees a page that explains it instead of an empty list with a button.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { createPayment } from '../../src/core/payments/actions.ts';
import { createSubscription } from '../../src/core/subscriptions/actions.ts';
import { languages, words } from '../../src/pages/messages/index.ts';
import { packed } from '../bulk/merchant.ts';
import { signatures } from '../contract/signatures.ts';
import { columnOf } from '../support/column.ts';
import { ask, payoutRequest, postForm, postJson, signedFields } from '../support/merchant.ts';
import { clientOf, openService } from '../support/opening.ts';

const key = Buffer.from('a key of production'.padEnd(32, '.')).toString('base64');
const service = await openService({
  env: { TEFO_MODE: 'production', TEFO_HTTP_ALLOWED: 'true', TEFO_MASTER_KEYS: `k1:${key}` },
});
const { base, merchant, ctx, db } = service;
const { apiKey, privateKey, siteCode } = merchant;
const shop = clientOf(service);
const token = (await shop.token()).body.access_token as string;
const tokenForm = { grant_type: 'password', SiteCode: siteCode };
const { body: secure } = await postForm(`${base}/payments/token`, tokenForm, { apikey: apiKey });

const bearer = { authorization: `Bearer ${token}` };
const json = (path: string, headers: Record<string, string>, body: object) =>
  postJson(base + path, body, { accept: 'application/json', ...headers });
const far = 'https://shop.example/notify';
const addresses = { notifyUrl: far, successUrl: far, cancelUrl: far, errorUrl: far };
const payment = {
  siteCode,
  amount: { currency: 'ZAR', value: 150.5 },
  merchantReference: 'ORDER-1',
  expireAt: '2026-11-21T10:00:00Z',
};
/** The state while there was a bank. */
const before = { ...ctx, policy: { ...ctx.policy, hasBanks: true } };
const site = (await findSiteByCode(db, siteCode))!;
const made = await createPayment(before, {
  ...{ site, contract: 'one', amount: 15_050n, merchantReference: 'ORDER-1', details: {} },
});
const old = (made as { payment: { id: string } }).payment.id;
const subscription = await createSubscription(before, {
  ...{ site, amount: 19_900n, merchantReference: 'CLUB', frequency: 'Monthly', occurrences: 12 },
  firstPaymentDate: '2026-12-01',
});

const counted = async (): Promise<number> => (await db`select from payments`).count;

describe('without a bank', () => {
  test('the One API refuses payments, transactions and subscriptions with a code of their own', async () => {
    const detail = { paymentType: 'capitec' };
    const asked: Record<string, object> = {
      '/payments': payment,
      '/transactions': { paymentRequest: payment, paymentDetail: detail },
      [`/payments/${old}/transactions`]: detail,
      '/subscriptions': {
        ...{ siteCode, amount: payment.amount, merchantReference: 'BOX' },
        ...{ frequency: 'Monthly', firstPaymentDate: '2026-12-01', occurrences: 2 },
      },
    };
    const count = await counted();
    for (const [path, body] of Object.entries(asked)) {
      const answer = await json(`/one/v1${path}`, bearer, body);
      assert.deepEqual([answer.status, answer.body.code], [409, 'PaymentMethodUnavailable'], answer.text);
    }
    assert.equal(await counted(), count);
    const methods = await ask(`${base}/one/v1/paymentmethods?siteCode=${siteCode}`, { headers: bearer });
    assert.deepEqual(columnOf(methods.body.results, 'available'), [false, false, false]);
  });

  test('a refusal is not stored under its key: as soon as there is a bank, the same request is accepted', async () => {
    for (const _ of [1, 2]) {
      const answer = await json('/one/v1/payments', { ...bearer, 'idempotency-key': 'again' }, payment);
      assert.deepEqual([answer.status, answer.headers.get('idempotency-replayed')], [409, null]);
    }
  });

  test('the Payments API and the Merchant External API say it in errorMessage, and bank transfers as a 400', async () => {
    const fields = signedFields({ siteCode, privateKey }, addresses);
    for (const path of ['/payments/postpaymentrequest', '/external/api/MerchantApiV1/PostPaymentRequest']) {
      const { status, body } = await json(path, { apikey: apiKey }, fields);
      assert.deepEqual([status, body.paymentRequestId], [200, null]);
      assert.match(body.errorMessage, /No bank is connected/);
    }
    const transfer = { siteCode, amount: '25.00', transactionReference: 'ORDER-3' };
    const hashCheck = signatures['payments createUniqueReference']!(transfer, { privateKey });
    const single = { ...transfer, hashCheck };
    const answer = await json('/payments/secure/banktransfer/single', { apikey: apiKey }, single);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, /no bank account for deposits is connected/);
  });

  test('a bulk job says it of each element', async () => {
    const job = { jobReference: 'JOB-1', notifyUrl: far };
    const compressedData = packed([signedFields({ siteCode, privateKey }, addresses)]);
    const headers = { authorization: `Bearer ${secure.access_token}` };
    const create = '/payments/secure/bulkpaymentrequests/create';
    const sent = await json(create, headers, { ...job, compressedData });
    assert.equal(sent.status, 200, sent.text);
    const count = await counted();
    await service.drain();
    assert.equal(await counted(), count);
    const [item] = await db<{ error: string }[]>`select error from bulk_items`;
    assert.match(item!.error, /No bank is connected/);
  });

  test('payouts and account verifications say that no bank can be had', async () => {
    const request = payoutRequest(merchant, 10_000, { merchantReference: 'PAY-1', notifyUrl: far });
    const payout = await json('/payouts/v1/requestpayout', { apikey: apiKey, sitecode: siteCode }, request);
    const { status, subStatus, errorMessage } = payout.body.payoutStatus;
    assert.deepEqual([payout.status, status, subStatus], [200, 99, 401], payout.text);
    assert.match(errorMessage, /no bank is connected/);
    const verification = await json('/one/v1/bankaccount/verify', bearer, {
      ...{ accountNumber: '62801234567', branchCode: '250655', name: 'Karoo Books' },
      identity: { type: 'said', identifier: '8001015009087' },
    });
    assert.deepEqual([verification.status, verification.body.code], [502, 'BadGateway'], verification.text);
  });

  test('readiness reports the missing bank, and stays ready', async () => {
    const { status, body } = await ask(`${base}/health/ready`);
    assert.deepEqual([status, body], [200, { status: 'ok', banks: 'none' }]);
  });

  for (const { tag } of languages) {
    test(`a customer reads so in ${tag}, and finds nothing to choose and no button to continue`, async () => {
      const { noBanks } = words(tag);
      for (const path of [`/pay/${old}`, `/subscribe/${subscription.id}`]) {
        const { status, text } = await ask(`${base}${path}?lang=${tag}`);
        assert.equal(status, 200);
        assert.ok(text.includes(noBanks.title) && text.includes(noBanks.explain), text);
        assert.ok(text.includes(noBanks.next('Karoo Books')));
        assert.doesNotMatch(text, /data-continue|type="radio"|type="search"/);
      }
    });
  }

  test('a form that is posted all the same, or that a shop sends, leads to the same page', async () => {
    const { title } = words('en').noBanks;
    const bank = { bank: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec', consent: '2026-11' };
    const chosen = await postForm(`${base}/pay/${old}/choose`, bank);
    assert.ok(chosen.text.includes(title), chosen.text);
    const fields = signedFields({ siteCode, privateKey }, addresses);
    const opened = await postForm(`${base}/pay`, fields);
    assert.equal(opened.status, 503);
    assert.ok(opened.text.includes(title), opened.text);
  });
});

test('production with the simulated bank says on each page that no real money moves', async () => {
  const simulated = await openService({
    env: {
      ...{ TEFO_MODE: 'production', TEFO_HTTP_ALLOWED: 'true', TEFO_MASTER_KEYS: `k1:${key}` },
      ...{ TEFO_SIMULATED_BANK: 'true', TEFO_SIMULATED_BANK_IN_PRODUCTION: 'no-real-money' },
    },
  });
  const own = clientOf(simulated);
  const { id } = (await own.createOne((await own.token()).body.access_token, { expireAt: payment.expireAt }))
    .body;
  for (const path of [`/pay/${id}`, '/pay/nothing', '/subscribe/nothing']) {
    const { text } = await ask(simulated.base + path);
    assert.ok(text.includes(words('en').frame.sandboxMeaning), path);
  }
  const outcome = await own.decide(id, 'success');
  assert.equal(outcome.status, 404);
});
