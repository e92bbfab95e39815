// Waiting for the transactions that are writing just now: for whoever must see all that was stamped up to an instant.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Sql } from './db.ts';

const longestWaitMs = 5_000;
const pauseMs = 20;

/**
 * Resolves when every transaction that had written something when it was called has ended, to true; to false when some
 * take longer than five seconds. Whatever begins to write later reads the clock later.
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

/** The transactions of this database that have written and not ended, but for the caller's own. */
async function listWriters(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select lock.transactionid::text as id
    from pg_locks lock join pg_stat_activity session on session.pid = lock.pid
    where lock.locktype = 'transactionid' and lock.mode = 'ExclusiveLock' and lock.granted
      and session.datname = current_database() and lock.pid <> pg_backend_pid()`;
  return rows.map((row) => row.id);
}
