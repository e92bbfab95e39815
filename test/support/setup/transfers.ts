// Transfers that pay refunds, sent to the simulated bank by sweeps that represent processes: the test records each
// message to the bank and drops the bank's callbacks, so that only responses and enquiries report the outcome.

import type { Policy } from '../../../src/core/policy.ts';
import type { At, Rails, TransferOrder } from '../../../src/core/rails.ts';
import { findAnyRefund, requestRefund } from '../../../src/core/refunds/actions.ts';
import { submitRefund } from '../../../src/core/refunds/jobs.ts';
import { findTransferOf } from '../../../src/core/transfers/actions.ts';
import { createTransferSweep } from '../../../src/core/transfers/jobs.ts';
import { passTime } from '../passing.ts';
import { postings } from '../refunding.ts';
import { openWorld } from '../world.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A process that is killed where this is thrown. */
export class Killed extends Error {}

export async function openTransfers() {
  const world = await openWorld();
  const { ctx, db, clock, simulator } = world;
  const policy = { ...ctx.policy, realTimeAllowed: true };
  const calls: ['transfer' | 'ask', id: string][] = [];

  /** A process's calls to the bank. `around` can die before or after a call. */
  function railsOf(around: (call: () => Promise<never>) => Promise<never> = (call) => call()): Rails {
    const { transfers } = simulator.rails;
    const transfer = (order: TransferOrder) => {
      calls.push(['transfer', order.id]);
      return around(() => transfers.transfer(order) as Promise<never>);
    };
    const enquire = (at: At) => {
      calls.push(['ask', at.id]);
      return transfers.enquire(at);
    };
    return simulator.railsWith({ transfers: { transfer, enquire } });
  }
  /** A process's sweep, with the process's limits of real-time clearing. */
  const sweepOf = (rails: Rails, limits: Partial<Policy> = {}) =>
    createTransferSweep({ ...ctx, policy: { ...policy, ...limits } }, rails);
  const sweep = sweepOf(railsOf());
  const work = async (one = sweep) => {
    while ((await one.run()) > 0);
  };

  return {
    ...world,
    calls,
    railsOf,
    sweepOf,
    work,
    /** A refund that is submitted: its transfer is ready. */
    order: async (cents = 10_000n, { realTime = false } = {}) => {
      const { transaction } = await world.paid({ amount: cents });
      const refund = await requestRefund(
        { ...ctx, policy },
        {
          merchantId: transaction.merchantId,
          transactionId: transaction.id,
          amount: cents,
          reason: 'returned goods',
          realTime,
          contract: 'one',
          createdBy: 'test',
        },
      );
      await submitRefund(ctx, refund.id);
      return { refundId: refund.id, id: (await findTransferOf(db, refund.id))!.id };
    },
    /** The states of a transfer and of its refund. */
    states: async ({ refundId }: { refundId: string }) => {
      const [transfer, refund] = [await findTransferOf(db, refundId), await findAnyRefund(ctx.db, refundId)];
      return [transfer!.state, refund!.state];
    },
    booked: ({ refundId }: { refundId: string }) => postings(db, refundId),
    /** The amount that the bank has moved for a transfer, in cents. */
    moved: async ({ id }: { id: string }) => {
      const rows = await db<{ amountCents: bigint }[]>`
        select amount_cents from bank.statement_lines where transfer_id = ${id} order by id`;
      return rows.map(({ amountCents }) => amountCents);
    },
    /** Runs due work, moves the clock on, and works whenever something is due. */
    pass: async (ms: number, one = sweep) => {
      await work(one);
      await passTime(clock, { nextDue: (after) => one.nextDue!(after), drain: () => work(one) }, ms);
    },
    said: () => calls.map(([what]) => what),
  };
}
