// The database: a pool of connections, and transactions.

import { databaseSpan } from '../tracing.ts';
import { driverOptions, parseAddress } from './address.ts';
import { arrayTypes } from './arrays.ts';
import { type ConnectionGate, createConnectionGate } from './connection-gate.ts';
import postgres, { type Postgres } from './driver.ts';
import { guardPool } from './guarded-pool.ts';
import { asTransaction, type OutsideTransaction } from './open-transaction.ts';
import { type Plan, planning, sessionPlans } from './plans.ts';
import { type Find, primaryOf } from './primary.ts';
import { sendAhead } from './send-order.ts';

export type Sql = Postgres.Sql<{ bigint: bigint }>;
export type Tx = Postgres.TransactionSql<{ bigint: bigint }>;
export type Db = Sql | Tx;
/** A part of a statement. */
export type Fragment = Postgres.PendingQuery<Postgres.Row[]>;
/** A statement that is sent when it is awaited, or by `execute`. */
export type Query<Row extends object> = Postgres.PendingQuery<Row[]>;

export interface PoolOptions {
  /** At most so many connections. */
  max?: number;
  /** How the server's own tools name them. */
  name?: string;
  /** The gate through which the pool opens its sockets. */
  gate?: ConnectionGate;
  connectSeconds?: number;
  /** Finds the host to connect to; absent: of several the one that takes writes. */
  find?: Find;
  /** The server cancels a statement that takes longer, and undoes it; 0 and absent: no limit. */
  statementSeconds?: number;
  /** A caller that gets no connection in this time is refused with NoConnection; 0 and absent: it waits without a limit. */
  waitSeconds?: number;
  /** Receives every refusal of a query whose call path has an open transaction. */
  onOutside?: (error: OutsideTransaction) => void;
  /**
   * How the sessions plan their statements (plans.ts); absent: as the server does. With it they also have the settings of the
   * service: no JIT compilation, and an end to idle transactions.
   */
  plans?: keyof typeof sessionPlans;
}

/**
 * Opens a pool of at most `max` connections (default 10), of several hosts to the one that takes writes. Columns arrive in
 * camelCase, int8 as bigint, timestamps as Date; undefined is written as null.
 */
export function openPool(url: string, options: PoolOptions = {}): Sql {
  const gate = options.gate ?? createConnectionGate();
  const address = parseAddress(url);
  const { settings, ...given } = driverOptions(address);
  const find = options.find ?? (address.places.length > 1 ? primaryOf(url, address) : undefined);
  const most = options.max ?? 10;
  const driver = postgres({
    ...given,
    max: most,
    connection: {
      application_name: options.name ?? 'tefo',
      TimeZone: 'UTC',
      ...(options.plans && { ...sessionSettings, ...sessionPlans[options.plans] }),
      ...(options.statementSeconds && { statement_timeout: options.statementSeconds * 1000 }),
      ...settings,
    },
    connect_timeout: options.connectSeconds ?? 5,
    // An option that the driver's types leave out.
    ...({
      socket: ({ host, port }: { host: string[]; port: number[] }) =>
        find ? gate.connectFound(find) : gate.connect({ host: host[0]!, port: port[0]! }),
    } as object),
    // Reconnecting at once when the server returns; the default backs off up to twenty seconds,
    // and readiness must be true again within five. On a closed gate no attempt reaches anybody.
    backoff: (retries: number) => (gate.isClosed() ? 0 : Math.min(0.05 * 2 ** retries, 1)),
    types: { bigint: postgres.BigInt, ...arrayTypes },
    fetch_types: false,
    transform: { undefined: null, column: { from: postgres.toCamel, to: postgres.fromCamel } },
    onnotice: () => {},
    ...(find && !options.find && { onparameter: refuseStandby }),
  } as never) as unknown as Sql;
  const { waitSeconds = 0, onOutside = () => {} } = options;
  const pool = guardPool(driver, { most, waitSeconds, onOutside });
  if (options.plans === 'once') planningOnce.add(pool);
  return pool;

  // A server reports its own role. One that was the primary when it was queried can have changed since.
  function refuseStandby(name: string, value: string): void {
    if (!standbyWords.has(name) || value !== 'on') return;
    // The driver reports only changes: the next standby must be reported as well.
    driver.parameters[name] = 'off';
    gate.cut();
  }
}

const standbyWords = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** A transaction of the service never waits for anything but the database: one that idles for so long is stuck. */
const idleSeconds = 30;

/** The service's statements are short: compiling one takes longer than running it. */
const sessionSettings = { jit: 'off', idle_in_transaction_session_timeout: idleSeconds * 1000 };

const planningOnce = new WeakSet<Sql>();

/** Runs work in one transaction whose statements are planned by `plan` (plans.ts), each for at most so many seconds. */
export function planned<T>(db: Sql, plan: Plan, work: (tx: Tx) => Promise<T>, seconds?: number): Promise<T> {
  if (plan === 'once' && planningOnce.has(db)) return inTransaction(db, work);
  return inTransaction(db, (tx) => sendAhead(planning(tx, plan, seconds), () => work(tx)));
}

/** Runs one statement that is planned once; without a transaction where the whole pool plans so. */
export function plannedOnce<T>(db: Sql, statement: (db: Db) => Promise<T>): Promise<T> {
  return planningOnce.has(db) ? statement(db) : planned(db, 'once', statement);
}

type Follow = (db: Sql) => void;

const afterCommits = new WeakMap<Db, Map<string, Follow>>();

/**
 * Runs `work` in one transaction: commits its writes, or nothing if it throws. While `work` runs, any query that it
 * sends on a pool is refused with OutsideTransaction.
 */
export async function inTransaction<T>(db: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  const following = new Map<string, Follow>();
  const begun = (tx: Tx): Promise<T> => {
    afterCommits.set(tx, following);
    return asTransaction(() => work(tx));
  };
  const result = (await databaseSpan(() => db.begin(begun))) as T;
  for (const follow of following.values()) follow(db);
  return result;
}

/**
 * Calls `follow` when a transaction has committed: once for each `key`, however often it is registered. Returns false,
 * and does nothing, if `tx` is not a transaction of `inTransaction`. A killed process can lose the call.
 */
export function afterCommit(tx: Db, key: string, follow: Follow): boolean {
  const following = afterCommits.get(tx);
  following?.set(key, follow);
  return following !== undefined;
}

// SQLSTATE classes: 08 connection, 53 resources, 57P0x shutdown, 25006 a server that is no primary any more, 57014 and
// 55P03 a statement that took too long, or waited too long for a lock, 40P01 one that was ended so that another could have
// its lock; and the codes of the driver and of sockets.
const lostStates = /^(08|53|57P0|25006|57014|55P03|40P01)/;
const lostDriverCodes =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/;

/**
 * True if an error means that the database is away (restarting, unreachable, too busy), and not that the query is
 * wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return false;
  return lostStates.test(code) || lostDriverCodes.test(code);
}

/** Returns why the database did not respond, in words. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'it does not respond';
}

/** True if an error means that a lock was not obtained in time. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '55P03';
}

/**
 * True if an error means that two transactions waited for each other's locks, and that this one was rolled back for it.
 */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01';
}
