// Opens the configured database and its clock, for the service and the command line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { findActiveAccounts } from '../core/accounts/actions.ts';
import { systemClock } from '../kernel/clock.ts';
import { createConnectionGate } from '../kernel/db/connection-gate.ts';
import { openPool, type PoolOptions, type Sql } from '../kernel/db/db.ts';
import { connectionOfRunning, type Embedded, startEmbedded } from '../kernel/db/embedded/embedded.ts';
import { type Heartbeat, startHeartbeat } from '../kernel/db/heartbeat.ts';
import { assertSessions, takesSettings } from '../kernel/db/pooler-check.ts';
import { openReplica, type Replica } from '../kernel/db/replica.ts';
import { serverWarnings } from '../kernel/db/server-settings.ts';
import { createStartupWait, type StartupWait } from '../kernel/db/startup-wait.ts';
import { makeFolder } from '../kernel/process/files.ts';
import { createLog, type Logger } from '../kernel/process/log.ts';
import { warnLines } from '../kernel/process/terminal.ts';
import type { Config } from './config.ts';
import { openSharedClock, type SharedClock } from './shared-clock.ts';

export interface Database {
  sql: Sql;
  /** Closes the pool, and stops the embedded server if this process started it. */
  close(): Promise<void>;
}

/** A service's database, whose loss the service survives. `sql` is for long work. */
export interface WatchedDatabase extends Database {
  /** Connections whose statements have a time limit. */
  requests: Sql;
  pulse: Heartbeat;
  /** The replica of DATABASE_REPLICA_URL, in a process that serves requests. */
  replica?: Replica | undefined;
}

/** The time for running statements to end when a pool is closed, in seconds. */
const lastStatementSeconds = 1;

/**
 * Opens the service's database: DATABASE_URL, which it waits for, or an embedded server that no other process may hold.
 * Throws SessionsShared behind a pooler that splits sessions, and NoReplica where DATABASE_REPLICA_URL leads elsewhere.
 */
export async function openServiceDatabase(
  config: Config,
  log: Logger,
  patience: StartupWait,
): Promise<WatchedDatabase> {
  const server = await serverOf(config, (message) => log.error(message));
  const gate = createConnectionGate();
  const pulse = startHeartbeat(server.url, gate, (ms) => tellSkew(log, ms));
  const shares = sharesOf(config);
  const open: Sql[] = [];
  const opened = (options: PoolOptions): Sql => {
    const onOutside = (error: Error) =>
      log.error({ error }, 'a query outside of the open transaction was refused');
    const pool = openPool(server.url, { gate, onOutside, ...options });
    open.push(pool);
    return pool;
  };
  let replica: Replica | undefined;
  const close = async () => {
    await Promise.all([
      replica?.stop(),
      pulse.stop(),
      ...open.map((pool) => pool.end({ timeout: lastStatementSeconds })),
    ]);
    await server.stop();
  };
  try {
    // The embedded server accepts these settings.
    const takesPlans = !config.databaseUrl || (await patience.until(() => takesSettings(server.url)));
    const sql = opened({
      ...{ max: shares.work, waitSeconds: workWaitSeconds },
      ...(takesPlans && { plans: 'once' }),
    });
    // Measures the difference of the clocks before any work starts.
    await patience.until(pulse.look);
    if (config.databaseUrl) await patience.until(() => assertSessions(server.url));
    const needs = { connections: config.databasePool + otherConnections };
    for (const warning of await patience.until(() => serverWarnings(sql, needs))) log.warn(warning);
    if (config.databasePool === 1) return { sql, requests: sql, pulse, close };
    const statementSeconds = takesPlans ? config.statementSeconds : 0;
    if (statementSeconds !== config.statementSeconds) {
      log.warn('the pooler in DATABASE_URL refuses statement timeouts: TEFO_STATEMENT_SECONDS has no effect');
    }
    const requests = opened({
      ...{ max: shares.requests, statementSeconds, waitSeconds: requestWaitSeconds },
      ...(takesPlans && { plans: 'by index' }),
    });
    if (config.replicaUrl && config.role !== 'worker')
      replica = await openReplica(config.replicaUrl, {
        ...{ primary: sql, max: shares.requests, statementSeconds, waitSeconds: requestWaitSeconds },
        ...(takesPlans && { plans: 'by index' }),
        onChange: (trouble) => tellReplica(log, trouble),
      });
    return { sql, requests, pulse, replica, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The longest time that a request waits for a connection, in seconds; after it, the response is 503. */
const requestWaitSeconds = 10;
/** Due work waits for longer, because its rows become due again. */
const workWaitSeconds = 60;
/** Connections for the heartbeat and for listeners: wakes, restores, the sandbox's clock and its faults. */
const otherConnections = 6;

/** Splits connections between requests and work; a task that the process does not do gets one. */
function sharesOf({ databasePool, role }: Config): { requests: number; work: number } {
  const work = { api: 1, worker: databasePool - 1, all: Math.max(1, Math.floor(databasePool * 0.4)) }[role];
  return { requests: databasePool - work, work };
}

function tellReplica(log: Logger, trouble: string | undefined): void {
  if (trouble === undefined) log.info('lists, charts, search and exports are read at the replica');
  else log.warn({ trouble }, 'the replica is not read: the primary answers in its place');
}

function tellSkew(log: Logger, ms: number): void {
  const seconds = Math.round(ms / 100) / 10;
  const text = 'the clock of this machine and that of the database are';
  if (Math.abs(ms) > 1_000) log.warn({ aheadSeconds: seconds }, `${text} more than a second apart`);
  else log.info({ aheadSeconds: seconds }, `${text} together again`);
}

/** Warns if no payment is possible because no bank is connected. */
export async function adviseBank(db: Sql, { simulatedBank }: Config, log: Logger): Promise<void> {
  if (simulatedBank || (await findActiveAccounts(db)).length > 0) return;
  log.warn('no bank is connected: nothing can be paid here, and payments and subscriptions are refused');
}

export function isBankApart({ simulatedBank, bankDatabaseUrl }: Config): boolean {
  return simulatedBank && bankDatabaseUrl !== undefined;
}

/**
 * Opens the simulated bank's database if the settings name one; else uses `own`, the service's. `prepare` runs first on
 * a separate database: the bank needs the service's schema there, and leaves the other tables empty.
 */
export async function openBankDatabase(
  config: Config,
  own: Sql,
  prepare: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<Database> {
  if (!isBankApart(config)) return { sql: own, close: async () => {} };
  const sql = openPool(config.bankDatabaseUrl!, { max: config.databasePool, name: 'tefo bank' });
  const close = () => sql.end({ timeout: lastStatementSeconds });
  try {
    await prepare(sql);
    return { sql, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Drops all of Tefo's schemas from a database. */
export async function beginAnew(sql: Sql): Promise<void> {
  const schemas = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname ~ '^(public|bank|console|snapshot_[0-9]+)$'`;
  for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
  await sql`create schema public`;
}

/** The most seconds that a command waits for its database. */
const commandWaitSeconds = 5;

/** Opens the database for a command: the running service's if there is one, else a server started for the command. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  const running = await openRunningDatabase(config);
  if (!running) return openOn(await serverOf(config, () => {}), config);
  const patience = createStartupWait({
    seconds: Math.min(commandWaitSeconds, config.databaseWaitSeconds),
    tell: (message) => warnLines([`tefo: ${message}`]),
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

/** Opens the database if its server is running; else returns undefined. */
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

export const logPath = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'tefo.log');

/**
 * Opens the log in which a command records changes: in a sandbox the service's own file, else standard error, because
 * standard output is for results.
 */
export function openCommandLog({ mode, dataDir, logLevel }: Config): Logger {
  const isKept = mode === 'staging' && existsSync(dataDir);
  return createLog(logLevel, pino.destination({ dest: isKept ? logPath({ dataDir }) : 2, sync: true }));
}

/** Opens the service's clock: in staging the sandbox's, which can be moved. */
export async function openClock(config: Config, sql: Sql): Promise<SharedClock> {
  if (config.mode === 'staging') return openSharedClock(sql);
  return { clock: systemClock(), moveTo: refuse, close: async () => {} };
}

const refuse = () => Promise.reject(new Error('only the clock of a sandbox can be moved'));

async function serverOf(config: Config, onCrash: (message: string) => void): Promise<Embedded> {
  if (config.databaseUrl) return external(config.databaseUrl);
  makeFolder(config.dataDir, 'TEFO_DATA_DIR');
  return startEmbedded(config.dataDir, { onCrash });
}

function external(url: string): Embedded {
  return { url, stop: async () => {} };
}
