// Timed work of subscriptions: charges, and calls to banks about mandates.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import type { Rails } from '../rails.ts';
import { claimCharges } from './charge-store.ts';
import { chargesTogether, leaseMs, workCharges } from './charging.ts';
import { bankSweep, workSubscription } from './mandates.ts';
import { createReminderSweep } from './reminders.ts';
import * as store from './store.ts';
import { chargeSweep } from './transitions.ts';

/** How many subscriptions are claimed together, each for a call to a bank. */
const subscriptionsTogether = 50;

export function createSubscriptionSweeps(ctx: Context, rails: Rails): Sweep[] {
  return [
    sweepOf(ctx, bankSweep, 'subscriptions', subscriptionsTogether, store.claimSubscriptions, (all) =>
      Promise.allSettled(all.map((claimed) => workSubscription(ctx, rails, claimed))),
    ),
    sweepOf(ctx, chargeSweep, 'subscription_charges', chargesTogether, claimCharges, (claimed) =>
      workCharges(ctx, rails, claimed),
    ),
    createReminderSweep(ctx),
  ];
}

function sweepOf<Row>(
  ctx: Context,
  name: string,
  table: string,
  batch: number,
  claim: (db: Context['db'], now: Date, leaseUntil: Date, limit: number) => Promise<Row[]>,
  work: (rows: readonly Row[]) => Promise<PromiseSettledResult<void>[]>,
): Sweep {
  return {
    name,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, table, 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await claim(ctx.db, now, plus(now, leaseMs), batch);
      for (const result of await work(claimed)) if (result.status === 'rejected') throw result.reason;
      return claimed.length;
    },
  };
}
