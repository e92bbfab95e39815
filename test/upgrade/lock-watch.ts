// How long sessions of the service wait for a lock on a table.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../src/kernel/db/db.ts';

const everyMs = 10;

export function watchLocks(url: string) {
  const db = openPool(url, { max: 1, name: 'lock watch' });
  let [longest, isOver] = [0, false];
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const [row] = await db<{ ms: number }[]>`
        select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms
        from pg_locks waiting
        where not granted and locktype = 'relation'
          and mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`;
      longest = Math.max(longest, row!.ms);
      await sleep(everyMs);
    }
    await db.end();
  };
  const watching = watch();
  return {
    /** Returns the longest that any has waited, in milliseconds. */
    stop: async (): Promise<number> => {
      isOver = true;
      await watching;
      return longest;
    },
  };
}
