// All SQL of the chain. Links are only added; the database refuses anything else.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, onlyRow, onlyValue } from '../../kernel/db/rows.ts';
import type { Rules } from '../findings.ts';

export interface LinkRow {
  /** From 1. */
  position: number;
  journalId: string;
  hash: Buffer;
}

/** A link with the present text of its journal; null if the journal is gone. */
export interface LinkedJournal extends LinkRow {
  text: string | null;
}

/** Makes the caller's transaction the only one that links; false if another one does. */
export const lockLinking = (tx: Tx) =>
  onlyValue(tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('tefo ledger links')) as is_ours`);

// One journal in the form that the chain hashes (docs/adr/0013): every stored value of it and its entries, and the
// owners of their accounts. Every value is text, so that no setting of numbers or times changes how it is read. all
// merchants: the chain covers every merchant.
const textOf = (db: Db) => db`
  json_build_array(journal.id, journal.merchant_id, journal.template, journal.object, journal.object_id,
    to_char(journal.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), (
      select json_agg(json_build_array(entry.id::text, entry.account_id, account.kind, account.site_id,
        entry.amount_cents::text, to_char(entry.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        order by entry.id)
      from ledger_entries entry left join ledger_accounts account on account.id = entry.account_id
      where entry.journal_id = journal.id
    ))::text as text`;

/** True if a journal waits for its link. */
export const hasUnlinked = (db: Db) => anyRow(db`select from ledger_unlinked limit 1`);

/**
 * Returns journals that wait for their link, by their ids, with their texts; at most `limit`. all merchants: the chain
 * covers every merchant.
 */
export async function listUnlinked(tx: Tx, limit: number): Promise<{ journalId: string; text: string }[]> {
  // What waits and is not there, or is linked already, was put there by hand: it stays, for the check to find. Row by row
  // (offset 0), so that no plan ever goes through all links and journals for the few that wait.
  return tx<{ journalId: string; text: string }[]>`
    select journal.id as journal_id, ${textOf(tx)}
    from (
      select journal.* from ledger_unlinked waiting cross join lateral (
        select journal.* from ledger_journals journal
        where journal.id = waiting.journal_id
          and not exists (select from ledger_links link where link.journal_id = waiting.journal_id)
        offset 0
      ) journal
      order by waiting.journal_id limit ${limit}
    ) journal
    order by journal.id`;
}

/** Adds links to the end of the chain, in their order, and takes their journals from those that wait. */
export const insertLinks = (tx: Tx, links: LinkRow[], at: Date) =>
  execute(tx`
    with link as (
      insert into ledger_links (position, journal_id, hash, linked_at)
      select position, journal_id, decode(hash, 'hex'), ${at}
      from unnest(
        ${links.map(({ position }) => String(position))}::bigint[],
        ${links.map(({ journalId }) => journalId)}::uuid[],
        ${links.map(({ hash }) => hash.toString('hex'))}::text[]
      ) as link (position, journal_id, hash)
      returning journal_id
    )
    delete from ledger_unlinked waiting using link where waiting.journal_id = link.journal_id`);

export interface DatedLink extends LinkRow {
  linkedAt: Date;
}

/** Returns the last link; undefined before the first. `upTo`: the last that was created up to then. */
export async function lastLink(db: Db, upTo?: Date): Promise<DatedLink | undefined> {
  const [row] = await db<(Omit<DatedLink, 'position'> & { position: bigint })[]>`
    select position, journal_id, hash, linked_at from ledger_links
    ${upTo ? db`where linked_at <= ${upTo}` : db``}
    order by position desc limit 1`;
  return row && { ...row, position: Number(row.position) };
}

/** True if the chain has this hash at this position. */
export const hasLink = (db: Db, { position, hash }: Pick<LinkRow, 'position' | 'hash'>) =>
  anyRow(db`select from ledger_links where position = ${position} and hash = ${hash}`);

/** all merchants: when a linked journal was booked. */
export const bookedAt = (db: Db, journalId: string) =>
  onlyValue(db<{ bookedAt: Date }[]>`select booked_at from ledger_journals where id = ${journalId}`);

/**
 * Returns when the first journal that waits for its link was booked; null if no journal waits. By its id, which begins
 * with its time. all merchants: the chain covers every merchant.
 */
export async function oldestUnlinked(db: Db): Promise<Date | null> {
  const [row] = await db<{ bookedAt: Date }[]>`
    select booked_at from ledger_journals
    where id = (select journal_id from ledger_unlinked order by journal_id limit 1)`;
  return row?.bookedAt ?? null;
}

export async function countUnlinked(db: Db): Promise<number> {
  const row = await onlyRow(db<{ waiting: bigint }[]>`
    select count(*) as waiting from (select from ledger_unlinked limit 100000) waiting`);
  return Number(row.waiting);
}

/**
 * Returns the links after a position in their order, with their journals; at most `limit`. all merchants: the chain
 * covers every merchant.
 */
export async function listLinks(db: Db, after: number, limit: number): Promise<LinkedJournal[]> {
  const rows = await db<(Omit<LinkedJournal, 'position'> & { position: bigint })[]>`
    select link.position, link.journal_id, link.hash,
      (select ${textOf(db)} from ledger_journals journal where journal.id = link.journal_id) as text
    from ledger_links link
    where link.position > ${after} order by link.position limit ${limit}`;
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** Each journal is linked, or waits to be. all merchants: the chain covers every merchant. */
export const linkRules: Rules = {
  'journal-is-linked': (db) => db`
    select journal.id as object, 'it is neither linked nor does it wait to be' as detail
    from ledger_journals journal
    where not exists (select from ledger_links link where link.journal_id = journal.id)
      and not exists (select from ledger_unlinked waiting where waiting.journal_id = journal.id)`,
  'waiting-journal-is-there': (db) => db`
    select waiting.journal_id as object,
      case when link.journal_id is null then 'it waits to be linked, and is gone'
        else format('it waits to be linked, and is at position %s', link.position) end as detail
    from ledger_unlinked waiting
    left join ledger_journals journal on journal.id = waiting.journal_id
    left join ledger_links link on link.journal_id = waiting.journal_id
    where journal.id is null or link.journal_id is not null`,
};
