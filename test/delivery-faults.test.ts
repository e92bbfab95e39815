// A faulty connection to a merchant's receiver, switched on in the sandbox: the requests that arrive, and the
// service's record of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Credentials } from '../src/app/credentials.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openListener, openService } from './support/opening.ts';
import type { Received } from './support/running.ts';

const service = await openService({ started: true });
const receiver = await openListener();

const control = (method: string, path: string, body: unknown, apikey = service.merchant.apiKey) =>
  ask(`${service.base}/sandbox/${path}`, {
    method,
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A separate merchant; its notifications arrive at a separate path. */
async function open() {
  const credentials = (await control('POST', 'sites', {})).body as Credentials;
  const merchant = createMerchantOf(service.base, credentials);
  const { siteCode, apiKey } = credentials;
  const notifyUrl = `${receiver.url}/${siteCode}`;
  const got = () => receiver.received.filter(({ path }) => path === `/${siteCode}`);
  return {
    got,
    siteCode,
    fault: (notifications: object) => control('PUT', 'faults', { notifications }, apiKey),
    pass: (advance: string) => control('POST', 'clock', { advance }, apiKey),
    pay: async (amount = '25.00', outcome = 'success') => {
      const made = await merchant.createPayments({ amount, notifyUrl });
      await merchant.decide(made.body.paymentRequestId, outcome);
      return made.body.paymentRequestId as string;
    },
    decide: merchant.decide,
    statuses: () => got().map(({ body }) => new URLSearchParams(body).get('Status')),
    attempts: async () => [
      ...(await service.db<{ statusCode: number | null; error: string | null }[]>`
        select status_code, error from delivery_attempts attempt
        join deliveries on deliveries.id = attempt.delivery_id where url = ${notifyUrl}
        order by attempt.at, number`),
    ],
  };
}

const idsOf = (received: Received[]) => new Set(received.map(({ headers }) => headers['webhook-id']));

describe('a receiver', () => {
  test('that is down gets nothing; another merchant’s is notified at once; later all arrive', async () => {
    const [shop, other] = [await open(), await open()];
    await shop.fault({ down: true });
    await Promise.all([shop.pay(), other.pay()]);
    await shop.pass('PT1S');
    assert.deepEqual([shop.got().length, other.got().length], [0, 1]);
    assert.deepEqual(await shop.attempts(), [
      { statusCode: null, error: 'the receiver is down: a fault of the sandbox' },
    ]);
    await shop.fault({});
    await shop.pass('PT10S');
    assert.deepEqual(shop.statuses(), ['Complete']);
    assert.equal('tefo-sandbox-line' in shop.got()[0]!.headers, false);
  });

  test('whose response is lost is notified again, under the same id', async () => {
    const shop = await open();
    await shop.fault({ timeoutAfterCommit: true });
    await shop.pay();
    await shop.pass('PT1S');
    assert.deepEqual(shop.statuses(), ['Complete']);
    await shop.fault({});
    await shop.pass('PT10S');
    assert.deepEqual(shop.statuses(), ['Complete', 'Complete']);
    assert.equal(idsOf(shop.got()).size, 1);
    assert.deepEqual(await shop.attempts(), [
      { statusCode: null, error: 'the answer was lost: a fault of the sandbox' },
      { statusCode: 200, error: null },
    ]);
  });

  test('gets a notification twice in one attempt, under the same id', async () => {
    const shop = await open();
    await shop.fault({ duplicateCallbacks: true });
    await shop.pay();
    await shop.pass('PT1S');
    assert.deepEqual(shop.statuses(), ['Complete', 'Complete']);
    assert.equal(idsOf(shop.got()).size, 1);
    assert.deepEqual(await shop.attempts(), [{ statusCode: 200, error: null }]);
  });

  test('gets an earlier message again after a later one', async () => {
    const shop = await open();
    await shop.fault({ reorderCallbacks: true });
    const payment = await shop.pay('25.00', 'pending');
    await shop.pass('PT1S');
    await shop.decide(payment, 'success');
    await shop.pass('PT1S');
    assert.deepEqual(shop.statuses(), ['Pending', 'Complete', 'Pending']);
    const [first, last] = [shop.got()[0]!, shop.got().at(-1)!];
    assert.equal(first.headers['webhook-id'], last.headers['webhook-id']);
  });

  test('is reached as often as the error rate allows', async () => {
    const shop = await open();
    await shop.fault({ errorRate: 1 });
    await shop.pay();
    await shop.pass('PT1S');
    assert.deepEqual([shop.got().length, (await shop.attempts()).length], [0, 1]);
    await shop.fault({ errorRate: 0.5 });
    await Promise.all(Array.from({ length: 40 }, () => shop.pay()));
    await shop.pass('PT1S');
    assert.ok(shop.got().length > 5 && shop.got().length < 36, `${shop.got().length} of 41`);
  });

  test('is notified late by the latency', async () => {
    const shop = await open();
    await shop.fault({ latencyMs: 300 });
    const began = performance.now();
    await shop.pay();
    while (shop.got().length === 0) await new Promise(setImmediate);
    assert.ok(performance.now() - began >= 300);
  });
});
