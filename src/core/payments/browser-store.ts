// All SQL of the requests that browsers have brought.
import type { Db, Sql } from '../../kernel/db/db.ts';
import { onlyValue, rowCount } from '../../kernel/db/rows.ts';

export interface BrowserRequest {
  siteId: string;
  merchantId: string;
  digest: Buffer;
  cut: Buffer;
  ambiguousEnds: string[] | null;
  firstSeenAt: Date;
}

/**
 * Stores a request unless one with its digest is stored already. Returns the stored cut: of concurrent ones, the first.
 * The update changes nothing; it waits for a concurrent insert, and returns its row.
 */
export const keepFirst = (db: Db, row: BrowserRequest) =>
  onlyValue(db<{ cut: Buffer }[]>`
    insert into browser_requests as known (site_id, merchant_id, digest, cut, ambiguous_ends, first_seen_at)
    values (${row.siteId}, ${row.merchantId}, ${row.digest}, ${row.cut}, ${row.ambiguousEnds}, ${row.firstSeenAt})
    on conflict (site_id, digest) do update set cut = known.cut
    returning cut`);

/**
 * Counts the requests of a merchant's site since an instant, and by field those whose hash leaves the field's end open.
 */
export async function countSince(
  db: Db,
  { merchantId, siteId }: { merchantId: string; siteId: string },
  since: Date,
): Promise<{ all: number; ambiguous: Record<string, number> }> {
  const rows = await db<{ field: string | null; count: number }[]>`
    with lately as materialized (
      select ambiguous_ends from browser_requests
      where merchant_id = ${merchantId} and site_id = ${siteId} and first_seen_at >= ${since}
    )
    select null as field, count(*)::integer as count from lately
    union all
    select field, count(*)::integer from lately, unnest(ambiguous_ends) as field group by field order by field`;
  const ambiguous = rows.flatMap(({ field, count }) => (field === null ? [] : [[field, count]]));
  return { all: rows.find(({ field }) => field === null)!.count, ambiguous: Object.fromEntries(ambiguous) };
}

/** Deletes older rows; returns how many there were. all merchants: they are kept for a year. */
export const deleteOlder = (db: Sql, than: Date, limit: number) =>
  rowCount(db`
    delete from browser_requests where ctid = any (array(
      select ctid from browser_requests where first_seen_at < ${than} order by first_seen_at limit ${limit}))`);
