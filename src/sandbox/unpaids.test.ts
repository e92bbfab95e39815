// The sandbox control that returns a collected charge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from '../../test/support/setup/sandbox.ts';
import { createSubscription, listCharges } from '../core/subscriptions/actions.ts';
import { createSubscriptionSweeps } from '../core/subscriptions/jobs.ts';
import { dayOf } from '../kernel/business-days.ts';
import { createJobs } from '../kernel/concurrency/jobs.ts';
import { newId } from '../kernel/ids.ts';

const sandbox = await openSandbox();
const { ctx, clock, site, rails } = sandbox;
const jobs = createJobs(createSubscriptionSweeps(ctx, rails), ctx.log);

async function charged(): Promise<string> {
  const given = {
    amount: 10_000n,
    merchantReference: 'GYM-1',
    frequency: 'Monthly',
    occurrences: 3,
  } as const;
  const firstPaymentDate = dayOf(clock.now()).toString();
  const made = await createSubscription(ctx, { site, ...given, firstPaymentDate });
  await sandbox.call('POST', `subscriptions/${made.id}/authorize`, { outcome: 'approved' });
  await jobs.drain();
  const { rows } = await listCharges(ctx.db, made, { limit: 10, offset: 0 });
  return rows.find(({ transactionId }) => transactionId !== null)!.transactionId!;
}

const giveBack = (id: string, more: object = {}, key?: string) =>
  sandbox.call('POST', `transactions/${id}/outcome`, { outcome: 'returned', ...more }, key);

test('a charge is returned at once with the given code or 02, and only once', async () => {
  const [first, second] = [await charged(), await charged()];
  const { status, body } = await giveBack(first, { code: '36' });
  assert.equal(status, 200);
  assert.deepEqual([body.state, body.reason], ['reversed', 'unpaid 36: payment previously stopped']);
  assert.deepEqual((await giveBack(first, { code: '02' })).body, body);
  const again = await giveBack(second);
  assert.equal(again.body.reason, 'unpaid 02: not provided for');
  await sandbox.work();
  assert.deepEqual(await sandbox.holdings(), [0n, 0n]);
});

test('a payment that cannot be returned is refused with the reason', async () => {
  const charge = await charged();
  const wrong = await giveBack(charge, { code: '77' });
  assert.equal(wrong.status, 400);
  assert.match(String(wrong.body.message), /^code must be one of 02, 03, /);
  const paid = await sandbox.pay(10_000n);
  const refused = await giveBack(paid.id);
  assert.equal(refused.status, 409);
  assert.match(String(refused.body.message), /only collections under a mandate can come back/);
  assert.equal((await giveBack(charge, {}, sandbox.stranger.apiKey)).status, 404);
  assert.equal((await giveBack(newId(clock))).status, 404);
});
