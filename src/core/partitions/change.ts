// How partitions are changed beside what reads and writes them: one process does it, and nobody waits long for it.
import { inTransaction, isDatabaseAway, type Sql, type Tx } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';

/** Whoever queues behind a change of partitions waits no longer, in milliseconds. */
const lockMs = 200;
/** Looking whether a partition has rows ends after so long, in milliseconds. */
const lookMs = 2000;

/**
 * Runs `change` in a transaction, and returns how many partitions it has changed. Where another process does it, a lock is
 * held, looking takes too long, or the database is away, nothing is changed, and it returns 0: the next run does it.
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
