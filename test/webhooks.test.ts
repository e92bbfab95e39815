// Webhooks from end to end: the body, the recipient and the signature, read by the libraries that receivers
// use.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { verifyNotification } from '../sdk/src/index.ts';
import { rotateWebhookSecret } from '../src/core/notifications/webhooks.ts';
import { everything } from '../src/core/viewer.ts';
import { validatorOf } from '../src/kernel/formats/validate.ts';
import { webhookMessage } from '../src/surfaces/one/webhook-message.ts';
import { columnOf } from './support/column.ts';
import type { Received } from './support/receiver.ts';
import { openWebhookReceiver, openWebhookShop } from './support/webhook-shop.ts';

const shop = await openWebhookShop();

/** Verifies a message as a receiver does, with both official libraries; throws where either of them does. */
function verify(received: Received, secret: string): unknown {
  const { headers, body } = received;
  const named = (prefix: string) =>
    Object.fromEntries(
      ['id', 'timestamp', 'signature'].map((name) => [
        `${prefix}-${name}`,
        String(headers[`${prefix}-${name}`]),
      ]),
    );
  const standard = new StandardWebhook(secret).verify(body, named('webhook'));
  assert.deepEqual(new SvixWebhook(secret).verify(body, named('svix')), standard);
  assert.deepEqual(new SvixWebhook(secret).verify(body, named('webhook')), standard);
  return standard;
}

describe('a webhook', () => {
  test('receives every transaction that ends, thin and signed, and the official libraries verify it', async () => {
    const receiver = await openWebhookReceiver();
    const { id } = await shop.webhook(receiver.endpoint);
    const secret = await shop.secretOf(id);
    const [good, bad] = [await shop.pay(), await shop.end('declined')];
    await shop.drain();
    assert.deepEqual(
      receiver.received.map((received) => verify(received, secret)),
      receiver.bodies(),
    );
    const seenEvents = Object.fromEntries(receiver.bodies().map(({ data: { id, ...rest } }) => [id, rest]));
    assert.deepEqual(seenEvents, {
      [good]: { status: 'Successful', reason: null },
      [bad]: { status: 'Error', reason: 'The bank declined the payment.' },
    });
    assert.deepEqual(
      receiver.bodies().map(({ type, sequence }) => [type, sequence]),
      [
        ['transaction.complete', 1],
        ['transaction.complete', 1],
      ],
    );
    for (const body of receiver.bodies())
      assert.equal(validatorOf(webhookMessage('transaction.complete', 'thin'))(body), undefined);
    assert.throws(() => verify({ ...receiver.received[0]!, body: `${receiver.received[0]!.body} ` }, secret));
    await shop.good('DELETE', `/webhooks/${id}`);
  });

  test('with full messages receives the fields of the Payments API as texts, with its hash', async () => {
    const receiver = await openWebhookReceiver();
    const { id } = await shop.webhook(receiver.endpoint, { messageType: 'full' });
    const notified = await openWebhookReceiver();
    const made = await shop.merchant.createPayments({
      notifyUrl: `${notified.url}/n`,
      transactionReference: 'FULL',
    });
    await shop.merchant.decide(made.body.paymentRequestId, 'success');
    await shop.drain();
    const [body] = receiver.bodies();
    assert.equal(validatorOf(webhookMessage('transaction.complete', 'full'))(body), undefined);
    const form = Object.fromEntries(new URLSearchParams(notified.received[0]!.body));
    const { SubStatus: _, Hash: __, ...reported } = form;
    const { Hash: ___, ...said } = body.data;
    const { body: read } = await shop.call('GET', `/transactions/${said.TransactionId}`);
    assert.equal(read.status, said.Status);
    assert.deepEqual(said, { ...reported, Status: 'Successful', IsTest: 'False' });
    await verifyNotification(String(new URLSearchParams(body.data)), shop.credentials.privateKey);
    verify(receiver.received[0]!, await shop.secretOf(id));
    await shop.good('DELETE', `/webhooks/${id}`);
  });

  test('for refunds receives those without a notifyUrl, and a notifyUrl receives the others', async () => {
    const [thin, full, notified] = await Promise.all([1, 2, 3].map(() => openWebhookReceiver()));
    const hooks = [
      await shop.webhook(thin!.endpoint, { eventType: 'refund.complete' }),
      await shop.webhook(full!.endpoint, { eventType: 'refund.complete', messageType: 'full' }),
    ];
    const transactionId = await shop.pay();
    const plain = await shop.refund(transactionId);
    const named = await shop.refund(transactionId, { notifyUrl: `${notified!.url}/refund` });
    await shop.endRefund(plain.id);
    await shop.endRefund(named.id, 'returned');
    await shop.drain();
    const [message] = thin!.bodies();
    assert.deepEqual(columnOf(thin!.bodies(), 'data'), [{ id: plain.id, status: 'Complete', reason: null }]);
    assert.equal(validatorOf(webhookMessage('refund.complete', 'thin'))(message), undefined);
    const [whole] = full!.bodies();
    assert.equal(full!.bodies().length, 1);
    assert.equal(validatorOf(webhookMessage('refund.complete', 'full'))(whole), undefined);
    assert.deepEqual(
      [whole.data.RefundId, whole.data.Status, whole.data.Amount],
      [plain.id, 'Complete', '10.00'],
    );
    assert.deepEqual(
      notified!.bodies().map(({ data }) => [data.id, data.status]),
      [[named.id, 'Returned']],
    );
    verify(notified!.received[0]!, shop.credentials.webhookSecret);
    for (const { id } of hooks) await shop.good('DELETE', `/webhooks/${id}`);
  });

  test('receives a test payment too, which is marked as a test', async () => {
    const receiver = await openWebhookReceiver();
    const { id } = await shop.webhook(receiver.endpoint, { messageType: 'full' });
    const made = await shop.merchant.createPayments({ isTest: 'true', notifyUrl: 'http://127.0.0.1:9/n' });
    await shop.merchant.decide(made.body.paymentRequestId, 'success');
    await shop.drain();
    assert.deepEqual(
      receiver.bodies().map(({ data }) => [data.IsTest, data.Status]),
      [['True', 'Successful']],
    );
    await shop.good('DELETE', `/webhooks/${id}`);
  });

  test('has a separate secret, which signs for 24 hours more together with its replacement', async () => {
    const receiver = await openWebhookReceiver();
    const { id } = await shop.webhook(receiver.endpoint);
    const other = await shop.webhook(receiver.endpoint.replace('/hook', '/other'));
    const old = await shop.secretOf(id);
    assert.match(old, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(old, await shop.secretOf(other.id));
    const { secret: fresh } = await rotateWebhookSecret(shop.ctx, everything, id);
    assert.equal(await shop.secretOf(id), fresh);
    const reported = async () => {
      receiver.received.length = 0;
      await shop.pay();
      await shop.drain();
      return receiver.received.find(({ path }) => path === '/hook')!;
    };
    const during = await reported();
    verify(during, fresh);
    verify(during, old);
    shop.clock.advance(24 * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const after = await reported();
    verify(after, fresh);
    assert.throws(() => verify(after, old));
    for (const one of [id, other.id]) await shop.good('DELETE', `/webhooks/${one}`);
  });

  test('is sent one message an event, with one id at every webhook, and another for each event', async () => {
    const [first, second] = [await openWebhookReceiver(), await openWebhookReceiver()];
    const hooks = [
      await shop.webhook(first.endpoint),
      await shop.webhook(first.endpoint, { messageType: 'full' }),
      await shop.webhook(second.endpoint),
    ];
    for (let count = 0; count < 3; count++) await shop.pay();
    await shop.drain();
    const ids = (received: Received[]) => received.map(({ headers }) => headers['webhook-id']).sort();
    assert.equal(first.received.length, 6);
    assert.equal(second.received.length, 3);
    assert.equal(new Set(ids(second.received)).size, 3);
    assert.deepEqual([...new Set(ids(first.received))], ids(second.received));
    for (const { id } of hooks) await shop.good('DELETE', `/webhooks/${id}`);
  });
});

test('a webhook whose name turns out to be private is not called, while a notifyUrl in staging is (R16)', async () => {
  const strict = await openWebhookShop({ TEFO_ALLOWED_NETWORKS: '' });
  const [hidden, notified] = [await openWebhookReceiver(), await openWebhookReceiver()];
  await strict.webhook(hidden.endpoint);
  const transactionId = await strict.pay({ notifyUrl: notified.endpoint });
  await strict.drain();
  assert.deepEqual([hidden.received.length, notified.received.length], [0, 1]);
  const message = (await strict.notificationsOf(transactionId)).find((one: object) => 'webhookId' in one);
  assert.equal(message.attempts[0].error, 'the address is not allowed');
});
