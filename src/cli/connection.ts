// The database connection of long-running commands: they wait for the database, and reconnect, also at another address.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import { type Database, openClock, openRunningDatabase } from '../app/startup.ts';
import type { Context } from '../core/context.ts';
import { isDatabaseAway, reasonOf } from '../kernel/db/db.ts';
import { contextOver } from './context.ts';

export interface Connection {
  /** Its clock follows the sandbox's. */
  ctx: Context;
  close(): Promise<void>;
}

const lookMs = 500;
const statementMs = 10_000;

/** Waits for the database and reports why it is unavailable; returns undefined when stopped before. */
export async function connect(
  config: Config,
  signal: AbortSignal,
  onAway: (reason: string) => void,
): Promise<Connection | undefined> {
  while (!signal.aborted) {
    const database = await openRunningDatabase(config);
    try {
      if (database) return await connectionOver(database, config);
      onAway('it is not running');
    } catch (error) {
      const isStarting = /not migrated yet/.test((error as Error).message);
      if (!isDatabaseAway(error) && !isStarting) throw error;
      onAway(reasonOf(error));
    }
    await sleep(lookMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

/** Creates a connection from an open database; closing it closes the database. */
export async function connectionOver(database: Database, config: Config): Promise<Connection> {
  const { sql } = database;
  try {
    const base = await within(contextOver(sql, config));
    const shared = await within(openClock(config, sql));
    const close = async () => {
      await shared.close().catch(() => {});
      await database.close();
    };
    return { ctx: { ...base, clock: shared.clock }, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Returns a statement's result; a statement that takes too long fails as if the database were unavailable. */
export async function within<T>(statement: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = sleep(statementMs, undefined, { signal: ended.signal }).then(() => {
    throw Object.assign(new Error('the database does not respond'), { code: 'CONNECT_TIMEOUT' });
  });
  late.catch(() => {});
  try {
    return await Promise.race([statement, late]);
  } finally {
    ended.abort();
  }
}

/** The first signal to end aborts it, so that a command ends in order; a second one ends the process at once. */
export function untilSignalled(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => (ending.signal.aborted ? process.exit(1) : ending.abort()));
  }
  return ending.signal;
}
