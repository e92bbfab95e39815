// Production: refusals, and data that it does not show, over the whole service.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { credentialsOf } from '../../src/app/credentials.ts';
import {
  type Answer,
  ask,
  createMerchantOf,
  payoutRequest,
  postForm,
  signedFields,
} from '../support/merchant.ts';
import { openService } from '../support/opening.ts';
import { freePort } from '../support/ports.ts';
import { openReceiver } from '../support/receiver.ts';

const production = {
  TEFO_MODE: 'production',
  TEFO_MASTER_KEYS: `k1:${Buffer.from('a key for tests, thirty-two bytes').subarray(0, 32).toString('base64')}`,
  TEFO_PUBLIC_URL: 'https://pay.example.com',
  TEFO_SIMULATED_BANK: 'true',
  TEFO_SIMULATED_BANK_IN_PRODUCTION: 'no-real-money',
  TEFO_ALLOWED_NETWORKS: '127.0.0.0/8',
};

async function start(env: Record<string, string> = {}) {
  const service = await openService({ env: { ...production, ...env } });
  return { service, base: `http://127.0.0.1:${service.config.port}` };
}

describe('in production the webhook', async () => {
  const { service, base } = await start();
  const { merchant } = service;
  const shop = createMerchantOf(base, credentialsOf(service.config, merchant));
  const token = (await shop.token()).body.access_token as string;
  const json = { 'content-type': 'application/json' };
  const bearer = { ...json, authorization: `Bearer ${token}` };
  const apiKey = { ...json, apikey: merchant.apiKey };
  const { siteCode } = merchant;
  const [http, https] = ['http://shop.example/notify', 'https://shop.example/notify'];
  const sha512 = (...parts: unknown[]) =>
    createHash('sha512').update(parts.join('').toLowerCase()).digest('hex');
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    ask(base + path, { method: 'POST', headers, body: JSON.stringify(body) });

  /** A request on each surface that names where to notify, and how it is refused. */
  const asked: Record<
    string,
    [ask: (notifyUrl: string) => Promise<Answer>, refuses: (answer: Answer) => void]
  > = {
    'for a payment on the One API': [
      (notifyUrl) => shop.createOne(token, { notifyUrl, expireAt: '2026-11-21T10:00:00Z' }),
      ({ status, body }) =>
        assert.deepEqual([status, body.code, body.source.pointer], [400, 'BadRequest', '/notifyUrl']),
    ],
    'for a payment on the Payments API': [
      (notifyUrl) => shop.createPayments({ notifyUrl }),
      ({ status, body }) => assert.deepEqual([status, body.url], [200, null]),
    ],
    'for a payment on the Merchant External API': [
      (notifyUrl) =>
        post('/external/api/MerchantApiV1/PostPaymentRequest', apiKey, signedFields(merchant, { notifyUrl })),
      ({ status, body }) => assert.deepEqual([status, body.url], [200, null]),
    ],
    'for a bulk job': [
      (notifyUrl) =>
        post('/external/Secure/BulkPaymentRequests/Create', apiKey, {
          jobReference: 'J',
          notifyUrl,
          compressedData: gzipSync(JSON.stringify([signedFields(merchant, { notifyUrl: https })])).toString(
            'base64',
          ),
        }),
      ({ status, body }) => assert.deepEqual([status, body.jobId], [200, undefined]),
    ],
    'for a deposit': [
      (notifyUrl) =>
        post('/external/Secure/BankTransfer/Single', apiKey, {
          siteCode,
          amount: '10.00',
          transactionReference: 'D',
          notifyUrl,
          hashCheck: sha512(siteCode, '10.00', 'D', notifyUrl, merchant.privateKey),
        }),
      ({ status }) => assert.equal(status, 400),
    ],
    'of a payout': [
      (notifyUrl) =>
        post(
          '/payouts/v1/requestpayout',
          { ...apiKey, sitecode: siteCode },
          {
            ...payoutRequest(merchant, 100, { merchantReference: 'P', notifyUrl }),
            hashCheck: 'x',
          },
        ),
      ({ status, body }) => assert.deepEqual([status, Object.keys(body)], [400, ['message']]),
    ],
    'of a refund': [
      (notifyUrl) =>
        post('/one/v1/refunds', bearer, [
          {
            transactionId: '00000000-0000-7000-8000-000000000000',
            amount: { currency: 'ZAR', value: 1 },
            reason: 'r',
            notifyUrl,
          },
        ]),
      ({ status, body }) => assert.deepEqual([status, body.source.pointer], [400, '/0/notifyUrl']),
    ],
  };
  for (const [which, [askFor, refuses]] of Object.entries(asked)) {
    test(`${which} requires https, and the refusal says so`, async () => {
      const refused = await askFor(http);
      refuses(refused);
      assert.match(refused.text, /notifyUrl .*must be https/);
      assert.doesNotMatch((await askFor(https)).text, /must be https/);
    });
  }

  test('notifications still go to an address from before the rule, as the merchant must learn of payments', async () => {
    const receiver = await openReceiver();
    const { body } = await shop.createPayments({ notifyUrl: https });
    const notifyUrl = `${receiver.url}/notify`;
    await service.db`
      update payments set notify_url = ${notifyUrl} where id = ${body.paymentRequestId}`;
    await postForm(`${base}/pay/${body.paymentRequestId}/cancel`);
    await service.drain();
    assert.equal(receiver.received.length, 1);
  });
});

describe('in production the metrics', () => {
  const secret = 'a-token-of-16-letters-and-more';

  test('are nowhere unless a setting says where', async () => {
    const { base } = await start();
    assert.equal((await ask(`${base}/metrics`)).status, 404);
    assert.equal((await ask(`${base}/health/ready`)).status, 200);
  });

  test('require the token', async () => {
    const { base } = await start({ TEFO_METRICS_TOKEN: secret });
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer wrong',
      `Basic ${secret}`,
      `Bearer ${secret}x`,
      `Bearer x ${secret}`,
    ]) {
      const answer = await ask(`${base}/metrics`, { headers: authorization ? { authorization } : {} });
      assert.equal(answer.status, 401, String(authorization));
      assert.match(answer.headers.get('www-authenticate')!, /^Bearer/);
      assert.doesNotMatch(answer.text, /tefo_/);
    }
    const known = await ask(`${base}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
    assert.equal(known.status, 200);
    assert.match(known.text, /^tefo_connections \d+$/m);
  });

  test('have a port of their own, and nothing else is on it', async () => {
    const port = await freePort();
    const { service, base } = await start({ TEFO_METRICS_PORT: String(port) });
    await service.metricsServer!.listen({ port, host: '127.0.0.1' });
    assert.equal((await ask(`${base}/metrics`)).status, 404);
    const own = `http://127.0.0.1:${port}`;
    assert.match((await ask(`${own}/metrics`)).text, /^tefo_deliveries_due 0$/m);
    assert.equal((await ask(`${own}/docs/start`)).status, 404);
  });
});
