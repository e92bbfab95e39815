import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counting } from '../../../test/support/counting.ts';
import { addDueCharges } from '../../../test/support/due-charges.ts';
import { openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import type { BankAnswer } from '../rails.ts';
import { createSubscriptionSweeps } from './jobs.ts';

const gym = await openSubscriptions();
const { db, clock, ctx, simulator } = gym;

const paid: BankAnswer = { outcome: 'paid', reason: null, payerAccount: '62000000001' };
const declined: BankAnswer = { outcome: 'declined', reason: 'no money', payerAccount: null };

/** Returns how many statements a number of due charges takes, at a bank that responds at once. */
async function statementsFor(due: number, answer: BankAnswer): Promise<number> {
  const one = await gym.active({ firstPaymentDate: '2027-11-30' });
  await addDueCharges(db, one, due, clock.now());
  const rails = simulator.railsWith({ mandates: { collect: async () => answer } });
  const counted = counting(db);
  const sweep = createSubscriptionSweeps({ ...ctx, db: counted.db }, rails).find(
    ({ name }) => name === gym.chargeSweep.name,
  )!;
  assert.equal(await sweep.run(), due);
  return counted.count();
}

const statesOf = async (): Promise<Record<string, number>> => {
  const rows = await db<{ state: string; count: number }[]>`
    select state, count(*)::integer as count from subscription_charges where occurrence = 1 group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test('two hundred due charges take as many statements as a handful, plus one group of responses', async () => {
  const few = await statementsFor(4, paid);
  const many = await statementsFor(200, paid);
  assert.ok(many <= 2 * few, `${few} statements for 4 charges, ${many} for 200`);
  assert.equal((await statesOf()).successful, 204);
});

test('two hundred that the bank declines do so too', async () => {
  const few = await statementsFor(4, declined);
  const many = await statementsFor(200, declined);
  assert.ok(many <= 2 * few, `${few} statements for 4 charges, ${many} for 200`);
  assert.equal((await statesOf()).retrying, 204);
});

test('a charge that cannot be started does not keep the others from it', async () => {
  const one = await gym.active({ firstPaymentDate: '2027-11-30' });
  await addDueCharges(db, one, 20, clock.now());
  const [broken] = await db<{ id: string }[]>`
    update subscriptions set bank_name = null
    where id = (select subscription_id from subscription_charges where due_at <= ${clock.now()} limit 1) returning id`;
  await db`alter table transactions add constraint named check (bank_name is not null) not valid`;
  const rails = simulator.railsWith({ mandates: { collect: async () => paid } });
  const sweep = createSubscriptionSweeps(ctx, rails).find(({ name }) => name === gym.chargeSweep.name)!;
  await assert.rejects(sweep.run(), /named/);
  await db`alter table transactions drop constraint named`;
  assert.deepEqual(await gym.states(broken!), ['1 scheduled']);
  assert.equal((await statesOf()).successful, 204 + 19);
});
