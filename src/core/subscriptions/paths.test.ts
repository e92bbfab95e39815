// Takes every step that the two tables allow once, by its real cause.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOnThursday, type Subscriptions } from '../../../test/support/setup/subscriptions.ts';
import { legalSteps, type Machine } from '../../kernel/state-machine.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, chargeMachine, declineSubscription, subscriptionMachine } from './actions.ts';

const hour = 3_600;
const day = 24 * hour;

const cancel = (gym: Subscriptions, { id }: { id: string }) =>
  cancelSubscription(gym.ctx, only(gym.site.merchantId), id);

/** Returns a subscription whose customer came back from a bank that could not be queried. */
async function unknown(gym: Subscriptions): Promise<{ id: string }> {
  const made = await gym.subscribe();
  await gym.goToBank(made);
  gym.simulator.setFaults({ down: true });
  await gym.comeBack(made);
  gym.simulator.setFaults({});
  return made;
}

const timelines: Record<string, (gym: Subscriptions) => Promise<unknown>> = {
  'declined, cancelled and lapsed before any bank': async (gym) => {
    await declineSubscription(gym.ctx, (await gym.subscribe()).id);
    await cancel(gym, await gym.subscribe());
    await gym.subscribe();
    await gym.wait(day);
  },
  "unknown, and the bank's later report": async (gym) => {
    const approved = await unknown(gym);
    const declined = await unknown(gym);
    const open = await unknown(gym);
    const lapsed = await unknown(gym);
    await cancel(gym, await unknown(gym));
    await gym.simulator.decideMandate(approved.id, 'approved');
    await gym.simulator.decideMandate(declined.id, 'declined');
    for (const one of [approved, declined, open]) await gym.comeBack(one);
    gym.simulator.setFaults({ down: true });
    await gym.wait(25 * hour);
    gym.simulator.setFaults({});
    await gym.wait(hour);
    assert.equal(await gym.stateOf(lapsed), 'expired');
  },
  'all charges paid': async (gym) => {
    const made = await gym.active({ occurrences: 2, frequency: 'Daily' });
    await gym.jobs.drain();
    await gym.wait(day);
    assert.equal(await gym.stateOf(made), 'completed');
  },
  'three charges failed, and one paid after all': async (gym) => {
    const made = await gym.active({ occurrences: 4, frequency: 'Weekly', amount: 10_091n });
    for (let days = 0; days < 26; days += 1) await gym.wait(day);
    assert.equal(await gym.stateOf(made), 'failed');
    const [charge] = await gym.charges(made);
    await gym.simulator.decide(charge!.transactionId!, 'success');
  },
  'cancelled with a charge ahead, and one to be tried again': async (gym) => {
    const made = await gym.active({ amount: 10_091n });
    await gym.jobs.drain();
    await cancel(gym, made);
  },
  'cancelled with a charge at sign-up that has not started': async (gym) => {
    await cancel(gym, await gym.active({ payableNow: 7_000n }));
  },
  'paid, and taken back by the bank': async (gym) => {
    const [again, lost] = [await gym.active(), await gym.active()];
    await gym.jobs.drain();
    for (const [made, code] of [
      [again, '02'],
      [lost, '36'],
    ] as const) {
      const [charge] = await gym.charges(made);
      await gym.simulator.returnCollection(charge!.transactionId!, code);
    }
  },
  'paid between two attempts': async (gym) => {
    await gym.active({ occurrences: 1, amount: 10_096n });
    await gym.jobs.drain();
    await gym.wait(5 * hour);
    await gym.wait(60);
  },
};

test('every step of a subscription and of a charge can be taken, and no other is', async () => {
  const gym = await openOnThursday();
  for (const timeline of Object.values(timelines)) await timeline(gym);
  await gym.wait(60);
  for (const machine of [subscriptionMachine, chargeMachine] as Machine[]) {
    const rows = await gym.db<{ step: string }[]>`
      select distinct concat_ws(' ', from_state, verb, to_state) as step from transitions
      where object = ${machine.object}`;
    assert.deepEqual(rows.map(({ step }) => step).toSorted(), [...legalSteps(machine)].toSorted());
  }
  await gym.sound();
});
