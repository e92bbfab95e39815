// What the service and the command line both begin with: the database that the settings name, and its time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Config } from './config.ts';
import { systemClock } from './kernel/clock.ts';
import { openPool, type Sql } from './kernel/db.ts';
import { createLine } from './kernel/line.ts';
import { createLog, type Logger } from './kernel/log.ts';
import { connectionOfRunning, type Embedded, startEmbedded } from './kernel/postgres/embedded.ts';
import { type Pulse, watchDatabase } from './kernel/pulse.ts';
import { openSharedClock, type SharedClock } from './kernel/shared-clock.ts';

export interface Database {
  sql: Sql;
  /** Closes the pool, and stops the server if it is ours. */
  close(): Promise<void>;
}

/** The database of a service, which lives through its absence. */
export interface WatchedDatabase extends Database {
  pulse: Pulse;
}

/** Statements that are under way when a pool is closed have so many seconds to end. */
const lastStatementSeconds = 1;

/** The database of the service itself: DATABASE_URL, or an embedded server that no other process may hold. */
export async function openServiceDatabase(
  config: Config,
  onCrash: (message: string) => void,
): Promise<WatchedDatabase> {
  const server = await serverOf(config, onCrash);
  const line = createLine();
  // Over one connection, work that is done side by side is done in one order.
  const sql = openPool(server.url, { max: config.seed ? 1 : config.databasePool, line });
  const pulse = watchDatabase(server.url, line);
  return {
    sql,
    pulse,
    close: async () => {
      await Promise.all([pulse.stop(), sql.end({ timeout: lastStatementSeconds })]);
      await server.stop();
    },
  };
}

/** Whether the simulated bank has a database of its own. */
export function isBankApart({ simulatedBank, bankDatabaseUrl }: Config): boolean {
  return simulatedBank && bankDatabaseUrl !== undefined;
}

/** The simulated bank's database: one of its own where the settings name it, else `own`, which is the service's. */
export function openBankDatabase(config: Config, own: Sql): Database {
  if (!isBankApart(config)) return { sql: own, close: async () => {} };
  const sql = openPool(config.bankDatabaseUrl!, { max: config.databasePool, name: 'tefo bank' });
  return { sql, close: () => sql.end({ timeout: lastStatementSeconds }) };
}

/** Takes everything out of a database, for a run that begins with nothing. */
export async function beginAnew(sql: Sql): Promise<void> {
  const schemas = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
  for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
  await sql`create schema public`;
}

/** The database for a command: that of the running service if there is one, else started for as long as it takes. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  return (await openRunningDatabase(config)) ?? openOn(await serverOf(config, () => {}), config);
}

/** The database where it runs already; undefined where it would have to be started. */
export async function openRunningDatabase(config: Config): Promise<Database | undefined> {
  const url = config.databaseUrl ?? (await connectionOfRunning(config.dataDir));
  return url === undefined ? undefined : openOn(external(url), config);
}

function openOn(server: Embedded, config: Config): Database {
  const sql = openPool(server.url, { max: config.databasePool });
  return {
    sql,
    close: async () => {
      await sql.end({ timeout: lastStatementSeconds });
      await server.stop();
    },
  };
}

/**
 * Where a command logs who has changed what: in a sandbox to the service's own file, else to standard error, because
 * standard output is for what it prints.
 */
export function openCommandLog({ mode, dataDir, logLevel }: Config): Logger {
  const isKept = mode === 'staging' && existsSync(dataDir);
  return createLog(logLevel, pino.destination({ dest: isKept ? join(dataDir, 'tefo.log') : 2, sync: true }));
}

/** The service's time: in staging the sandbox's, which can be moved. */
export async function openClock(config: Config, sql: Sql): Promise<SharedClock> {
  if (config.mode === 'staging') return openSharedClock(sql);
  return { clock: systemClock(), moveTo: refuse, close: async () => {} };
}

const refuse = () => Promise.reject(new Error('only the clock of a sandbox is moved'));

function serverOf(config: Config, onCrash: (message: string) => void): Promise<Embedded> {
  if (config.databaseUrl) return Promise.resolve(external(config.databaseUrl));
  return startEmbedded(config.dataDir, { onCrash });
}

function external(url: string): Embedded {
  return { url, stop: async () => {} };
}
