// Counts each key per minute across all processes. Counting happens in memory; only keys near their limit are shared
// with other processes, through the database.
import { hash, randomBytes } from 'node:crypto';
import { type Clock, minuteMs, systemClock } from '../clock.ts';
import type { Sql } from '../db/db.ts';
import { getOrThrow, itemAt } from '../required.ts';

/** This many keys are counted each on their own in a minute, to bound memory. */
const mostKeys = 100_000;
/**
 * Further keys share this many counts: a key belongs to the one that its hash selects, so that it is counted at least
 * as often as it comes. A client cannot choose whose count it shares: the hash has a secret of this process.
 */
const sharedPlaces = 16_384;
/** A key is shared from this fraction of its limit on. */
const reportedShare = 1 / 16;
const mostReported = 5_000;

interface Count {
  /** The count of all processes at the last exchange. */
  shared: number;
  /** The count of this process since. */
  own: number;
  limit: number;
}

export interface SharedCounts {
  /** Counts a key once, or `by` times; returns its count this minute. `limit` is its limit. */
  add(key: string, limit: number, by?: number): number;
  /** Returns a key's count this minute. */
  read(key: string): number;
  /** Returns how long the minute still lasts, in milliseconds. */
  msLeft(): number;
  /** Shares this process's counts and reads those of the others. */
  exchange(): Promise<void>;
}

export function createSharedCounts(db: Sql, clock: Clock = systemClock(), most = mostKeys): SharedCounts {
  const secret = randomBytes(16).toString('hex');
  let minute = 0;
  let counts = new Map<string, Count>();
  let overflow: Uint32Array | undefined;

  const placeOf = (key: string): number =>
    hash('sha256', secret + key, 'buffer').readUInt32LE() % sharedPlaces;

  function present(): Map<string, Count> {
    const now = Math.floor(clock.now().getTime() / minuteMs);
    if (now !== minute) {
      minute = now;
      counts = new Map();
      overflow = undefined;
    }
    return counts;
  }

  return {
    add: (key, limit, by = 1) => {
      const known = present().get(key);
      if (known) {
        known.own += by;
        return known.shared + known.own;
      }
      if (counts.size < most) {
        counts.set(key, { shared: 0, own: by, limit });
        return by;
      }
      overflow ??= new Uint32Array(sharedPlaces);
      const place = placeOf(key);
      overflow[place] = Math.max(0, itemAt(overflow, place) + by);
      return overflow[place];
    },
    read: (key) => {
      const known = present().get(key);
      if (known) return known.shared + known.own;
      return overflow ? overflow[placeOf(key)]! : 0;
    },
    msLeft: () => minuteMs - (clock.now().getTime() % minuteMs),
    exchange: async () => {
      const near = [...present()]
        .filter(([, { shared, own, limit }]) => shared + own >= limit * reportedShare)
        .slice(0, mostReported);
      if (near.length === 0) return;
      const at = new Date(minute * minuteMs);
      const reported = near.map(([, { own }]) => own);
      const rows = await tell(
        db,
        at,
        near.map(([key]) => key),
        reported,
      );
      const all = new Map(rows.map(({ key, count }) => [key, Number(count)]));
      for (const [index, [key, count]] of near.entries()) {
        count.own -= itemAt(reported, index);
        count.shared = getOrThrow(all, key);
      }
    },
  };
}

/** Adds to the counts of a minute and returns the new ones. Deletes those older than an hour. */
async function tell(
  db: Sql,
  minute: Date,
  keys: string[],
  counts: number[],
): Promise<{ key: string; count: bigint }[]> {
  return db<{ key: string; count: bigint }[]>`
    with forgotten as (
      delete from request_counts where minute < ${minute}::timestamptz - interval '1 hour'
    )
    insert into request_counts as known (minute, key, count)
    select ${minute}, given.key, given.count
    from unnest(${keys}::text[], ${counts}::bigint[]) as given (key, count)
    order by given.key
    on conflict (minute, key) do update set count = known.count + excluded.count
    returning key, count`;
}
