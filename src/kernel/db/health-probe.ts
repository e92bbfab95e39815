// Whether the database does what requests need, asked as they ask it: through their pool, on their tables.
import { inTransaction, type Sql } from './db.ts';

export interface Probe {
  /** Whether the tables could be written to just now, within a second. However many ask, one question is under way. */
  answers(): Promise<boolean>;
}

/** The tables must be had within this time. */
const limitMs = 1_000;

/** Asks for the lock that every write to these tables takes: whoever holds it up, holds up requests. */
export function createProbe(db: Sql, tables: readonly string[]): Probe {
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      await inTransaction(db, async (tx) => {
        await tx`select set_config('lock_timeout', ${String(limitMs)}, true)`;
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
    // After a moment in which this process itself was held up, an answer that has arrived is read first.
    timer = setTimeout(() => setImmediate(resolve, false), limitMs);
  });
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}
