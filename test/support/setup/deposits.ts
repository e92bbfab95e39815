// Deposits with their surroundings: a merchant with a site, the simulated bank with its statement, the sweeps. The
// clock stands still until it is moved.

import assert from 'node:assert/strict';
import { receiveDeposit } from '../../../src/core/deposits/actions.ts';
import { createSingleReference, type NewSingle } from '../../../src/core/deposits/references.ts';
import { serviceBalanceAt } from '../../../src/core/ledger/actions.ts';
import { changeSite, findSiteByCode } from '../../../src/core/merchants/actions.ts';
import { type DepositPayer, simulatorAccount } from '../../../src/core/rails.ts';
import { createTransferSweep } from '../../../src/core/transfers/jobs.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import type { Cents } from '../../../src/kernel/money.ts';
import { checkEverything } from '../../../src/reports/checks/all.ts';
import { bankOf } from '../core.ts';
import { createTestSimulator } from '../simulator.ts';
import { openWorld } from '../world.ts';

/** The merchants' address; nothing listens there, and tests read the queue in the database. */
export const notifyUrl = 'http://127.0.0.1:9/notify';

export async function openDeposits() {
  const world = await openWorld();
  const { db, clock, ctx, merchant } = world;
  await changeSite(ctx, merchant.siteCode, { feeBps: 250, feeCents: 100n });
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const simulator = createTestSimulator({
    ...bankOf(ctx, 'transfers'),
    onDeposit: (deposit) => receiveDeposit({ ...ctx, actor: 'bank' }, deposit),
  });
  const transfers = createTransferSweep(ctx, simulator.rails);
  const { expiry, enquiry } = world.sweeps;
  const jobs = createJobs([expiry, enquiry, transfers, ...simulator.sweeps], ctx.log);

  return {
    ...world,
    site,
    simulator,
    jobs,
    /** A payment of R 100,00 that a deposit pays, or as `given` says; returns its reference and its id. */
    single: async (given: Partial<NewSingle> = {}) => {
      const made = await createSingleReference(ctx, {
        site,
        account: simulatorAccount,
        amount: 10_000n,
        merchantReference: 'ORDER-1',
        notifyUrl,
        ...given,
      });
      return { reference: made.reference, paymentId: made.paymentId! };
    },
    /** Makes a deposit; returns its id. */
    arrive: async (reference: string, amount: Cents, payer?: DepositPayer) => {
      // Its results are later than existing rows in every list.
      clock.advance(1);
      return (await simulator.deposit({ reference, amount, payer })).id;
    },
    deposit: async (id: string) => {
      const [row] = await db<{ state: string; note: string | null; transactionId: string | null }[]>`
        select state, state_reason as note, transaction_id from deposits where id = ${id}`;
      return { ...row! };
    },
    /** The states of a payment's transactions, oldest first. */
    attempts: async (paymentId: string) =>
      (
        await db<{ id: string; state: string; cents: Cents; late: boolean }[]>`
          select id, state, amount_cents as cents, paid_late as late from transactions
          where payment_id = ${paymentId} order by created_at, id`
      ).map((row) => ({ ...row })),
    /** The transactions with a merchant's reference as "state cents", in the order of creation. */
    called: async (merchantReference: string) =>
      (
        await db<{ text: string }[]>`
          select state || ' ' || amount_cents as text from transactions
          where merchant_reference = ${merchantReference} order by created_at, id`
      ).map(({ text }) => text),
    /** The notifications a merchant must get about a transaction, in order. */
    notificationsOf: async (transactionId: string) =>
      (
        await db<{ state: string }[]>`
          select event.data->>'state' as state from deliveries delivery join events event on event.id = delivery.event_id
          where delivery.object_id = ${transactionId} order by event.sequence`
      ).map(({ state }) => state),
    suspense: async () => -(await serviceBalanceAt(db, 'suspense', clock.now())),
    float: async () => {
      const [row] = await db<{ cents: Cents }[]>`
        select available_cents as cents from floats where site_id = ${site.id}`;
      return row?.cents ?? 0n;
    },
    wait: async (seconds: number) => {
      clock.advance(seconds * 1_000);
      await jobs.drain();
    },
    /** Asserts that nothing is wrong. */
    sound: async () => assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []),
  };
}

export type Deposits = Awaited<ReturnType<typeof openDeposits>>;
