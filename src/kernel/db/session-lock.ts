// Work that one process at a time does, in all processes of a database. The lock is a connection's own: no transaction is open
// during the work, and a process that is killed leaves no lock behind.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Sql } from './db.ts';
import { onlyValue } from './rows.ts';

/** Throws if the connection of the lock is gone, and with it the lock. */
export type AssertAlone = () => Promise<unknown>;

const pauseMs = 200;

/** Does `work` unless another process does work of that name; waits at most `waitMs` for it. Undefined: it was not done. */
export async function alone<T>(
  db: Sql,
  name: string,
  work: (assertAlone: AssertAlone) => Promise<T>,
  waitMs = 0,
): Promise<T | undefined> {
  const until = performance.now() + waitMs;
  for (;;) {
    // Waiting holds no connection, because the work needs them.
    const connection = await db.reserve();
    try {
      if (await tryLock(connection, name)) {
        try {
          return await work(() => connection`select 1`);
        } finally {
          await connection`select pg_advisory_unlock(hashtext(${name}))`;
        }
      }
    } finally {
      connection.release();
    }
    if (performance.now() >= until) return undefined;
    await sleep(pauseMs);
  }
}

const tryLock = (connection: Db, name: string) =>
  onlyValue(connection<{ isOurs: boolean }[]>`select pg_try_advisory_lock(hashtext(${name})) as is_ours`);
