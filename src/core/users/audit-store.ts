// All SQL of the audit log. Entries are only added; the database refuses anything else.
import type { Db, Fragment, Tx } from '../../kernel/db/db.ts';
import { execute, firstValue, onlyRow, rowCount } from '../../kernel/db/rows.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import { personWords } from './name-store.ts';

export interface Entry {
  at: Date;
  /** A user's id, cli:NAME, or client:ID of the One API. */
  who: string;
  merchantId: string | null;
  action: string;
  subject: string;
  /** JSON. */
  before: string | null;
  after: string | null;
  why: string | null;
  network: string | null;
  correlationId: string;
}

export interface AuditRow extends Omit<Entry, 'before' | 'after'> {
  position: number;
  /** Whose id `who` is, as far as the viewer may know them; null for cli:NAME and client:ID. */
  email: string | null;
  before: unknown;
  after: unknown;
}

/** Filters for the audit log. An absent field matches every entry. */
export interface AuditFilter {
  /** A user's id or address, or cli:NAME. */
  who?: string;
  action?: string;
  /** A whole subject or its beginning, such as "payout". */
  subject?: string;
  merchantId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** The hash before the first entry. */
export const beginning = Buffer.alloc(32);

// An entry in the form that the chain hashes. Every value is text, so that no setting of numbers or times changes how
// it is read.
const textOf = (db: Db) => db`
  json_build_array(entry.position::text, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.who,
    entry.merchant_id::text, entry.action, entry.subject, entry.before::text, entry.after::text, entry.why, entry.network,
    entry.correlation_id)::text`;

/** Makes the caller's transaction the only one that adds entries, until it ends. */
export const lockAudit = (tx: Tx) => execute(tx`select pg_advisory_xact_lock(hashtext('tefo audit'))`);

/** Adds an entry behind the last one, and returns its position. The caller has the lock. */
export async function insertEntry(tx: Tx, one: Entry): Promise<number> {
  const row = await onlyRow(tx<{ position: bigint }[]>`
    with last as (
      select position, hash from console.audit order by position desc limit 1
    ), entry as (
      select coalesce((select position from last), 0) + 1 as position, ${one.at}::timestamptz as at, ${one.who}::text as who,
        ${one.merchantId}::uuid as merchant_id, ${one.action}::text as action, ${one.subject}::text as subject,
        ${one.before}::text::jsonb as before, ${one.after}::text::jsonb as after, ${one.why}::text as why,
        ${one.network}::text as network, ${one.correlationId}::text as correlation_id
    )
    insert into console.audit
      (position, at, who, merchant_id, action, subject, before, after, why, network, correlation_id, hash)
    select entry.*,
      sha256(coalesce((select hash from last), ${beginning}) || convert_to(${textOf(tx)}, 'UTF8'))
    from entry
    returning position`);
  return Number(row.position);
}

/** Limits a look-up of addresses to users of the viewer's merchants. */
const knows = (db: Db, viewer: Viewer): Fragment =>
  viewer.merchants === 'all'
    ? db`true`
    : db`exists (select from console.held where user_id = users.id and ${seenBy(db, viewer, 'held.merchant_id')})`;

const conditionOf = (
  db: Db,
  viewer: Viewer,
  { who, action, subject, merchantId, from, to }: AuditFilter,
) => db`${seenBy(db, viewer)}
      ${
        who === undefined
          ? db``
          : db`and who in (select ${who}::text union all select id::text from console.users where email = lower(${who}) and ${knows(db, viewer)})`
      }
      ${action === undefined ? db`` : db`and action = ${action}`}
      ${subject === undefined ? db`` : db`and starts_with(subject, ${subject})`}
      ${merchantId === undefined ? db`` : db`and merchant_id = ${merchantId}`}
      ${from === undefined ? db`` : db`and at >= ${from}`}
      ${to === undefined ? db`` : db`and at < ${to}`}`;

/** Returns how many entries there are where the viewer sees, at most `most`. */
export const countAudit = (db: Db, viewer: Viewer, filter: AuditFilter, most: number) =>
  rowCount(db`
    select from console.audit where ${conditionOf(db, viewer, filter)} limit ${most}`);

/** Counts the notes of a merchant's users on a subject, or with null the operator's, up to `most`. */
export const countNotes = (db: Db, subject: string, merchantId: string | null, most: number) =>
  rowCount(db`
    select from console.audit
    where action = 'payment.note' and subject = ${subject} and merchant_id is not distinct from ${merchantId}
    limit ${most}`);

/** Returns entries where the viewer sees, the newest first, from before a position on. */
export async function listEntries(
  db: Db,
  viewer: Viewer,
  filter: AuditFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const rows = await db<(Omit<AuditRow, 'position'> & { position: bigint })[]>`
    select position, at, who, ${personWords(db, viewer, db`who`)} as email, merchant_id, action, subject, before, after, why,
      network, correlation_id
    from console.audit
    where ${conditionOf(db, viewer, filter)}
      ${before === undefined ? db`` : db`and position < ${before}`}
    order by position desc limit ${limit}`;
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

export interface ChainedEntry {
  position: number;
  hash: Buffer;
  text: string;
}

/** Returns entries after a position, in their order. all merchants: the chain covers the entries of every merchant. */
export async function listChained(db: Db, after: number, limit: number): Promise<ChainedEntry[]> {
  const rows = await db<(Omit<ChainedEntry, 'position'> & { position: bigint })[]>`
    select entry.position, entry.hash, ${textOf(db)} as text
    from console.audit entry where entry.position > ${after} order by entry.position limit ${limit}`;
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/**
 * Returns the newest entry as the database recorded it when it was written. all merchants: the chain covers the
 * entries of every merchant.
 */
export async function findHead(db: Db): Promise<Omit<ChainedEntry, 'text'> | undefined> {
  const [row] = await db<{ position: bigint; hash: Buffer }[]>`select position, hash from console.audit_head`;
  return row && { ...row, position: Number(row.position) };
}

/**
 * Returns a digest of each entry as it now reads, in hexadecimal, by its position. all merchants: the chain covers the
 * entries of every merchant.
 */
export async function digestEntries(tx: Tx, positions: readonly number[]): Promise<Record<string, string>> {
  const rows = await tx<{ position: bigint; digest: string }[]>`
    select entry.position, encode(sha256(convert_to(${textOf(tx)}, 'UTF8')), 'hex') as digest
    from console.audit entry where entry.position = any (${positions.map(String)}::text[]::bigint[])`;
  return Object.fromEntries(rows.map(({ position, digest }) => [String(position), digest]));
}

/**
 * Returns the digest that the newest erasure records for an entry, if any. all merchants: the chain covers the
 * entries of every merchant.
 */
export const findDigest = (db: Db, position: number) =>
  firstValue(db<{ digest: string }[]>`
    select erasure.after -> 'redacted' ->> ${String(position)}::text as digest
    from console.audit erasure
    where action = 'person.erase' and erasure.position > ${position}
      and erasure.after -> 'redacted' ? ${String(position)}::text
    order by erasure.position desc limit 1`);
