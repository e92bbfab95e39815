// The core over a separate database, on a clock that stands still until the test moves it.
import type { Context } from '../../src/core/context.ts';
import { createDirectory } from '../../src/core/merchants/directory.ts';
import { recordAnswer } from '../../src/core/transactions/transitions.ts';
import { recordTransferAnswer } from '../../src/core/transfers/answers.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import type { SimulatorOptions } from '../../src/rails/simulator/index.ts';
import { poolSize, testDatabase } from './database.ts';
import { contextOn } from './policy.ts';

export const publicUrl = 'http://localhost:8420';

interface CoreOptions extends Partial<Pick<Context, 'policy' | 'reactions' | 'correlationId'>> {
  /** The time; default: a Friday, 10:00 in Johannesburg. */
  at?: string;
  /** Connections to the database. */
  connections?: number;
}

/** Opens a core, without a merchant; `end` deletes its database. */
export async function openCore({
  at = '2026-11-20T08:00:00Z',
  connections = poolSize,
  ...more
}: CoreOptions = {}) {
  const database = await testDatabase();
  const db = openPool(database.url, { max: connections, plans: 'by index' });
  const clock = manualClock(at);
  const ctx: Context = { ...contextOn(db, clock), ...more };
  return {
    ...{ url: database.url, db, clock, log: ctx.log, ctx, directory: createDirectory(ctx) },
    end: async () => {
      await db.end({ timeout: 1 });
      await database.drop();
    },
  };
}

/** Returns the options of a simulated bank that calls back about payments, and about `also`; deposits are ignored. */
export function bankOf(ctx: Context, also?: 'transfers'): Omit<SimulatorOptions, 'faults'> {
  const bank: Context = { ...ctx, actor: 'bank' };
  return {
    ...{ db: ctx.db, clock: ctx.clock, log: ctx.log, publicUrl },
    frame: ({ body }) => String(body),
    onAnswer: async (id, answer) => void (await recordAnswer(bank, id, answer)),
    onTransferAnswer: async (id, answer) => void (also && (await recordTransferAnswer(bank, id, answer))),
    onDeposit: async () => {},
  };
}
