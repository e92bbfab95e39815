// All SQL of the ledger. Entries and journals are only ever added; the database refuses anything else.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import type { AccountKind } from './templates.ts';

export async function findAccount(
  tx: Tx,
  kind: AccountKind,
  siteId: string | null,
): Promise<string | undefined> {
  const [account] = await tx<{ id: string }[]>`
    select id from ledger_accounts
    where kind = ${kind} and currency = 'ZAR' and site_id is not distinct from ${siteId}`;
  return account?.id;
}

/** Makes an account unless it is there; several at once make one. */
export async function insertAccount(
  tx: Tx,
  account: {
    id: string;
    merchantId: string | null;
    siteId: string | null;
    kind: AccountKind;
    createdAt: Date;
  },
): Promise<void> {
  await tx`
    insert into ledger_accounts (id, merchant_id, site_id, kind, currency, created_at)
    values (${account.id}, ${account.merchantId}, ${account.siteId}, ${account.kind}, 'ZAR', ${account.createdAt})
    on conflict do nothing`;
}

export interface JournalRow {
  id: string;
  /** Null for money whose owner is not known. */
  merchantId: string | null;
  template: string;
  object: string;
  objectId: string;
  bookedAt: Date;
}

/** Adds a journal with its entries in one statement. */
export async function insertJournal(
  tx: Tx,
  journal: JournalRow,
  entries: { accountId: string; amountCents: bigint }[],
): Promise<void> {
  await tx`
    with journal as (
      insert into ledger_journals (id, merchant_id, template, object, object_id, booked_at)
      values (${journal.id}, ${journal.merchantId}, ${journal.template}, ${journal.object}, ${journal.objectId},
        ${journal.bookedAt})
      returning id, booked_at
    )
    insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
    select journal.id, line.account_id, line.amount_cents, journal.booked_at
    from journal, unnest(
      ${entries.map((entry) => entry.accountId)}::uuid[],
      ${entries.map((entry) => entry.amountCents.toString())}::bigint[]
    ) as line (account_id, amount_cents)`;
}

/**
 * The sum of an account's entries up to and including `at` (all of them where it is null), in cents, credits negative:
 * the last snapshot before it and what came since.
 */
export async function sumUpTo(
  db: Db,
  kind: AccountKind,
  siteId: string | null,
  at: Date | null,
): Promise<bigint> {
  const [row] = await db<{ total: bigint }[]>`
    select coalesce(snapshot.balance_cents, 0) + coalesce((
      select sum(entry.amount_cents) from ledger_entries entry
      where entry.account_id = account.id
        and entry.booked_at > coalesce(snapshot.at, '-infinity') and entry.booked_at <= coalesce(${at}, 'infinity'::timestamptz)
    ), 0)::bigint as total
    from ledger_accounts account
    left join lateral (
      select at, balance_cents from ledger_snapshots
      where account_id = account.id and at <= coalesce(${at}, 'infinity'::timestamptz)
      order by at desc limit 1
    ) snapshot on true
    where account.kind = ${kind} and account.site_id is not distinct from ${siteId}`;
  return row?.total ?? 0n;
}

/** Takes the site's spending lock for the rest of the transaction. */
export async function lockSpending(tx: Tx, siteId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${siteId}, 1))`;
}

/**
 * Writes a snapshot at `at` for accounts that moved since their last one, where that is older than `before`; at most
 * `limit`. Answers how many. all merchants: the operator's housekeeping.
 */
export async function insertSnapshots(db: Sql, at: Date, before: Date, limit: number): Promise<number> {
  const made = await db`
    with last as (
      select account.id, snapshot.at, coalesce(snapshot.balance_cents, 0) as balance_cents
      from ledger_accounts account
      left join lateral (
        select at, balance_cents from ledger_snapshots where account_id = account.id order by at desc limit 1
      ) snapshot on true
      where coalesce(snapshot.at, '-infinity') < ${before}
    )
    insert into ledger_snapshots (account_id, at, balance_cents)
    select last.id, ${at}::timestamptz, last.balance_cents + moved.total
    from last cross join lateral (
      select sum(entry.amount_cents)::bigint as total from ledger_entries entry
      where entry.account_id = last.id and entry.booked_at > coalesce(last.at, '-infinity') and entry.booked_at <= ${at}
    ) moved
    where moved.total is not null
    limit ${limit}
    on conflict do nothing`;
  return made.count;
}
