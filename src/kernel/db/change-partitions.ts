// Changes partitions while other processes read and write them: one process at a time, without making writers wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, isDatabaseAway, isLockTimeout, type Sql, type Tx } from './db.ts';
import { onlyRow } from './rows.ts';

/** The longest wait for a lock, in milliseconds: statements that queue behind the change wait as long. */
const lockMs = 200;
/** How often a change is tried in one run while others hold its tables, and the pause between, in milliseconds. */
const mostTries = 20;
const pauseMs = 25;
/** The longest time of one statement, such as the check for remaining rows, in milliseconds. */
const lookMs = 2000;

/**
 * Locks tables for a change, or throws at once if a transaction uses one of them. It must not wait: PostgreSQL ends a
 * transaction that has read a table and then writes to it while a change waits for the whole table.
 */
export const lockForChange = (tx: Tx, ...tables: string[]) =>
  tx.unsafe(`lock table only ${tables.join(', only ')} in access exclusive mode nowait`);

/**
 * Runs `change` in a transaction, and returns how many partitions it has changed. Changes nothing and returns 0
 * if another process is at work, a lock is held, a statement takes too long, or the database is away; the next run tries again.
 */
export async function changePartitions(db: Sql, change: (tx: Tx) => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(db, (tx) => changeAlone(tx, change));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (!isLockTimeout(error) || tries === mostTries) return 0;
      await sleep(pauseMs);
    }
  }
}

async function changeAlone(tx: Tx, change: (tx: Tx) => Promise<number>): Promise<number> {
  const turn = await onlyRow(tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('tefo partitions')) as is_ours`);
  if (!turn.isOurs) return 0;
  await tx`
    select set_config('lock_timeout', ${String(lockMs)}, true), set_config('statement_timeout', ${String(lookMs)}, true)`;
  return change(tx);
}
