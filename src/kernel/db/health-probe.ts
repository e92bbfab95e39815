// Tests whether the database can serve requests, in the way they use it: through their pool, on their tables.
import { inTransaction, type Sql } from './db.ts';

export interface Probe {
  /** True if the tables could be written to just now, within a second. Simultaneous callers share one query. */
  answers(): Promise<boolean>;
}

/** The lock must be granted within this time. Tests on slow machines raise it. */
export const probeLimit = { ms: 1_000 };

/** Takes the lock that every write to these tables takes: whatever blocks it also blocks requests. */
export function createProbe(db: Sql, tables: readonly string[]): Probe {
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      await inTransaction(db, async (tx) => {
        await tx`select set_config('lock_timeout', ${String(probeLimit.ms)}, true)`;
        await tx`lock table ${tx(tables)} in row exclusive mode`;
      });
      return true;
    } catch {
      return false;
    }
  }

  return {
    answers: () => {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return soonEnough(asking);
    },
  };
}

async function soonEnough(asking: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    // If this process was blocked for a moment, a result that has already arrived is read first.
    timer = setTimeout(() => setImmediate(resolve, false), probeLimit.ms);
  });
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}
