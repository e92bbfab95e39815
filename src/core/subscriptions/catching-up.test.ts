import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openOnThursday } from '../../../test/support/setup/subscriptions.ts';
import { chargeNow } from './actions.ts';

const day = 86_400;

describe('a scheduler that was down', () => {
  test('for three days catches up in order, one charge for each due date, and then keeps its days', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 6, frequency: 'Daily' });
    gym.clock.advance(3 * day * 1_000);
    await gym.jobs.drain();
    assert.deepEqual(await gym.states(made), [
      '1 successful',
      '2 successful',
      '3 successful',
      '4 successful',
      '5 scheduled',
    ]);
    const rows = await gym.db<{ occurrence: number }[]>`
      select charge.occurrence from transitions step
      join subscription_charges charge on charge.id = step.object_id and charge.subscription_id = ${made.id}
      where step.verb in ('charge', 'pay') order by step.id`;
    assert.deepEqual(
      rows.map(({ occurrence }) => occurrence),
      [1, 1, 2, 2, 3, 3, 4, 4],
    );
    await gym.wait(60);
    assert.equal((await gym.collected(made)).length, 4);
    await gym.on('2027-01-18T05:59');
    assert.equal((await gym.collected(made)).length, 4);
    await gym.on('2027-01-18T06:00');
    assert.equal((await gym.collected(made)).length, 5);
    await gym.sound();
  });

  test('starts no occurrence while a bank has not decided on the one before, and each as soon as it has', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 4, frequency: 'Daily', amount: 10_094n });
    await gym.wait(3 * day);
    for (const expected of [1, 2, 3, 4]) {
      await gym.wait(1);
      assert.equal((await gym.states(made))[expected - 1], `${expected} charging`);
      assert.equal(
        (await gym.states(made))[expected],
        expected < 4 ? `${expected + 1} scheduled` : undefined,
      );
      const charge = (await gym.charges(made)).find(({ occurrence }) => occurrence === expected);
      await gym.simulator.decide(charge!.transactionId!, 'success');
      await gym.jobs.drain();
    }
    assert.equal(await gym.stateOf(made), 'completed');
    await gym.sound();
  });

  test('for a year ends all charges of that time, and retries one that the bank declined', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 12, band: { minimum: 1n, maximum: 10_000n } });
    const declined = await gym.active({ occurrences: 2, amount: 10_091n });
    await chargeNow(gym.ctx, made, { amount: 9_991n, merchantReference: 'EXTRA' });
    await gym.jobs.drain();
    await gym.wait(400 * day);
    assert.equal((await gym.collected(made)).length, 12);
    for (let days = 0; days < 6; days += 1) await gym.wait(day);
    assert.equal(await gym.stateOf(made), 'completed');
    assert.deepEqual(await gym.states(declined), ['1 failed', '2 failed']);
    assert.equal(await gym.stateOf(declined), 'completed');
    await gym.sound();
  });
});
