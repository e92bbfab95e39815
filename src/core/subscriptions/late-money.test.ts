import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openOnThursday } from '../../../test/support/setup/subscriptions.ts';
import { recordAnswer } from '../transactions/transitions.ts';

const hour = 3_600;
const day = 24 * hour;

describe('money that comes late', () => {
  test('pays a charge that is to be tried again: no second attempt is created (.96)', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 1, amount: 10_096n });
    await gym.jobs.drain();
    for (let hours = 0; hours < 5; hours += 1) await gym.wait(hour);
    assert.deepEqual(await gym.states(made), ['1 retrying']);
    await gym.wait(10);
    assert.deepEqual(await gym.states(made), ['1 successful']);
    for (let days = 0; days < 4; days += 1) await gym.wait(day);
    assert.deepEqual(await gym.collected(made), [10_096n]);
    const [charge] = await gym.charges(made);
    assert.equal((await gym.now({ id: charge!.transactionId! })).paidLate, true);
    assert.deepEqual(await gym.notificationsOf(made), [
      'authorization.approved',
      'payment.succeeded',
      'completed',
    ]);
    await gym.sound();
  });

  test('that the bank has not decided on keeps the next attempt waiting, however long', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 1, amount: 10_096n });
    await gym.jobs.drain();
    // The bank does not decide yet.
    await gym.db`update bank.orders set due_at = ${new Date('2027-01-25T08:00:00Z')} where mandate_id = ${made.id}`;
    await gym.wait(6 * hour);
    for (let days = 0; days < 6; days += 1) {
      await gym.wait(day);
      assert.deepEqual(
        (await gym.charges(made)).map(({ state, attempts }) => [state, attempts]),
        [['retrying', 1]],
      );
    }
    await gym.on('2027-01-25T12:00');
    assert.deepEqual(await gym.collected(made), [10_096n]);
    assert.deepEqual(await gym.states(made), ['1 successful']);
    await gym.sound();
  });

  test('pays an abandoned charge, and reports it, also when its subscription has failed', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 4, amount: 10_091n, frequency: 'Weekly' });
    for (let days = 0; days < 26; days += 1) await gym.wait(day);
    assert.equal(await gym.stateOf(made), 'failed');
    const [charge] = await gym.charges(made);
    const [attempt] = await gym.db<{ id: string }[]>`
      select id from transactions where payment_id = ${charge!.paymentId} order by created_at`;
    await gym.simulator.decide(attempt!.id, 'success');
    await gym.jobs.drain();
    const [after] = await gym.charges(made);
    assert.deepEqual([after!.state, after!.transactionId], ['successful', attempt!.id]);
    assert.equal((await gym.notificationsOf(made)).at(-1), 'payment.succeeded');
    assert.equal(await gym.stateOf(made), 'failed');
    assert.equal((await gym.paymentNow({ id: charge!.paymentId! })).state, 'complete');
    await gym.sound();
  });

  test('twice for one charge, by a bank that contradicts itself, is booked twice and found by the check', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 1, amount: 10_091n });
    for (let days = 0; days < 6; days += 1) await gym.wait(day);
    const [charge] = await gym.charges(made);
    const attempts = await gym.db<{ id: string }[]>`
      select id from transactions where payment_id = ${charge!.paymentId} order by created_at`;
    for (const { id } of attempts.slice(0, 2)) await gym.simulator.decide(id, 'success');
    await gym.jobs.drain();
    assert.equal((await gym.notificationsOf(made)).filter((type) => type === 'payment.succeeded').length, 1);
    await assert.rejects(gym.sound(), /charge-has-its-attempts/);
  });
});

describe('callbacks of the bank', () => {
  test('twice, and stale ones after the end, change nothing', async () => {
    const gym = await openOnThursday();
    gym.simulator.setFaults({ duplicateCallbacks: true, reorderCallbacks: true });
    const made = await gym.active({ occurrences: 2, frequency: 'Daily', amount: 10_094n });
    await gym.jobs.drain();
    await gym.wait(90);
    await gym.wait(day);
    await gym.wait(90);
    assert.equal(await gym.stateOf(made), 'completed');
    assert.deepEqual(await gym.notificationsOf(made), [
      'authorization.approved',
      'payment.succeeded',
      'payment.succeeded',
      'completed',
    ]);
    const [charge] = await gym.charges(made);
    const answer = { outcome: 'declined', reason: 'no', payerAccount: null } as const;
    await recordAnswer(gym.ctx, charge!.transactionId!, answer);
    assert.deepEqual(await gym.states(made), ['1 successful', '2 successful']);
    await gym.sound();
  });
});
