// Timelines of objects with thousands of entries: the newest are shown, with the number of those left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationFormats } from '../src/app/formats.ts';
import { everything } from '../src/core/viewer.ts';
import { readTimeline } from '../src/reports/timelines/actions.ts';
import { describeDelivery } from '../src/reports/timelines/delivery.ts';
import { openWebhookReceiver, openWebhookShop } from './support/webhook-shop.ts';

const shop = await openWebhookShop();
const { ctx, db } = shop;

async function paid() {
  const id = await shop.pay();
  await shop.drain();
  const [row] = await db<{ paymentId: string }[]>`select payment_id from transactions where id = ${id}`;
  return { id, root: { kind: 'payment', id: row!.paymentId } as const };
}

test('a timeline shows the newest 200 attempts of a notification, and how many are hidden', async () => {
  const receiver = await openWebhookReceiver();
  await shop.webhook(receiver.endpoint);
  const { id, root } = await paid();
  const [delivery] = await db<{ id: string }[]>`select id from deliveries where object_id = ${id}`;
  await db`
    insert into delivery_attempts (id, delivery_id, number, at, duration_ms, status_code)
    select gen_random_uuid(), ${delivery!.id}, number, ${ctx.clock.now()}::timestamptz + number * interval '1 ms', 5, 200
    from generate_series(2, 450) as number`;
  const { steps } = (await readTimeline(ctx, everything, root))!;
  const attempts = steps.filter(({ record }) => record.startsWith('delivery_attempts/'));
  assert.equal(attempts.length, 200);
  assert.match(attempts[0]!.what, /attempt 251\)/);
  assert.match(attempts.at(-1)!.what, /attempt 450\)/);
  const place = steps.findIndex(({ what }) => /^attempts 1 to 250 for .* are not shown$/.test(what));
  assert.equal(steps[place + 1], attempts[0], 'in the place of those that are not shown');
  const formats = notificationFormats(ctx, shop.config);
  const deliveryPath = (await describeDelivery(ctx, everything, delivery!.id, {
    exchangesOf: everything,
    formats,
  }))!;
  assert.deepEqual([deliveryPath.attempts.length, deliveryPath.lastNotShown], [200, 250]);
});

test('a whole timeline mentions no hidden entries', async () => {
  const { root } = await paid();
  const { steps } = (await readTimeline(ctx, everything, root))!;
  assert.deepEqual(
    steps.filter(({ what }) => what.includes('not shown')),
    [],
  );
});

test('a timeline shows the newest payment attempts and refunds, and an old attempt that was paid late', async () => {
  const { id, root } = await paid();
  await shop.good('POST', `/transactions/${id}/refunds`, {
    amount: { currency: 'ZAR', value: 1 },
    reason: 'one of many',
    realTimePayment: false,
  });
  const copies = (table: string, of: string) => db`
    insert into ${db(table)}
    select (jsonb_populate_record(kept, jsonb_build_object('id', gen_random_uuid(), 'state', 'cancelled',
      'created_at', kept.created_at + number * interval '1 s', 'completed_at', kept.created_at))).*
    from ${db(table)} kept, generate_series(1, 300) as number where kept.id = ${of}`;
  const [refund] = await db<{ id: string }[]>`select id from refunds where transaction_id = ${id}`;
  await copies('transactions', id);
  await copies('refunds', refund!.id);
  const { steps } = (await readTimeline(ctx, everything, root))!;
  const begun = Map.groupBy(
    steps.filter(({ kind, record }) => kind === 'begin' && record.startsWith('begin/')),
    ({ object }) => object,
  );
  assert.equal(begun.get('transaction')!.length, 200);
  assert.ok(begun.get('transaction')!.some(({ objectId }) => objectId === id));
  assert.equal(begun.get('refund')!.length, 200);
  for (const kind of ['attempts to pay', 'refunds'])
    assert.ok(
      steps.some(({ what }) => what === `older ${kind} are not shown`),
      kind,
    );
});
