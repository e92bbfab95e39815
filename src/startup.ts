// What the service and the command line both begin with: the database that the settings name, and its time.
import { type Config, ConfigError } from './config.ts';
import { systemClock } from './kernel/clock.ts';
import { openPool, type Sql } from './kernel/db.ts';
import { createLine, type Line } from './kernel/line.ts';
import type { Logger } from './kernel/log.ts';
import { createPatience, type Patience } from './kernel/patience.ts';
import { connectionOfRunning, type Embedded, startEmbedded } from './kernel/postgres/embedded.ts';
import { type Pulse, watchDatabase } from './kernel/pulse.ts';
import { assertSessions, takesLimits } from './kernel/sessions.ts';
import { clockShift, openSharedClock, type SharedClock } from './kernel/shared-clock.ts';

export interface Database {
  sql: Sql;
  /** Closes the pool, and stops the server if it is ours. */
  close(): Promise<void>;
}

/** The database of a service, which lives through its absence. `sql` is for work that may take its time. */
export interface WatchedDatabase extends Database {
  /** Of connections whose statements have a limit. */
  requests: Sql;
  pulse: Pulse;
}

/** Statements that are under way when a pool is closed have so many seconds to end. */
const lastStatementSeconds = 1;

/**
 * The database of the service itself: DATABASE_URL, which is waited for, or an embedded server that no other process may
 * hold. Throws SessionsShared for one whose sessions are not ours alone.
 */
export async function openServiceDatabase(
  config: Config,
  log: Logger,
  patience: Patience,
): Promise<WatchedDatabase> {
  const server = await serverOf(config, (message) => log.error(message));
  const line = createLine();
  const pulse = watchDatabase(server.url, line, (ms) => tellSkew(log, ms));
  const shares = sharesOf(config);
  const sql = openPool(server.url, { max: shares.work, line });
  const open: Sql[] = [sql];
  const close = async () => {
    await Promise.all([pulse.stop(), ...open.map((pool) => pool.end({ timeout: lastStatementSeconds }))]);
    await server.stop();
  };
  try {
    await patience.until(() => sql`select 1`);
    // From here on it is known how far the clocks are apart: before any work is taken.
    await patience.until(pulse.look);
    if (config.databaseUrl) await patience.until(() => assertSessions(server.url));
    // Over one connection, work that is done side by side is done in one order.
    const requests = config.seed ? sql : await openLimited(config, server.url, { line, log, patience });
    if (requests !== sql) open.push(requests);
    return { sql, requests, pulse, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The pool of requests: `TEFO_DATABASE_POOL` without what is for work. */
async function openLimited(
  config: Config,
  url: string,
  { line, log, patience }: { line: Line; log: Logger; patience: Patience },
): Promise<Sql> {
  const { statementSeconds } = config;
  const isLimited = statementSeconds > 0 && (await patience.until(() => takesLimits(url, statementSeconds)));
  if (statementSeconds > 0 && !isLimited) {
    log.warn(
      'the pooler that DATABASE_URL names takes no limit for statements: TEFO_STATEMENT_SECONDS is not kept',
    );
  }
  return openPool(url, {
    max: sharesOf(config).requests,
    line,
    statementSeconds: isLimited ? statementSeconds : 0,
  });
}

/** How many connections are for requests, and how many for work: what a process does not do needs one. */
function sharesOf({ databasePool, role, seed }: Config): { requests: number; work: number } {
  if (seed) return { requests: 1, work: 1 };
  const work = { api: 1, worker: databasePool - 1, all: Math.max(1, Math.floor(databasePool * 0.4)) }[role];
  return { requests: databasePool - work, work };
}

function tellSkew(log: Logger, ms: number): void {
  const seconds = Math.round(ms / 100) / 10;
  const text = 'the clock of this machine and that of the database are';
  if (Math.abs(ms) > 1_000) log.warn({ aheadSeconds: seconds }, `${text} more than a second apart`);
  else log.info({ aheadSeconds: seconds }, `${text} together again`);
}

/** Takes everything out of a database, for a run that begins with nothing. */
export async function beginAnew(sql: Sql): Promise<void> {
  const schemas = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
  for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
  await sql`create schema public`;
}

/** How many seconds a command waits for its database at most. */
const commandWaitSeconds = 5;

/** The database for a command: that of the running service if there is one, else started for as long as it takes. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  const running = await openRunningDatabase(config);
  if (!running) return openOn(await serverOf(config, () => {}), config);
  const patience = createPatience({
    seconds: Math.min(commandWaitSeconds, config.databaseWaitSeconds),
    tell: (message) => void process.stderr.write(`tefo: ${message}\n`),
  });
  try {
    await patience.until(() => running.sql`select 1`);
    const { databaseUrl } = config;
    if (databaseUrl) await patience.until(() => assertSessions(databaseUrl));
    return running;
  } catch (error) {
    await running.close();
    throw error;
  }
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
 * The service's time: in staging the sandbox's, which can be moved. Throws ConfigError where production is to run over a
 * database whose clock a sandbox has moved: its rows are dated in the future.
 */
export async function openClock(config: Config, sql: Sql): Promise<SharedClock> {
  if (config.mode === 'staging') return openSharedClock(sql);
  if ((await clockShift(sql)) !== 0) {
    throw new ConfigError([
      'the database is that of a sandbox whose clock was moved: production needs one of its own',
    ]);
  }
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
