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

/** Adds a mismatch, unless the site has had `most` since an instant: a broken program sends the same thing for ever. */
export async function insertMismatch(
  db: Db,
  row: Omit<Mismatch, 'findings'>,
  limit: { since: Date; most: number },
): Promise<void> {
  await db`
    insert into hash_mismatches (id, merchant_id, site_id, surface, reference, evidence_sealed, correlation_id, created_at)
    select ${row.id}, ${row.merchantId}, ${row.siteId}, ${row.surface}, ${row.reference}, ${row.evidenceSealed},
      ${row.correlationId}, ${row.createdAt}
    where (
      select count(*) from (
        select 1 from hash_mismatches where site_id = ${row.siteId} and created_at > ${limit.since} limit ${limit.most}
      ) as recent
    ) < ${limit.most}`;
}

/** all merchants: the sweep looks at everybody's. */
export async function findUndiagnosed(db: Sql, limit: number): Promise<Mismatch[]> {
  return db<Mismatch[]>`
    select ${columns(db)} from hash_mismatches where findings is null order by created_at limit ${limit}`;
}

/** all merchants: the sweep holds the row. */
export async function setFindings(db: Sql, id: string, findings: StoredFinding[]): Promise<void> {
  await db`update hash_mismatches set findings = ${db.json(findings as never)} where id = ${id} and findings is null`;
}

/** The newest mismatches of a merchant's site. */
export async function listMismatches(
  db: Db,
  of: { merchantId: string; siteId: string },
  limit: number,
): Promise<Mismatch[]> {
  return db<Mismatch[]>`
    select ${columns(db)} from hash_mismatches
    where merchant_id = ${of.merchantId} and site_id = ${of.siteId}
    order by created_at desc, id desc limit ${limit}`;
}

/** Forgets what is older; answers how many there were. all merchants: they are kept for a month. */
export async function deleteOlder(db: Sql, than: Date, limit: number): Promise<number> {
  const gone = await db`
    delete from hash_mismatches
    where id = any (array(select id from hash_mismatches where created_at < ${than} limit ${limit}))`;
  return gone.count;
}
