// A merchant's notifications over HTTP: their history, resending them, and the state of a receiver.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { columnOf } from './support/column.ts';
import { answering, openReceiver, type Receiver } from './support/receiver.ts';
import { until } from './support/until.ts';
import { openWebhookReceiver, openWebhookShop } from './support/webhook-shop.ts';

const shop = await openWebhookShop();

describe('GET /transactions/{id}/notifications', () => {
  test('has every message with every attempt, of webhooks and of notifyUrls of both surfaces', async () => {
    const [address, webhook] = [await openWebhookReceiver(answering(500)), await openWebhookReceiver()];
    const { id } = await shop.webhook(webhook.endpoint);
    const made = await shop.merchant.createPayments({ notifyUrl: address.url });
    await shop.merchant.decide(made.body.paymentRequestId, 'success');
    await shop.drain();
    const [{ data, sequence }] = webhook.bodies();
    const messages = await shop.notificationsOf(data.id);
    const [toAddress, toWebhook] = messages.toSorted((one: object) => ('webhookId' in one ? 1 : -1));
    const { attempts, nextAttempt, createdDate, ...reported } = toAddress;
    assert.deepEqual(reported, {
      id: webhook.received[0]!.headers['webhook-id'],
      eventType: 'transaction.complete',
      sequence,
      endpoint: address.url,
      status: 'Pending',
    });
    assert.equal(createdDate, shop.clock.now().toISOString());
    assert.ok(nextAttempt > createdDate);
    const [{ durationMs, ...attempt }] = attempts;
    assert.ok(Number.isInteger(durationMs));
    assert.deepEqual(attempt, { at: createdDate, statusCode: 500, error: null });
    assert.deepEqual(
      [toWebhook.webhookId, toWebhook.endpoint, toWebhook.status, toWebhook.nextAttempt],
      [id, webhook.endpoint, 'Delivered', null],
    );
    address.behave(answering(200));
    await shop.pass('PT10S');
    const fixed = (await shop.notificationsOf(data.id)).find((one: object) => !('webhookId' in one));
    assert.equal(fixed.status, 'Delivered');
    assert.deepEqual(columnOf(fixed.attempts, 'statusCode'), [500, 200]);
    await shop.good('DELETE', `/webhooks/${id}`);
  });

  test('shows why there was no attempt, and sends the event once a receiver exists (U10, U18)', async () => {
    const transactionId = await shop.pay();
    const [skipped] = await shop.notificationsOf(transactionId);
    const { reason, id, createdDate: _, ...reported } = skipped;
    assert.deepEqual(reported, {
      eventType: 'transaction.complete',
      sequence: 1,
      endpoint: null,
      status: 'Skipped',
      attempts: [],
      nextAttempt: null,
    });
    assert.match(reason, /not attempted: there was no webhook/);
    const receiver = await openWebhookReceiver();
    const webhook = await shop.webhook(receiver.endpoint);
    const answer = await shop.call('POST', `/transactions/${transactionId}/notifications/resend`);
    assert.deepEqual([answer.status, answer.text], [202, '']);
    await shop.drain();
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
      [id],
    );
    assert.deepEqual(columnOf(await shop.notificationsOf(transactionId), 'status'), ['Delivered']);
    await shop.good('DELETE', `/webhooks/${webhook.id}`);
  });

  test('is created for a payment whose notifyUrl is unreachable: it was accepted (U16)', async () => {
    const transactionId = await shop.pay({ notifyUrl: 'http://nowhere.invalid:1/notify' });
    await shop.drain();
    const [message] = await shop.notificationsOf(transactionId);
    assert.equal(message.status, 'Pending');
    assert.equal(message.attempts[0].error, 'the name was not found');
  });
});

describe('notifications of a refund', () => {
  test('are listed and sent again like those of a transaction', async () => {
    const receiver = await openWebhookReceiver();
    const refund = await shop.refund(await shop.pay(), { notifyUrl: receiver.url });
    await shop.endRefund(refund.id);
    await shop.drain();
    const path = `/refunds/${refund.id}/notifications`;
    const [message, ...others] = await shop.good('GET', path);
    assert.deepEqual(others, []);
    assert.deepEqual([message.eventType, message.status], ['refund.complete', 'Delivered']);
    assert.equal((await shop.call('POST', `${path}/resend`)).status, 202);
    await shop.drain();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(ids, [message.id, message.id]);
    assert.equal((await shop.good('GET', path))[0].attempts.length, 2);
  });

  test('of an unknown transaction are a 404', async () => {
    for (const path of [
      `/refunds/${randomUUID()}/notifications`,
      `/transactions/${randomUUID()}/notifications`,
    ]) {
      assert.equal((await shop.call('GET', path)).status, 404);
      assert.equal((await shop.call('POST', `${path}/resend`)).status, 404);
    }
  });
});

describe('a webhook whose receiver is gone', () => {
  test('is reported as gone, cannot be replayed, and after a PUT receives the missed notifications', async () => {
    const receiver = await openWebhookReceiver(answering(410));
    const webhook = await shop.webhook(receiver.endpoint);
    const first = await shop.pay();
    await shop.drain();
    const { disabled, ...rest } = await shop.good('GET', `/webhooks/${webhook.id}`);
    assert.deepEqual(rest, webhook);
    assert.deepEqual(disabled, { at: shop.clock.now().toISOString(), reason: 'it returned 410 Gone' });
    const second = await shop.pay();
    await shop.drain();
    const [missed] = await shop.notificationsOf(second);
    assert.deepEqual([missed.status, missed.reason], ['Skipped', 'disabled: it returned 410 Gone']);
    const refused = await shop.call('POST', `/webhooks/${webhook.id}/replay`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'WebhookDisabled']);
    receiver.behave(answering(200));
    receiver.received.length = 0;
    const { id, ...settings } = webhook;
    assert.deepEqual(await shop.good('PUT', `/webhooks/${id}`, settings), webhook);
    await shop.drain();
    assert.deepEqual(new Set(receiver.bodies().map(({ data }) => data.id)), new Set([first, second]));
    await shop.good('DELETE', `/webhooks/${id}`);
  });

  test('is replayed: the failed messages, or those that are named', async () => {
    const receiver = await openWebhookReceiver(answering(500));
    const webhook = await shop.webhook(receiver.endpoint);
    const transactionId = await shop.pay();
    await shop.pass('P4D');
    const [failed] = await shop.notificationsOf(transactionId);
    assert.deepEqual([failed.status, failed.attempts.length, failed.nextAttempt], ['Failed', 10, null]);
    receiver.behave(answering(200));
    receiver.received.length = 0;
    for (const body of [{}, { messageIds: [failed.id] }]) {
      assert.equal((await shop.call('POST', `/webhooks/${webhook.id}/replay`, body)).status, 202);
      await shop.drain();
    }
    // Excludes undelivered notifications of other tests.
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(
      ids.filter((one) => one === failed.id),
      [failed.id, failed.id],
    );
    await shop.good('DELETE', `/webhooks/${webhook.id}`);
  });
});

describe('an outcome of the sandbox that fails', () => {
  const decide = (id: string, body: object) => shop.good('POST', `/sandbox/transactions/${id}/outcome`, body);
  const ask = async (notifyUrl: string, more = {}): Promise<string> =>
    (await shop.merchant.createPayments({ notifyUrl, ...more })).body.paymentRequestId;
  const statusesAt = async ({ received }: Receiver) => {
    await shop.drain();
    return received.map(({ body }) => new URLSearchParams(body).get('Status'));
  };

  for (const [outcome, status] of [
    ['declined', 'Error'],
    ['cancelled', 'Cancelled'],
    ['abandoned', 'Abandoned'],
    ['error', 'Error'],
  ] as const) {
    test(`such as ${outcome} is notified at once, once, for real payments and tests`, async () => {
      for (const isTest of ['false', 'true']) {
        const receiver = await openReceiver();
        const id = await ask(receiver.url, { isTest });
        await decide(id, { outcome });
        assert.deepEqual(await statusesAt(receiver), [status]);
        // For a test it would be another attempt.
        if (isTest === 'false') await decide(id, { outcome, stay: false });
        assert.deepEqual(await statusesAt(receiver), [status]);
      }
    });

    test(`such as ${outcome} waits with stay, until the customer leaves`, async () => {
      const receiver = await openReceiver();
      const id = await ask(receiver.url);
      await decide(id, { outcome, stay: true });
      assert.deepEqual(await statusesAt(receiver), []);
      await decide(id, { outcome });
      assert.deepEqual(await statusesAt(receiver), [status]);
    });
  }

  test('is not notified where the customer stayed, and money came', async () => {
    const receiver = await openReceiver();
    const id = await ask(receiver.url);
    await decide(id, { outcome: 'declined', stay: true });
    await decide(id, { outcome: 'success' });
    assert.deepEqual(await statusesAt(receiver), ['Complete']);
  });

  test('accepts true or false for stay', async () => {
    const id = await ask('http://127.0.0.1:9/');
    const body = { outcome: 'declined', stay: 'yes' };
    const refused = await shop.call('POST', `/sandbox/transactions/${id}/outcome`, body);
    assert.deepEqual([refused.status, refused.body], [400, { message: 'stay must be true or false' }]);
  });
});

test('a stuck sender shows in the figures, and recovers automatically (U12)', async () => {
  const figure = async (name: string) => {
    const text = await (await fetch(`${shop.base}/metrics`)).text();
    return Number(text.match(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.]+)$`, 'm'))?.[1]);
  };
  const receiver = await openWebhookReceiver();
  await shop.pay({ notifyUrl: receiver.url });
  shop.clock.advance(90_000);
  const jobs = shop.jobs;
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const locking = shop.db.begin(async (tx) => {
    await tx`lock table deliveries in exclusive mode`;
    jobs.start();
    await held;
  });
  await sleep(400);
  assert.ok((await figure('tefo_sweep_age_seconds\\{sweep="notifications.deliver"\\}')) >= 0.2);
  assert.ok((await figure('tefo_deliveries_oldest_due_seconds')) >= 90);
  assert.ok((await figure('tefo_deliveries_due')) >= 1);
  assert.equal(await figure('tefo_receivers_disabled'), 0);
  letGo();
  await locking;
  await until(() => receiver.received.length > 0);
  await jobs.stop();
  assert.equal(await figure('tefo_sweep_age_seconds\\{sweep="notifications.deliver"\\}'), 0);
});
