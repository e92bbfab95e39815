// The settlement run: makes due settlements, then orders their payment.
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { waitForWriters } from '../../kernel/db/quiesce.ts';
import type { Context } from '../context.ts';
import { payDueSettlements } from './paying.ts';
import { makeDueSettlements, nextRun } from './settlement-run.ts';

export function createSettlementSweep(ctx: Context): Sweep {
  return {
    name: 'settlements.make',
    intervalMs: 10_000,
    nextDue: async (after) => {
      const toPay = await firstDue(ctx.db, 'settlements', 'due_at', after);
      const toMake = nextRun(ctx.policy, after);
      return toPay && toPay < toMake ? toPay : toMake;
    },
    // A site whose settlement cannot be made keeps no other from being paid.
    run: () =>
      eachApart(
        [() => makeDueSettlements(ctx, () => areWritersDone(ctx)), () => payDueSettlements(ctx)],
        (step) => step(),
      ),
  };
}

/** False when some that write take too long: the next run tries again. */
async function areWritersDone(ctx: Context): Promise<boolean> {
  const isDone = await waitForWriters(ctx.db);
  if (!isDone) ctx.log.warn('settlements wait for long-running transactions');
  return isDone;
}
