// Timed work of invoices: each month is invoiced on the first business day after it.
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import { dueAfter, issueMonth, monthOf } from './issuing.ts';
import { beginRuns, findDueRuns } from './store.ts';

/** The first month is the one in which the service runs first with invoices. */
export function createInvoiceSweep(ctx: Context): Sweep {
  return {
    name: 'invoices.issue',
    intervalMs: 60_000,
    nextDue: (after) => firstDue(ctx.db, 'invoice_runs', 'due_at', after),
    run: async () => {
      const month = monthOf(ctx.clock.now());
      await beginRuns(ctx.db, month.toString(), dueAfter(ctx, month));
      let done = 0;
      for (const period of await findDueRuns(ctx.db, ctx.clock.now()))
        if (await issueMonth(ctx, period)) done += 1;
      return done;
    },
  };
}
