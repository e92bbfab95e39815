// Queries banks that do not report deposits by themselves.
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import type { Rail } from '../rails.ts';
import { findActiveAccounts } from './actions.ts';

const pollMs = 5_000;

/** `railOf` returns a rail by the name that accounts have of it. */
export function createPollSweep(ctx: Context, railOf: (name: string) => Promise<Rail | undefined>): Sweep {
  return {
    name: 'rails.poll',
    intervalMs: pollMs,
    run: async () => {
      const accounts = await findActiveAccounts(ctx.db);
      await Promise.all(accounts.map(({ id, rail }) => poll(id, rail)));
      // The sweep runs by time alone: every reported deposit has been taken.
      return 0;
    },
  };

  /** A bank that does not respond delays no other. */
  async function poll(account: string, name: string): Promise<void> {
    const deposits = (await railOf(name))?.deposits;
    await deposits?.poll?.({ account, id: account }).catch((error) => {
      ctx.log.warn({ account, error }, 'a bank could not be queried for deposits');
    });
  }
}
