import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isNotificationHashed, isSigned, openRefunds } from '../../../test/support/refunding.ts';
import type { Received } from '../../../test/support/running.ts';
import { findSiteByCode, rotateSecret } from '../../core/merchants/actions.ts';
import { everything } from '../../core/viewer.ts';

const minute = 60_000;
const shop = await openRefunds();
const { merchant, receiver } = shop;

/** Pays through the Payments API and refunds `amount`, with the receiver as notifyUrl. */
async function submit(rand: number, amount = rand): Promise<{ id: string; transactionId: string }> {
  const transactionId = await shop.pay(rand);
  const { body } = await shop.submit([
    { transactionId, amount: amount.toFixed(2), refundReason: 'x', notifyUrl: `${receiver.url}/payments` },
  ]);
  assert.equal(body[0].errors, null);
  return { id: body[0].refundId, transactionId };
}

const formOf = ({ body }: Received) => new URLSearchParams(body);
const statusesOf = (id: string) => shop.notificationsOf(id).map((reported) => formOf(reported).get('Status'));

describe('the notification of a refund on the Payments API', () => {
  const ends: [outcome: string, status: string, message: string][] = [
    ['complete', 'Complete', ''],
    ['failed', 'Failed', 'rejected by the destination bank'],
    ['returned', 'Returned', 'the account no longer exists'],
  ];
  for (const [outcome, status, message] of ends) {
    test(`of a ${status} refund is a form with these fields in this order, hashed and signed`, async () => {
      const { id, transactionId } = await submit(80, 12.5);
      await shop.sandbox(`/refunds/${id}/outcome`, { outcome });
      await shop.drain();
      const [reported, ...more] = shop.notificationsOf(id);
      assert.deepEqual(more, []);
      assert.equal(reported!.path, '/payments');
      assert.equal(reported!.headers['content-type'], 'application/x-www-form-urlencoded');
      const form = formOf(reported!);
      const { Hash, ...rest } = Object.fromEntries(form);
      assert.deepEqual(rest, {
        RefundId: id,
        TransactionId: transactionId,
        CurrencyCode: 'ZAR',
        Amount: '12.50',
        Status: status,
        BankName: 'Demo Bank',
        AccountNumber: '******6209',
        StatusMessage: message,
        IsRtc: 'false',
      });
      assert.deepEqual([...form.keys()], [...Object.keys(rest), 'Hash']);
      assert.match(Hash!, /^[0-9a-f]{128}$/);
      assert.ok(isNotificationHashed(form, merchant.privateKey));
      for (const field of ['Amount', 'Status', 'RefundId', 'AccountNumber']) {
        const forged = new URLSearchParams(form);
        forged.set(field, `${form.get(field)}1`);
        assert.ok(!isNotificationHashed(forged, merchant.privateKey), field);
      }
      assert.ok(isSigned(reported!, merchant.webhookSecret));
      assert.ok(isSigned(reported!, merchant.webhookSecret, 'svix'));
    });
  }

  test('of a cancelled refund is sent, whichever surface cancelled it', async () => {
    const { id } = await submit(10);
    await shop.one('POST', `/refunds/${id}/cancel`);
    await shop.one('POST', `/refunds/${id}/cancel`);
    await shop.drain();
    assert.deepEqual(statusesOf(id), ['Cancelled']);
    const form = formOf(shop.notificationsOf(id)[0]!);
    assert.equal(form.get('StatusMessage'), 'cancelled by the merchant');
    assert.ok(isNotificationHashed(form, merchant.privateKey));
  });

  test('is sent for each final status once, in order, however often the bank reports it; not for Pending and Submitted', async () => {
    await shop.sandbox('/faults', { bank: { duplicateCallbacks: true, reorderCallbacks: true } });
    const [good, failing, returning] = [await submit(60), await submit(60.97), await submit(60.98)];
    await shop.moveTo('2026-11-20T14:00');
    assert.deepEqual(
      [good, failing, returning].flatMap(({ id }) => statusesOf(id)),
      [],
    );
    await shop.pass(minute);
    await shop.pass(24 * 60 * minute);
    await shop.pass(3 * 24 * 60 * minute);
    await shop.sandbox('/faults', {});
    assert.deepEqual(statusesOf(good.id), ['Complete']);
    assert.deepEqual(statusesOf(failing.id), ['Failed']);
    assert.deepEqual(statusesOf(returning.id), ['Complete', 'Returned']);
    const ids = shop.notificationsOf(returning.id).map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 2);
    await shop.assertSound();
  });

  test('is hashed with the newest private key, and signed with every usable secret', async () => {
    const { id: siteId, merchantId } = (await findSiteByCode(shop.db, merchant.siteCode))!;
    const { id, transactionId } = await submit(10, 5);
    const { secret: fresh } = await rotateSecret(shop.ctx, everything, {
      merchantId,
      siteId,
      kind: 'private_key',
    });
    const { secret } = await rotateSecret(shop.ctx, everything, {
      merchantId,
      siteId,
      kind: 'webhook_secret',
    });
    shop.directory.forget();
    // Requests signed with the old key are still accepted.
    assert.equal(
      (await shop.submit([{ transactionId, amount: '1.00', refundReason: 'x' }])).body[0].errors,
      null,
    );
    await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'complete' });
    await shop.drain();
    const [reported] = shop.notificationsOf(id);
    assert.ok(isNotificationHashed(formOf(reported!), fresh));
    assert.ok(isSigned(reported!, merchant.webhookSecret));
    assert.ok(isSigned(reported!, secret));
  });

  test('is not sent for a refund without an address', async () => {
    const { id } = await shop.refund(await shop.pay(10), 10);
    await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'complete' });
    await shop.drain();
    assert.deepEqual(shop.notificationsOf(id), []);
    assert.equal((await shop.db`select 1 from events where object_id = ${id}`).length, 1);
  });
});

describe('the notification of a refund on the One API', () => {
  test('is the thin body as signed JSON, once for each final status', async () => {
    const transactionId = await shop.pay(44.98);
    const { id } = await shop.refund(transactionId, 44.98, { notifyUrl: `${receiver.url}/one` });
    await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'complete' });
    await shop.drain();
    await shop.pass(minute);
    await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'returned' });
    await shop.drain();
    const reported = shop.notificationsOf(id);
    assert.equal(reported.length, 2);
    reported.forEach((post, index) => {
      assert.equal(post.path, '/one');
      assert.equal(post.headers['content-type'], 'application/json');
      const { timestamp, ...body } = JSON.parse(post.body);
      assert.deepEqual(body, {
        type: 'refund.complete',
        sequence: index + 1,
        data:
          index === 0
            ? { id, status: 'Complete', reason: null }
            : { id, status: 'Returned', reason: 'the account no longer exists' },
      });
      assert.match(timestamp, /^2026-.*Z$/);
      assert.ok(isSigned(post, merchant.webhookSecret));
      assert.ok(!isSigned({ ...post, body: `${post.body} ` }, merchant.webhookSecret));
      assert.doesNotMatch(post.body, /6209|ORDER/);
    });
  });

  test('follows the surface on which the refund was requested, not the payment', async () => {
    const transactionId = await shop.pay(20);
    const notifyUrl = `${receiver.url}/either`;
    const one = (await shop.refund(transactionId, 5, { notifyUrl })).id;
    const { body } = await shop.submit([{ transactionId, amount: '5.00', refundReason: 'x', notifyUrl }]);
    for (const id of [one, body[0].refundId])
      await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'complete' });
    await shop.drain();
    assert.equal(shop.notificationsOf(one)[0]!.headers['content-type'], 'application/json');
    assert.equal(
      shop.notificationsOf(body[0].refundId)[0]!.headers['content-type'],
      'application/x-www-form-urlencoded',
    );
  });
});
