// Reads from a standby what may be a moment old. How old its data is follows from how far the primary had written, and when:
// without clocks that agree, and also while nothing is written or the standby has lost its primary.
import { setTimeout as sleep } from 'node:timers/promises';
import { firstOf } from '../required.ts';
import { parseAddress } from './address.ts';
import { createConnectionGate } from './connection-gate.ts';
import { isDatabaseAway, openPool, type PoolOptions, reasonOf, type Sql } from './db.ts';
import { assertSessions, SessionsShared } from './pooler-check.ts';
import { standbyOf } from './primary.ts';
import { createFreshness } from './replica-freshness.ts';
import { onlyRow, onlyValue } from './rows.ts';

/** Runs a read where it may be run: at a replica, or at the primary. */
export type Reader = <T>(read: (db: Sql) => Promise<T>) => Promise<T>;

export interface Replica {
  /**
   * Runs a read at the replica, and reports the greatest age of its data; at the primary while the replica is not good
   * enough, and again there when the replica fails. The read must write nothing.
   */
  read<T>(primary: Sql, read: (db: Sql) => Promise<T>, onAge?: (seconds: number) => void): Promise<T>;
  /** How old its data is at most, in seconds; undefined while it is not read. */
  ageSeconds(): number | undefined;
  /** Returns how many reads it served, and how many the primary did in its place. */
  counts(): { answered: number; missed: number };
  stop(): Promise<void>;
}

export interface ReplicaOptions
  extends Pick<PoolOptions, 'max' | 'statementSeconds' | 'waitSeconds' | 'plans'> {
  /** The primary that it must be a replica of. */
  primary: Sql;
  /** Called when it is no longer read, with why, and when it is again. */
  onChange(trouble: string | undefined): void;
}

/** The address leads to a database other than the primary's, or through a pooler that splits sessions. */
export class NoReplica extends Error {
  override name = 'NoReplica';
}

/** Data that is older is not shown. */
export const mostReplicaSeconds = 30;
const lookMs = 1_000;
/** A replica that does not respond within this time is not read. */
const limitMs = 3_000;

/**
 * Opens the replica at `url` and checks it once. Throws NoReplica if it can never be one; while it is away, it is
 * checked again until it is there.
 */
export async function openReplica(url: string, options: ReplicaOptions): Promise<Replica> {
  const { primary, max, statementSeconds, waitSeconds, plans, onChange } = options;
  const address = parseAddress(url);
  const find = address.places.length > 1 ? standbyOf(url, address) : undefined;
  const [gate, ownGate] = [createConnectionGate(), createConnectionGate()];
  const shared = { ...(find && { find }), connectSeconds: 2 };
  const sql = openPool(url, {
    ...shared,
    ...{ gate, name: 'tefo replica' },
    ...(max && { max }),
    ...(statementSeconds && { statementSeconds }),
    ...(waitSeconds && { waitSeconds }),
    ...(plans && { plans }),
  });
  const own = openPool(url, { ...shared, max: 1, name: 'tefo replica pulse', gate: ownGate });
  const freshness = createFreshness();
  let trouble: string | undefined = 'it was not looked at yet';
  let [answered, missed] = [0, 0];
  let isKnown = false;
  let isStopped = false;

  function note(next: string | undefined): void {
    const isOther = next !== trouble;
    trouble = next;
    if (isOther) onChange(next);
  }

  /** Notes what fails, and ends what waits for it: it is read at the primary then. */
  function fail(error: unknown): void {
    note(reasonOf(error));
    gate.close(reasonOf(error));
    gate.cut();
    ownGate.cut();
  }

  async function look(): Promise<void> {
    if (!isKnown) {
      await assertReplica(url, own, primary);
      isKnown = true;
    }
    const it = firstOf(
      await own<{ isStandby: boolean; replayed: bigint | null; since: string }[]>`
      select pg_is_in_recovery() as is_standby, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as replayed,
        pg_postmaster_start_time()::text as since`,
    );
    const at = performance.now();
    const of = firstOf(
      await primary<{ written: bigint }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as written`,
    );
    freshness.note({ at, written: of.written, replayed: it.replayed ?? 0n });
    if (!it.isStandby) throw new Error('it is not a standby');
    if (freshness.isAhead()) throw new Error('it follows another primary');
    gate.open();
    // Of another one it is not known how far it is.
    const reads = await onlyRow(sql<{ since: string }[]>`select pg_postmaster_start_time()::text as since`);
    if (reads.since !== it.since)
      throw new Error('its address resolves to several servers: list each standby');
    const seconds = freshness.ageSeconds(performance.now());
    note(seconds <= mostReplicaSeconds ? undefined : `it is more than ${mostReplicaSeconds} s behind`);
  }

  async function lookSoon(): Promise<void> {
    const late = new AbortController();
    const tooLate = sleep(limitMs, undefined, { ref: false, signal: late.signal }).then(() => {
      throw new Error('it does not respond');
    });
    tooLate.catch(() => {});
    try {
      await Promise.race([look(), tooLate]);
    } finally {
      late.abort();
    }
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      await sleep(lookMs, undefined, { ref: false });
      if (!isStopped) await lookSoon().catch(fail);
    }
  }

  const stop = async (): Promise<void> => {
    isStopped = true;
    await Promise.all([own.end({ timeout: 0 }), sql.end({ timeout: 1 })]);
  };
  try {
    await lookSoon();
  } catch (error) {
    if (error instanceof NoReplica) {
      await stop();
      throw error;
    }
    fail(error);
  }
  void watch();

  const ageSeconds = (): number | undefined => {
    const seconds = freshness.ageSeconds(performance.now());
    return trouble === undefined && seconds <= mostReplicaSeconds ? seconds : undefined;
  };
  return {
    ageSeconds,
    counts: () => ({ answered, missed }),
    stop,
    read: async (db, read, onAge = () => {}) => {
      const age = ageSeconds();
      if (age !== undefined) {
        try {
          const result = await read(sql);
          answered += 1;
          onAge(age);
          return result;
        } catch (error) {
          if (!isReplicasOwn(error)) throw error;
        }
      }
      missed += 1;
      return read(db);
    },
  };
}

/**
 * Whether a read can succeed at the primary: the replica is away, has cancelled it because it conflicted with its
 * replay (40001), or does not have a migration's tables yet. A slow read (57014) would take as long there, and a write
 * (25006) is not a read.
 */
function isReplicasOwn(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return (
    code !== '57014' &&
    code !== '25006' &&
    (isDatabaseAway(error) || /^(?:40001|42P01|42703|42883|3F000)$/.test(code))
  );
}

/** Throws NoReplica unless both are one database of one cluster, and sessions keep their settings. */
async function assertReplica(url: string, replica: Sql, primary: Sql): Promise<void> {
  const identify = async (db: Sql): Promise<string> => {
    return onlyValue(db<{ id: string }[]>`
      select (pg_control_system()).system_identifier || ' ' || current_database() as id`);
  };
  if ((await identify(replica)) !== (await identify(primary)))
    throw new NoReplica(
      'DATABASE_REPLICA_URL is not a standby of the database of DATABASE_URL: name a standby of the same PostgreSQL, and the same database of it',
    );
  await assertSessions(url, 'DATABASE_REPLICA_URL').catch((error) => {
    throw error instanceof SessionsShared ? new NoReplica(error.message) : error;
  });
}
