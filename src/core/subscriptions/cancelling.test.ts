import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, chargeNow } from './actions.ts';

const gym = await openSubscriptions();
const { ctx, db, simulator, site } = gym;
const day = 86_400;

describe('cancelling', () => {
  test('calls off future charges, abandons a charge that would be tried again, and leaves charges at the bank to it', async () => {
    const scheduled = await gym.active({ firstPaymentDate: '2028-06-30' });
    const retrying = await gym.active({ amount: 10_091n });
    const charging = await gym.active({ amount: 10_094n });
    await gym.jobs.drain();
    for (const { id } of [scheduled, retrying, charging])
      await cancelSubscription(ctx, only(site.merchantId), id);
    assert.deepEqual(await gym.states(scheduled), ['1 cancelled']);
    assert.deepEqual(await gym.states(retrying), ['1 failed', '2 cancelled']);
    assert.deepEqual(await gym.states(charging), ['1 charging', '2 cancelled']);
    await gym.wait(70);
    assert.deepEqual(await gym.states(charging), ['1 successful', '2 cancelled']);
    assert.deepEqual(await gym.charges(scheduled), []);
    assert.deepEqual((await gym.notificationsOf(retrying)).slice(1), ['payment.failed', 'cancelled']);
    assert.deepEqual((await gym.notificationsOf(charging)).slice(1), ['cancelled', 'payment.succeeded']);
    assert.deepEqual(await gym.collected(charging), [10_094n]);
    await gym.wait(60 * day);
    assert.deepEqual(await gym.collected(charging), [10_094n]);
  });

  test('abandons and notifies a requested charge that has not started, at sign-up as well', async () => {
    const band = { minimum: 1n, maximum: 10_000n };
    const made = await gym.active({ firstPaymentDate: '2028-06-30', payableNow: 7_000n, band });
    await chargeNow(ctx, made, { amount: 10_000n, merchantReference: 'X' });
    await cancelSubscription(ctx, only(site.merchantId), made.id);
    const states = (await gym.states(made)).toSorted();
    assert.deepEqual(states, ['1 cancelled', 'adhoc failed', 'signup failed']);
    const listed = (await gym.charges(made)).map(({ type, state, attempts }) => [type, state, attempts]);
    assert.deepEqual(listed.toSorted(), [
      ['adhoc', 'failed', 0],
      ['signup', 'failed', 0],
    ]);
    assert.deepEqual((await gym.notificationsOf(made)).slice(1), [
      'payment.failed',
      'payment.failed',
      'cancelled',
    ]);
    const amounts = await db<{ amount: string }[]>`
      select data->>'amount' as amount from events
      where object_id = ${made.id} and data ? 'amount' order by amount`;
    assert.deepEqual(
      amounts.map(({ amount }) => amount),
      ['100.00', '70.00'],
    );
    await gym.jobs.drain();
    assert.deepEqual(await gym.collected(made), []);
  });

  test('charges nothing that had not reached the bank, though an attempt was open', async () => {
    await gym.on('2027-11-01T10:00');
    const made = await gym.active({ occurrences: 2 });
    simulator.setFaults({ down: true });
    await gym.jobs.drain();
    assert.deepEqual(await gym.states(made), ['1 charging', '2 scheduled']);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
    await db`update subscriptions set due_at = due_at + interval '1 day' where id = ${made.id}`;
    simulator.setFaults({});
    await gym.wait(120);
    // The mandate was still approved when the bank came back.
    assert.equal(await gym.mandateState(made), 'approved');
    assert.deepEqual(await gym.states(made), ['1 failed', '2 cancelled']);
    assert.deepEqual(await gym.collected(made), []);
    await gym.wait(day);
    assert.equal(await gym.mandateState(made), 'cancelled');
  });
});

test('after all that, everything is sound', async () => {
  await gym.sound();
});
