// Closes payment files at the cut-offs of their accounts.
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { Context } from '../context.ts';
import { closeFiles, closingSweep, type PaymentProfiles } from './actions.ts';
import * as store from './store.ts';

export function createClosingSweep(ctx: Context, profiles: PaymentProfiles): Sweep {
  return {
    name: closingSweep,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'payment_orders', 'closes_at', after),
    run: async () => {
      const accounts = await store.findClosing(ctx.db, ctx.clock.now());
      let made = 0;
      for (const account of accounts) {
        try {
          made += await closeFiles(ctx, profiles, account, null);
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          // An account whose file cannot be written keeps no other from paying.
          ctx.log.error({ account, error }, 'a payment file could not be written');
        }
      }
      return made;
    },
  };
}
