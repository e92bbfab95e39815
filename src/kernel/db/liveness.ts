// Decides whether this process can still get a connection of its request pool. Where it cannot for a minute, only a restart
// helps: every request would wait in vain.
import { minuteMs } from '../clock.ts';
import type { Sql } from './db.ts';
import { connectionsFreed } from './guarded-pool.ts';
import { NoConnection } from './turnstile.ts';

/**
 * Returns a function that a supervisor's probe calls. It wants a connection in the background, and returns false once that
 * was in vain for a minute while no other caller gave one back either. A database that is away fails the probe's query in
 * another way: it is no reason, because a restart of this process would not bring it back. `now`: process time, in
 * milliseconds.
 */
export function createLiveness(db: Sql, now: () => number = () => performance.now()): () => boolean {
  let wantedSince: number | undefined;
  let freed = 0;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    wantedSince ??= now();
    try {
      await db`select 1`;
      wantedSince = undefined;
    } catch (error) {
      if (!(error instanceof NoConnection)) wantedSince = undefined;
    } finally {
      isAsking = false;
    }
  }

  return () => {
    if (connectionsFreed(db) !== freed) wantedSince = undefined;
    freed = connectionsFreed(db);
    if (!isAsking) void ask();
    // An earlier query that still waits has been blocked since then.
    wantedSince ??= now();
    return now() - wantedSince < minuteMs;
  };
}
