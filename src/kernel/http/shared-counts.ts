// How often each key has come within the present minute, counted by all processes together. Counting is a matter of
// memory; only keys that come near their limit are told to the other processes, through the database.
import { type Clock, minuteMs, systemClock } from '../clock.ts';
import type { Sql } from '../db/db.ts';

/** Beyond so many keys of one kind, new ones are not counted until the next minute: memory is bounded. */
const mostKeys = 100_000;
/** A key is told to the others from this share of its limit on. */
const toldFrom = 1 / 16;
const mostTold = 5_000;

interface Count {
  /** What all processes together had told at the last exchange. */
  shared: number;
  /** What this process has counted since. */
  own: number;
  limit: number;
}

export interface SharedCounts {
  /** Counts a key once; returns how often it has come this minute. `limit`: how often it may. */
  add(key: string, limit: number): number;
  /** How often a key has come this minute. */
  read(key: string): number;
  /** How long the minute still lasts, in milliseconds. */
  msLeft(): number;
  /** Tells the other processes what was counted here, and learns what they have told. */
  exchange(): Promise<void>;
}

export function createSharedCounts(db: Sql, clock: Clock = systemClock()): SharedCounts {
  let minute = 0;
  let counts = new Map<string, Count>();

  function present(): Map<string, Count> {
    const now = Math.floor(clock.now().getTime() / minuteMs);
    if (now !== minute) {
      minute = now;
      counts = new Map();
    }
    return counts;
  }

  return {
    add: (key, limit) => {
      const known = present().get(key);
      if (known) {
        known.own += 1;
        return known.shared + known.own;
      }
      if (counts.size < mostKeys) counts.set(key, { shared: 0, own: 1, limit });
      return 1;
    },
    read: (key) => {
      const known = present().get(key);
      return known ? known.shared + known.own : 0;
    },
    msLeft: () => minuteMs - (clock.now().getTime() % minuteMs),
    exchange: async () => {
      const near = [...present()]
        .filter(([, { shared, own, limit }]) => shared + own >= limit * toldFrom)
        .slice(0, mostTold);
      if (near.length === 0) return;
      const at = new Date(minute * minuteMs);
      const told = near.map(([, { own }]) => own);
      const rows = await tell(
        db,
        at,
        near.map(([key]) => key),
        told,
      );
      const all = new Map(rows.map(({ key, count }) => [key, Number(count)]));
      for (const [index, [key, count]] of near.entries()) {
        count.own -= told[index]!;
        count.shared = all.get(key)!;
      }
    },
  };
}

/** Adds to the counts of a minute, and returns what they are then. What is older than an hour goes. */
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
