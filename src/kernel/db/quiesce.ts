// Waits for transactions that are writing now, for readers that must see everything stamped up to an instant.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Sql } from './db.ts';
import { allValues } from './rows.ts';

const longestWaitMs = 5_000;
const pauseMs = 20;

/**
 * Waits until every transaction that had written something at the call has ended. Returns true, or false when some take
 * longer than five seconds. Transactions that write later read the clock later.
 */
export async function waitForWriters(db: Sql): Promise<boolean> {
  const began = performance.now();
  let waitingFor = new Set(await listWriters(db));
  while (waitingFor.size > 0) {
    if (performance.now() - began > longestWaitMs) return false;
    await sleep(pauseMs);
    waitingFor = waitingFor.intersection(new Set(await listWriters(db)));
  }
  return true;
}

/** Returns the transactions of this database that have written and not ended, except the caller's. */
const listWriters = (db: Db) =>
  allValues(db<{ id: string }[]>`
    select lock.transactionid::text as id
    from pg_locks lock join pg_stat_activity session on session.pid = lock.pid
    where lock.locktype = 'transactionid' and lock.mode = 'ExclusiveLock' and lock.granted
      and session.datname = current_database() and lock.pid <> pg_backend_pid()`);
