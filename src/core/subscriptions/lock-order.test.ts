import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recording } from '../../../test/support/sent.ts';
import { local, openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import type { BankAnswer } from '../rails.ts';
import { createSubscriptionSweeps } from './jobs.ts';

const locked = /^select \? from (payments|subscriptions|subscription_charges) .* for no key update$/;

test('starting a retry and recording its end both lock the payment, then the subscription, then the charge', async () => {
  const gym = await openSubscriptions();
  const subscription = await gym.active({ firstPaymentDate: '2026-11-23', occurrences: 1 });
  const { db, sent } = recording(gym.db);
  const sweepWith = (answer: BankAnswer) => {
    const rails = gym.simulator.railsWith({ mandates: { collect: async () => answer } });
    const sweeps = createSubscriptionSweeps({ ...gym.ctx, db }, rails);
    return sweeps.find(({ name }) => name === gym.chargeSweep.name)!;
  };
  gym.clock.set(local('2026-11-23T08:00'));
  await sweepWith({ outcome: 'declined', reason: 'no money', payerAccount: null }).run();
  assert.deepEqual(await gym.states(subscription), ['1 retrying']);

  gym.clock.set(local('2026-11-27T08:00'));
  sent.length = 0;
  await sweepWith({ outcome: 'paid', reason: null, payerAccount: '62000000001' }).run();
  assert.deepEqual(await gym.states(subscription), ['1 successful']);
  const tables = sent.flatMap((statement) => locked.exec(statement)?.[1] ?? []);
  const [payment, ...rest] = ['payments', 'subscriptions', 'subscription_charges'];
  assert.deepEqual(tables.slice(0, 3), [payment, ...rest]);
  assert.deepEqual(tables.slice(-3), [payment, ...rest]);
});
