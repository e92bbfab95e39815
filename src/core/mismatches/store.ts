// All SQL of requests whose hash was not theirs.
import type { Db, Sql } from '../../kernel/db.ts';

/** Which hash a request carried. */
export type HashSurface = 'payments' | 'refunds' | 'payouts' | 'bulk' | 'banktransfer';

/** What the doctor said: the mistake's name, the field it is about, what was done and what to do. */
export interface StoredFinding {
  mistake: string;
  field: string | null;
  cause: string;
  cure: string;
}

export interface Mismatch {
  id: string;
  merchantId: string;
  siteId: string;
  surface: HashSurface;
  /** The merchant's own reference, as far as the request has one. */
  reference: string | null;
  evidenceSealed: string;
  /** Null until it was looked at; empty where no known mistake leads to the hash. */
  findings: StoredFinding[] | null;
  correlationId: string;
  createdAt: Date;
}

const columns = (db: Db) => db`
  id, merchant_id, site_id, surface, reference, evidence_sealed, findings, correlation_id, created_at`;

/** At most so many are forgotten with one that is added: enough to catch up with those that came at one time. */
const mostForgotten = 10;

/**
 * Adds a mismatch, and forgets the site's oldest since an instant beyond the newest `most`. Those that come at one time do
 * not wait for each other, so for a moment there may be as many more.
 */
export async function insertMismatch(
  db: Db,
  row: Omit<Mismatch, 'findings'>,
  limit: { since: Date; most: number },
): Promise<void> {
  await db`
    with surplus as materialized (
      select id from hash_mismatches where id = any (array(
        select id from hash_mismatches where site_id = ${row.siteId} and created_at > ${limit.since}
        order by created_at desc, id desc offset ${limit.most - 1} limit ${mostForgotten}
      ))
      for update skip locked
    ), forgotten as (
      delete from hash_mismatches using surplus where hash_mismatches.id = surplus.id
    )
    insert into hash_mismatches (id, merchant_id, site_id, surface, reference, evidence_sealed, correlation_id, created_at)
    values (${row.id}, ${row.merchantId}, ${row.siteId}, ${row.surface}, ${row.reference}, ${row.evidenceSealed},
      ${row.correlationId}, ${row.createdAt})`;
}

/** The newest that nobody looked at, but for some sites'. all merchants: the sweep looks at everybody's. */
export async function findUndiagnosed(db: Sql, but: readonly string[], limit: number): Promise<Mismatch[]> {
  return db<Mismatch[]>`
    select ${columns(db)} from hash_mismatches where findings is null and site_id <> all (${[...but]}::uuid[])
    order by created_at desc limit ${limit}`;
}

/** all merchants: the sweep holds the row. */
export async function setFindings(db: Sql, id: string, findings: StoredFinding[]): Promise<void> {
  await db`update hash_mismatches set findings = ${db.json(findings as never)} where id = ${id} and findings is null`;
}

/** The newest mismatches of a merchant's site: all, or those with a reference or an id. */
export async function listMismatches(
  db: Db,
  of: { merchantId: string; siteId: string },
  { named, limit }: { named?: { text: string; id: string | null }; limit: number },
): Promise<Mismatch[]> {
  return db<Mismatch[]>`
    select ${columns(db)} from hash_mismatches
    where merchant_id = ${of.merchantId} and site_id = ${of.siteId}
      ${named ? db`and id = any (array(${withName(db, of.siteId, named, limit)}))` : db``}
    order by created_at desc, id desc limit ${limit}`;
}

// Each by its own index: a site may have a hundred thousand.
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

/** Forgets what is older; answers how many there were. all merchants: they are kept for a month. */
export async function deleteOlder(db: Sql, than: Date, limit: number): Promise<number> {
  const gone = await db`
    delete from hash_mismatches
    where id = any (array(select id from hash_mismatches where created_at < ${than} limit ${limit}))`;
  return gone.count;
}
