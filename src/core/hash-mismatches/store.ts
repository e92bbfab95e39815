// All SQL of requests with a wrong hash.

import type { Db, Sql } from '../../kernel/db/db.ts';
import { jsonOf } from '../../kernel/db/json.ts';
import { allValues, execute, firstRow, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { AgedRow, Shelf } from '../retention.ts';
import { seenBy, type Viewer } from '../viewer.ts';

/** The kind of hash that a request carried. */
export type HashSurface = 'payments' | 'refunds' | 'payouts' | 'bulk' | 'banktransfer';

/** The hash debugger's finding: the mistake's name, the field it is about, the mistake in words and its fix. */
export interface StoredFinding {
  mistake: string;
  field: string | null;
  cause: string;
  cure: string;
}

export const mismatches = table('hash_mismatches', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  surface: t.code<HashSurface>(),
  /** The merchant's own reference, if the request has one. */
  reference: t.text('clear').nullable(),
  evidenceSealed: t.text('clear'),
  /** Null until it is examined; empty if no known mistake explains the hash. */
  findings: t.jsonb<StoredFinding[]>('clear').nullable().later(),
  /** How many fields of the request were not kept. */
  dropped: t.integer(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  attempts: t.smallint().later().unread(),
  attemptedAt: t.timestamptz().nullable().later().unread(),
});

export type Mismatch = RowOf<typeof mismatches> & {
  /** Nothing was found because the search was abandoned. */
  isGivenUp: boolean;
};

/** A search that started so often without an end is not started again. The index of waiting rows has this number. */
export const mostAttempts = 2;

const own = columnsOf(mismatches);
const columns = (db: Db) => db`${own(db)}, findings is null and attempts >= ${mostAttempts} as is_given_up`;

/** The most that one insert deletes: enough to catch up with those that came at the same time. */
const mostForgotten = 10;

/**
 * Adds a mismatch. Deletes the site's oldest beyond the newest `lately` since an instant, and beyond the newest `most`
 * in all. The second limit is checked only when the first deletes nothing, so at most `lately` times an hour.
 * Concurrent inserts do not wait for each other, so the limit can be exceeded by their number for a moment.
 */
export const insertMismatch = (
  db: Db,
  row: Omit<Mismatch, 'findings' | 'isGivenUp'>,
  limit: { since: Date; lately: number; most: number },
) =>
  execute(db`
    with lately as materialized (
      select id from hash_mismatches where site_id = ${row.siteId} and created_at > ${limit.since}
      order by created_at desc, id desc offset ${limit.lately - 1} limit ${mostForgotten}
    ), surplus as materialized (
      select id from hash_mismatches where id = any (array(
        select id from lately
        union all
        (select id from hash_mismatches where site_id = ${row.siteId} and not exists (select from lately)
          order by created_at desc, id desc offset ${limit.most - 1} limit ${mostForgotten})
      ))
      for update skip locked
    ), forgotten as (
      delete from hash_mismatches using surplus where hash_mismatches.id = surplus.id
    )
    ${insertRows(db, mismatches, [row])}`);

/** Those that have not been started, or were started before `before` and did not end. */
const waiting = (db: Db, before: Date) => db`
  findings is null and attempts < 2 and (attempted_at is null or attempted_at < ${before})`;

/** Returns the ids of the newest that wait, except some sites'. all merchants: the sweep examines those of all. */
export const findWaiting = (db: Sql, before: Date, but: readonly string[], limit: number) =>
  allValues(db<{ id: string }[]>`
    select id from hash_mismatches where ${waiting(db, before)} and site_id <> all (${[...but]}::uuid[])
    order by created_at desc limit ${limit}`);

/**
 * Marks that a search for a mismatch starts. Returns undefined when another process was first. all merchants: the sweep
 * examines those of all.
 */
export const markAttempt = (db: Sql, id: string, at: Date, before: Date) =>
  firstRow(db<Mismatch[]>`
    update hash_mismatches set attempts = attempts + 1, attempted_at = ${at}
    where id = ${id} and ${waiting(db, before)}
    returning ${columns(db)}`);

/** all merchants: the sweep holds the row. */
export const setFindings = (db: Sql, id: string, findings: StoredFinding[]) =>
  execute(
    db`update hash_mismatches set findings = ${jsonOf(db, findings)} where id = ${id} and findings is null`,
  );

/** Returns the newest mismatches of a merchant's site: all, or those with a reference or an id. */
export const listMismatches = (
  db: Db,
  of: { merchantId: string; siteId: string },
  { named, limit }: { named?: { text: string; id: string | null }; limit: number },
) => db<Mismatch[]>`
    select ${columns(db)} from hash_mismatches
    where merchant_id = ${of.merchantId} and site_id = ${of.siteId}
      ${named ? db`and id = any (array(${withName(db, of.siteId, named, limit)}))` : db``}
    order by created_at desc, id desc limit ${limit}`;

export const findMismatch = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Mismatch[]>`
    select ${columns(db)} from hash_mismatches where id = ${id} and ${seenBy(db, viewer)}`);

// Each condition has its own index: a site may have a hundred thousand rows.
// all merchants: the enclosing statement filters by merchant.
const withName = (
  db: Db,
  siteId: string,
  { text, id }: { text: string; id: string | null },
  limit: number,
) => db`
  (select id from hash_mismatches where site_id = ${siteId} and reference = ${text}
    order by created_at desc limit ${limit})
  union (select id from hash_mismatches where correlation_id = ${text} limit ${limit})
  union (select id from hash_mismatches where id = ${id}::uuid)`;

/** Deletes older rows. Returns how many there were. all merchants: they are kept for a month. */
export const deleteOlder = (db: Sql, than: Date, limit: number) =>
  rowCount(db`
    delete from hash_mismatches
    where id = any (array(select id from hash_mismatches where created_at < ${than} limit ${limit}))`);

/** Mismatches that are archived to files. all merchants: the service archives the mismatches of every merchant. */
export const mismatchShelf: Shelf = {
  read: (tx, { before, after }, limit) => tx<AgedRow[]>`
    select id, created_at::text as at, mismatch.xmin::text as version,
      json_build_object('table', 'hash_mismatches', 'row', to_json(mismatch))::text as line
    from hash_mismatches mismatch
    where created_at < ${before} and created_at >= ${after.at}::text::timestamptz
    order by created_at limit ${limit}`,
  remove: async (tx, rows) => {
    const gone = await tx`
      delete from hash_mismatches
      using unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::text[]) as given (id, version)
      where hash_mismatches.id = given.id and hash_mismatches.xmin::text = given.version`;
    return gone.count;
  },
};
