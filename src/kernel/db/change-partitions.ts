// Changes partitions while other processes read and write them: one process at a time, with a short wait for locks.
import { inTransaction, isDatabaseAway, type Sql, type Tx } from './db.ts';
import { onlyRow } from './rows.ts';

/** The longest wait for a lock, in milliseconds: statements that queue behind the change wait as long. */
const lockMs = 200;
/** The longest time of one statement, such as the check for remaining rows, in milliseconds. */
const lookMs = 2000;

/**
 * Runs `change` in a transaction, and returns how many partitions it has changed. Changes nothing and returns 0
 * if another process is at work, a lock is held, a statement takes too long, or the database is away; the next run tries again.
 */
export async function changePartitions(db: Sql, change: (tx: Tx) => Promise<number>): Promise<number> {
  try {
    return await inTransaction(db, async (tx) => {
      const turn = await onlyRow(tx<{ isOurs: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtext('tefo partitions')) as is_ours`);
      if (!turn.isOurs) return 0;
      await tx`
        select set_config('lock_timeout', ${String(lockMs)}, true), set_config('statement_timeout', ${String(lookMs)}, true)`;
      return change(tx);
    });
  } catch (error) {
    if (isDatabaseAway(error)) return 0;
    throw error;
  }
}
