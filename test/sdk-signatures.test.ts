// The hashes and signatures of the merchants' package, compared with the service: the service accepts the package's
// hashes, and the package verifies only what the service sends.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import {
  paymentHash,
  refundHash,
  SignatureError,
  verifyBulkNotification,
  verifyNotification,
  verifyPayoutNotification,
  verifyWebhook,
} from '../sdk/src/index.ts';
import { startSandbox } from '../sdk/src/testing/index.ts';
import { budget } from './support/budget.ts';
import { atEnd } from './support/ending.ts';
import { postForm, postJson } from './support/merchant.ts';
import { openService } from './support/opening.ts';

const service = await openService({ started: true });
const sandbox = await startSandbox({ url: service.base, apiKey: service.merchant.apiKey });
atEnd(() => sandbox.close());

const codeOf = (code: SignatureError['code']) => (error: unknown) => {
  assert.ok(error instanceof SignatureError);
  assert.equal(error.code, code);
  return true;
};

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { urls, credentials } = sandbox;
  return postJson(`${urls.payments}/${path}`, body, {
    apikey: credentials.apiKey,
    accept: 'application/json',
    ...headers,
  });
}

const fieldsOf = (more: object) => ({
  siteCode: sandbox.credentials.siteCode,
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '25.00',
  transactionReference: 'ORDER-17',
  bankReference: 'ORDER 17',
  cancelUrl: 'http://127.0.0.1:9/cancel',
  errorUrl: 'http://127.0.0.1:9/error',
  successUrl: 'http://127.0.0.1:9/success',
  notifyUrl: `${sandbox.notifications.url}/notify`,
  isTest: false,
  ...more,
});

/** Blanks alone count as nothing. */
const text = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(...'abcXYZ019 -_.éÉßñ&+%"<>'), minLength: 1, maxLength: max })
    .filter((given) => given.trim() !== '');
const cents = fc.integer({ min: 100, max: 99_999_999 });
/** An amount as merchants write it: a text with two decimals, or a number. */
const amount = fc.oneof(
  cents.map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`),
  cents.map((value) => Number(`${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`)),
  fc.integer({ min: 1, max: 999_999 }),
);
const paymentFields = fc.record(
  {
    amount,
    transactionReference: text(50),
    optional1: text(50),
    optional5: text(50),
    customer: text(100),
    isTest: fc.constantFrom(true, false, 'true', 'False'),
    selectedBankId: fc.constant('4816019c-3314-4c80-8b6b-b2cd16dcc4ec'),
    payeeDisplayName: text(50),
    allowVariableAmount: fc.constant(false),
    customerCellphoneNumber: fc.constant('0821234567'),
  },
  { requiredKeys: ['amount', 'transactionReference', 'isTest'] },
);

describe('paymentHash', () => {
  test('is accepted by the service, for all fields and spellings', async () => {
    const { privateKey } = sandbox.credentials;
    await fc.assert(
      fc.asyncProperty(paymentFields, async (more) => {
        const fields = fieldsOf(more);
        const answer = await post('postpaymentrequest', {
          ...fields,
          hashCheck: await paymentHash(fields, privateKey),
        });
        assert.equal(answer.body.errorMessage, null, JSON.stringify(fields));
      }),
      { numRuns: budget(20, 150) },
    );
  });

  test('accepts names in any letter case, and ignores fields outside the hash', async () => {
    const fields = fieldsOf({});
    const shouted = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value]),
    );
    assert.equal(
      await paymentHash({ ...shouted, hashCheck: 'x', GenerateShortUrl: 'true' }, 'k'),
      await paymentHash(fields, 'k'),
    );
  });

  test('refuses an invalid amount', async () => {
    for (const wrong of [undefined, null, '', 'R10', '10,00', 10.005, -1, Number.NaN, '1e3']) {
      await assert.rejects(
        () => paymentHash(fieldsOf({ amount: wrong }), 'k'),
        /amount must be rand with at most two decimals/,
      );
    }
  });
});

/** A token for the paths under /secure. */
async function bearer(): Promise<Record<string, string>> {
  const { credentials, urls } = sandbox;
  const { body } = await postForm(
    `${urls.payments}/token`,
    { grant_type: 'password', SiteCode: credentials.siteCode },
    { apikey: credentials.apiKey, accept: 'application/json' },
  );
  return { authorization: `Bearer ${body.access_token}` };
}

describe('a notification', () => {
  /** Payment, notification, refund and its notification, all over the Payments API. */
  async function payAndRefund() {
    const { credentials } = sandbox;
    const fields = fieldsOf({ optional2: 'Ünïcödé & more' });
    const made = await post('postpaymentrequest', {
      ...fields,
      hashCheck: await paymentHash(fields, credentials.privateKey),
    });
    const { transactionId } = await sandbox.outcome.transaction(made.body.paymentRequestId, 'success');
    const paid = await sandbox.notifications.next({ id: transactionId });
    const item = {
      transactionId,
      amount: 5.5,
      refundReason: 'one came back',
      notifyUrl: fields.notifyUrl,
      isRtc: false,
    };
    const hashCheck = await refundHash(item, credentials.privateKey);
    const [refund] = (await post('secure/refunds/submit', [{ ...item, hashCheck }], await bearer())).body;
    assert.equal(refund.errors, null, JSON.stringify(refund));
    await sandbox.outcome.refund(refund.refundId, 'complete');
    return { paid, refunded: await sandbox.notifications.next({ type: 'refund.complete' }) };
  }

  test('of a transaction or refund verifies, as a text, bytes, a form or an object', async () => {
    const { privateKey } = sandbox.credentials;
    for (const { body } of Object.values(await payAndRefund())) {
      const fields = await verifyNotification(body, privateKey);
      for (const form of [Buffer.from(body), new URLSearchParams(body), fields]) {
        assert.deepEqual(await verifyNotification(form, ['another', privateKey]), fields);
      }
      for (const name of Object.keys(fields).filter(
        (one) => !/^(SubStatus|MaskedAccountNumber|BankName|IsRtc)$/.test(one),
      )) {
        const changed = { ...fields, [name]: name === 'Hash' ? 'f'.repeat(128) : `${fields[name]}9` };
        await assert.rejects(() => verifyNotification(changed, privateKey), codeOf('WrongSignature'), name);
      }
      const { Hash: _, ...unsigned } = fields;
      await assert.rejects(() => verifyNotification(unsigned, privateKey), codeOf('NotSigned'));
      await assert.rejects(() => verifyNotification(body, 'another'), codeOf('WrongSignature'));
    }
    await assert.rejects(() => verifyPayoutNotification('{"payoutId":"1"}', 'k'), codeOf('NotSigned'));
  });

  test('of a bulk job verifies', async () => {
    const { privateKey } = sandbox.credentials;
    const fields = fieldsOf({});
    const requests = [{ ...fields, hashCheck: await paymentHash(fields, privateKey) }];
    const job = await post(
      'secure/bulkpaymentrequests/create',
      {
        jobReference: 'invoices',
        notifyUrl: fields.notifyUrl,
        compressedData: gzipSync(JSON.stringify(requests)).toString('base64'),
      },
      await bearer(),
    );
    const reported = await sandbox.notifications.next({ type: 'bulk.complete', reference: 'invoices' });
    assert.deepEqual([reported.id, reported.status], [job.body.jobId, 'Complete']);
    assert.deepEqual(await verifyBulkNotification(reported.body, privateKey), reported.data);
    const changed = { ...reported.data, status: 'Error' };
    await assert.rejects(() => verifyBulkNotification(changed, privateKey), codeOf('WrongSignature'));
  });

  test('with a signature verifies by verifyWebhook as by the official library', async () => {
    const { webhookSecret } = sandbox.credentials;
    const { paid } = await payAndRefund();
    const { body } = paid;
    const headers = paid.headers as Record<string, string>;
    assert.equal(await verifyWebhook(body, headers, webhookSecret), body);
    assert.equal(
      await verifyWebhook(Buffer.from(body), new Headers(headers), ['whsec_b3RoZXI=', webhookSecret]),
      body,
    );
    const json = '{"type":"transaction.complete","data":{"id":"1"}}';
    const at = new Date();
    const official = new Webhook(webhookSecret);
    const signed = {
      'svix-id': 'msg_1',
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': `v1,d3Jvbmc= ${official.sign('msg_1', at, json)}`,
    };
    assert.deepEqual(await verifyWebhook(json, signed, webhookSecret), JSON.parse(json));
    const shouted = {
      'Webhook-Id': 'msg_1',
      'WEBHOOK-TIMESTAMP': [signed['svix-timestamp']],
      'Webhook-Signature': signed['svix-signature'],
    };
    const own = new Map(Object.entries(signed));
    for (const given of [shouted, new Headers(Object.entries(signed)), { get: own.get.bind(own) } as Headers])
      assert.deepEqual(await verifyWebhook(json, given, webhookSecret), JSON.parse(json));
  });

  test('is refused by verifyWebhook with the reason (U4)', async () => {
    const { webhookSecret } = sandbox.credentials;
    const json = '{"type":"transaction.complete","data":{"id":"1"}}';
    const at = new Date();
    const headers = (from: Date) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(from.getTime() / 1000)),
      'webhook-signature': new Webhook(webhookSecret).sign('msg_1', from, json),
    });
    const right = headers(at);
    const refused = (
      code: SignatureError['code'],
      body: unknown,
      given: object = right,
      secret = webhookSecret,
    ) => assert.rejects(() => verifyWebhook(body as string, given as never, secret), codeOf(code));
    await refused('BodyAlreadyParsed', JSON.parse(json));
    await refused('BodyAlreadyParsed', undefined);
    await assert.rejects(
      () => verifyWebhook(JSON.parse(json), right, webhookSecret),
      /already parsed by your framework.*express\.raw/,
    );
    await refused('BodyWasChanged', JSON.stringify(JSON.parse(json), null, 2));
    await refused('BodyWasChanged', `${json}\n`);
    await refused('WrongSignature', json.replace('1', '2'));
    await refused('WrongSignature', json, right, 'whsec_b3RoZXI=');
    await refused('WrongSignature', json, { ...right, 'webhook-id': 'msg_2' });
    await refused('WrongSignature', json, { ...right, 'webhook-signature': 'v1,' });
    await refused('NotSigned', json, {});
    await refused('NotSigned', json, { ...right, 'webhook-timestamp': undefined });
    await refused('NotNow', json, headers(new Date(at.getTime() - 301_000)));
    await refused('NotNow', json, headers(new Date(at.getTime() + 310_000)));
    const old = headers(new Date(at.getTime() - 301_000));
    assert.ok(await verifyWebhook(json, old, webhookSecret, { toleranceSeconds: 600 }));
  });

  test('is not checked under a missing or invalid secret', async () => {
    const missing = (name: string) => ({ name: 'TypeError', message: `the ${name} is missing` });
    const form = { TransactionId: '1', Hash: 'f'.repeat(128) };
    const payout = { payoutId: '1', payoutStatus: {}, hashCheck: 'f'.repeat(128) };
    for (const none of [undefined, null, '', ' ', [], ['whsec_b3RoZXI=', undefined]]) {
      const secret = none as never;
      await assert.rejects(verifyWebhook('{}', {}, secret), missing('webhook secret'));
      await assert.rejects(verifyNotification(form, secret), missing('privateKey'));
      await assert.rejects(verifyPayoutNotification(payout, secret), missing('apiKey'));
      await assert.rejects(verifyBulkNotification({ hash: 'f' }, secret), missing('privateKey'));
    }
    for (const wrong of ['whsec_', 'whsec_no*base64', 'a-b_c', ['whsec_b3RoZXI=', 'x']]) {
      const said = { name: 'TypeError', message: /^the secret is no webhook secret/ };
      await assert.rejects(verifyWebhook('{}', {}, wrong), said);
    }
  });
});
