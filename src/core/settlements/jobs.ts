// The settlement run: makes what is due, then orders what is to be paid.
//
// That nothing is booked into a day that was settled already: an entry's time is the clock's at the moment it is
// written, in a transaction that has written before. The run begins a while after the cut-off, longer than the clocks of
// several processes differ, and then waits until every transaction that was writing at that moment has ended. Whatever
// was stamped up to the cut-off is then committed and seen, or gone; whatever comes later is stamped later. The time of
// the machine plays no part in this, so it holds as well when the sandbox moves the clock by forty days.
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { waitForWriters } from '../../kernel/db/quiesce.ts';
import type { Context } from '../context.ts';
import { makeDueSettlements, nextRun } from './making.ts';
import { payDueSettlements } from './paying.ts';

export function createSettlementSweep(ctx: Context): Sweep {
  return {
    name: 'settlements.make',
    intervalMs: 10_000,
    nextDue: async (after) => {
      const toPay = await firstDue(ctx.db, 'settlements', 'due_at', after);
      const toMake = nextRun(ctx.policy, after);
      return toPay && toPay < toMake ? toPay : toMake;
    },
    run: async () => {
      const made = await makeDueSettlements(ctx, () => areWritersDone(ctx));
      return made + (await payDueSettlements(ctx));
    },
  };
}

/** False when some that write take too long: the next run tries again. */
async function areWritersDone(ctx: Context): Promise<boolean> {
  const isDone = await waitForWriters(ctx.db);
  if (!isDone) ctx.log.warn('settlements wait for transactions that do not end');
  return isDone;
}
