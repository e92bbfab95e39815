// Timed work of subscriptions: charges, and calls to banks about mandates.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import type { Rails } from '../rails.ts';
import { claimCharges } from './charge-store.ts';
import { chargesTogether, leaseMs, workCharge } from './charging.ts';
import { bankSweep, workSubscription } from './mandates.ts';
import { chargeSweep } from './moves.ts';
import * as store from './store.ts';

/** How many subscriptions are claimed together, each for a call to a bank. */
const subscriptionsTogether = 50;

export function createSubscriptionSweeps(ctx: Context, rails: Rails): Sweep[] {
  return [
    sweepOf(ctx, bankSweep, 'subscriptions', subscriptionsTogether, store.claimSubscriptions, (claimed) =>
      workSubscription(ctx, rails, claimed),
    ),
    sweepOf(ctx, chargeSweep, 'subscription_charges', chargesTogether, claimCharges, (claimed) =>
      workCharge(ctx, rails, claimed),
    ),
  ];
}

function sweepOf<Row>(
  ctx: Context,
  name: string,
  table: string,
  batch: number,
  claim: (db: Context['db'], now: Date, leaseUntil: Date, limit: number) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Sweep {
  return {
    name,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, table, 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await claim(ctx.db, now, plus(now, leaseMs), batch);
      const done = await Promise.allSettled(claimed.map(work));
      for (const result of done) if (result.status === 'rejected') throw result.reason;
      return claimed.length;
    },
  };
}
