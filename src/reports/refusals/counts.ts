// Counts refused requests, other than for their hash: collected in memory, written by a sweep, and read by the hour.
// all merchants: each written row names its merchant.
import type { Context } from '../../core/context.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { dayMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Db } from '../../kernel/db/db.ts';
import { execute } from '../../kernel/db/rows.ts';
import { itemAt } from '../../kernel/required.ts';

export interface Refused {
  merchantId: string;
  /** Null if the request did not get as far as its site. */
  siteId: string | null;
  surface: string;
  /** The error's name, as in the list of errors. */
  code: string;
}

export interface RefusalCounter {
  note(refused: Refused): void;
  sweep: Sweep;
}

/** Further kinds at once are not counted: no client has so many, and each is kept in memory. */
const mostKinds = 5_000;
const keptMs = 90 * dayMs;

type Row = Refused & { hour: string; n: number };

/** Counts refused requests. A process loses its unwritten counts when it ends: some seconds' worth. */
export function createRefusalCounter(ctx: Context): RefusalCounter {
  let waiting = new Map<string, Row>();

  function add(row: Row): void {
    const key = [row.hour, row.merchantId, row.siteId, row.surface, row.code].join(' ');
    const known = waiting.get(key);
    if (known) known.n += row.n;
    else if (waiting.size < mostKinds) waiting.set(key, row);
  }

  return {
    note: (refused) => {
      const hour = `${ctx.clock.now().toISOString().slice(0, 13)}:00:00.000Z`;
      add({ ...refused, hour, n: 1 });
    },
    sweep: {
      name: 'refusals.count',
      intervalMs: 5_000,
      run: async () => {
        const rows = [...waiting.values()];
        if (rows.length === 0) return 0;
        waiting = new Map();
        try {
          await write(ctx.db, rows);
        } catch (error) {
          for (const row of rows) add(row);
          throw error;
        }
        await ctx.db`delete from refusal_counts where hour < ${plus(ctx.clock.now(), -keptMs)}`;
        return 0;
      },
    },
  };
}

/** A merchant that a sandbox's snapshot took away is left out. In one order, so that processes do not wait in circles. */
const write = (db: Db, rows: readonly Row[]) =>
  execute(db`
    insert into refusal_counts (merchant_id, hour, site_id, surface, code, n)
    select given.merchant_id, given.hour, sites.id, given.surface, given.code, sum(given.n)
    from jsonb_to_recordset(${JSON.stringify(rows.map(inNames))}::text::jsonb)
      as given (merchant_id uuid, hour timestamptz, site_id uuid, surface text, code text, n bigint)
    join merchants on merchants.id = given.merchant_id
    left join sites on sites.id = given.site_id
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (merchant_id, hour, site_id, surface, code) do update set n = refusal_counts.n + excluded.n`);

const inNames = ({ merchantId, siteId, ...row }: Row) => ({
  ...row,
  merchant_id: merchantId,
  site_id: siteId,
});

export interface RefusalCount {
  surface: string;
  code: string;
  merchant: string;
  site: string | null;
  n: number;
  /** By the hour, the newest first. */
  hours: { hour: Date; n: number }[];
}

/** Returns the refusals since an instant by surface, code and site, the most frequent first, at most thirty. */
export async function listRefusalCounts(db: Db, viewer: Viewer, since: Date): Promise<RefusalCount[]> {
  const rows = await db<(Omit<RefusalCount, 'hours'> & { hours: Date[]; counts: number[] })[]>`
    select counted.surface, counted.code, merchants.code as merchant, sites.code as site, sum(n)::integer as n,
      array_agg(hour order by hour desc) as hours, array_agg(n::integer order by hour desc) as counts
    from refusal_counts counted
    join merchants on merchants.id = counted.merchant_id
    left join sites on sites.id = counted.site_id
    where hour >= ${since} and ${seenBy(db, viewer, 'counted.merchant_id')}
    group by 1, 2, 3, 4 order by 5 desc, 1, 2, 3, 4 limit 30`;
  return rows.map(({ hours, counts, ...row }) => ({
    ...row,
    hours: hours.map((hour, index) => ({ hour, n: itemAt(counts, index) })),
  }));
}
