// All SQL of the ledger. Entries and journals are only added; the database refuses anything else.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { execute, onlyRow, onlyValue, rowCount } from '../../kernel/db/rows.ts';
import { insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { AccountKind, Posting } from './postings.ts';

export interface AccountRow {
  id: string;
  /** Null, as the site is, for an account of the service itself. */
  merchantId: string | null;
  siteId: string | null;
  /** The bank account that it is of; '' where it is of none. */
  bankAccount: string;
  kind: AccountKind;
  createdAt: Date;
}

/** Opens the accounts that do not exist yet. Several transactions at once open one of each. */
export const ensureAccounts = (tx: Tx, accounts: readonly AccountRow[]) => tx`
    insert into ledger_accounts (id, merchant_id, site_id, bank_account, kind, currency, created_at)
    select id, merchant_id, site_id, bank_account, kind, 'ZAR', created_at from (select * from unnest(
      ${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ merchantId }) => merchantId)}::uuid[],
      ${accounts.map(({ siteId }) => siteId)}::uuid[],
      ${accounts.map(({ bankAccount }) => bankAccount)}::text[], ${accounts.map(({ kind }) => kind)}::text[],
      ${accounts.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
    ) as wanted (id, merchant_id, site_id, bank_account, kind, created_at)) as wanted
    where ${accountOf(tx)} is null
    order by site_id, kind, bank_account
    on conflict do nothing`;

/**
 * Selects the account of a row with a kind and a site: by the index of the sites' accounts, or by that of the
 * service's. all merchants: an account belongs to a site, or to the service.
 */
const accountOf = (db: Db) => db`
  case when wanted.site_id is null
    then (select id from ledger_accounts where kind = wanted.kind and currency = 'ZAR' and site_id is null
      and bank_account = wanted.bank_account)
    else (select id from ledger_accounts where kind = wanted.kind and currency = 'ZAR' and site_id = wanted.site_id)
  end`;

export const journals = table('ledger_journals', {
  id: t.uuid(),
  /** Null for money whose owner is not known. */
  merchantId: t.uuid().nullable(),
  template: t.code(),
  object: t.code(),
  objectId: t.uuid(),
  bookedAt: t.timestamptz(),
});

export type JournalRow = RowOf<typeof journals>;

export interface EntryRow {
  journalId: string;
  bookedAt: Date;
  kind: AccountKind;
  siteId: string | null;
  bankAccount: string;
  /** In cents; a debit is positive. */
  amount: bigint;
}

/** Adds journals with their entries in one statement. Their accounts are there. */
export const insertJournals = (tx: Tx, rows: readonly JournalRow[], entries: readonly EntryRow[]) => tx`
    with journal as (${insertRows(tx, journals, rows)})
    insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
    select wanted.journal_id, ${accountOf(tx)}, wanted.amount_cents, wanted.booked_at
    from (select * from unnest(${entries.map(({ journalId }) => journalId)}::uuid[],
      ${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ siteId }) => siteId)}::uuid[],
      ${entries.map(({ bankAccount }) => bankAccount)}::text[], ${entries.map(({ amount }) => amount.toString())}::bigint[],
      ${entries.map(({ bookedAt }) => bookedAt.toISOString())}::timestamptz[]
    ) as wanted (journal_id, kind, site_id, bank_account, amount_cents, booked_at)) as wanted`;

/**
 * Returns the sum of the entries of a kind of account up to and including `at` (all of them if it is null), in cents,
 * credits negative: of a site, a bank account, or all of the service's accounts. Adds the entries since the last
 * snapshot to it. all merchants: an account belongs to a site, or to the service.
 */
export async function sumUpTo(
  db: Db,
  kind: AccountKind,
  of: { siteId: string } | { bankAccount: string } | 'service',
  at: Date | null,
): Promise<bigint> {
  const owner =
    of === 'service'
      ? db`account.site_id is null`
      : 'siteId' in of
        ? db`account.site_id = ${of.siteId}`
        : db`account.site_id is null and account.bank_account = ${of.bankAccount}`;
  return onlyValue(db<{ total: bigint }[]>`
    select coalesce(sum(coalesce(snapshot.balance_cents, 0) + coalesce((
      select sum(entry.amount_cents) from ledger_entries entry
      where entry.account_id = account.id
        and entry.booked_at > coalesce(snapshot.at, '-infinity') and entry.booked_at <= coalesce(${at}, 'infinity'::timestamptz)
    ), 0)), 0)::bigint as total
    from ledger_accounts account
    left join lateral (
      select at, balance_cents from ledger_snapshots
      where account_id = account.id and at <= coalesce(${at}, 'infinity'::timestamptz)
      order by at desc limit 1
    ) snapshot on true
    where account.kind = ${kind} and ${owner}`);
}

/**
 * Books a posting for each row of a table of the transaction (`id`, `amount_cents`) on one bank account, whose two
 * accounts exist. Rows in the order of their ids create journals in the same order, which indexes take much faster. all
 * merchants: the money is unallocated.
 */
export const insertForRows = (
  tx: Tx,
  { table, template, object, bookedAt }: { table: string; template: string; object: string; bookedAt: Date },
  lines: readonly { accountId: string; sign: 1 | -1 }[],
) =>
  execute(tx`
    with journal as (
      insert into ledger_journals (id, template, object, object_id, booked_at)
      select (left(id::text, 24) || right(md5(${`tefo journal ${template} `} || id), 12))::uuid, ${template}, ${object}, id, ${bookedAt} from ${tx(table)}
      returning id, object_id
    )
    insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
    select journal.id, line.account_id, line.sign * own.amount_cents, ${bookedAt}
    from journal join ${tx(table)} own on own.id = journal.object_id
    cross join unnest(${lines.map(({ accountId }) => accountId)}::uuid[],
      ${lines.map(({ sign }) => sign)}::integer[]) as line (account_id, sign)`);

/**
 * Returns the service's account of a kind, and of a bank account if it has one. all merchants: it is the service's
 * account.
 */
export const findOwnAccount = (db: Db, kind: AccountKind, bankAccount: string) =>
  onlyValue(db<{ id: string }[]>`
    select id from ledger_accounts
    where kind = ${kind} and currency = 'ZAR' and site_id is null and bank_account = ${bankAccount}`);

/**
 * Returns the fee that was booked of a transaction, and the VAT that it includes, in cents. all merchants: the caller
 * holds the transaction.
 */
export const feeBooked = (db: Db, transactionId: string) =>
  onlyRow(db<{ fee: bigint; vat: bigint }[]>`
    select coalesce(-sum(entry.amount_cents), 0)::bigint as fee,
      coalesce(-sum(entry.amount_cents) filter (where account.kind = 'vat'), 0)::bigint as vat
    from ledger_journals journal
    join ledger_entries entry on entry.journal_id = journal.id
    join ledger_accounts account on account.id = entry.account_id and account.kind in ('fees', 'vat')
    where journal.object_id = ${transactionId} and journal.template = 'payment_received'`);

/** Returns when a posting of an object was booked. all merchants: the caller holds the object. */
export const findBookedAt = (db: Db, objectId: string, template: Posting) =>
  onlyValue(db<{ bookedAt: Date }[]>`
    select booked_at from ledger_journals where object_id = ${objectId} and template = ${template}`);

/**
 * Sums the accounts of several sites, with all their entries. all merchants: the caller locks the balances that it
 * spends.
 */
export async function sumOfSites(
  db: Db,
  kind: AccountKind,
  siteIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db<{ siteId: string; total: bigint }[]>`
    select account.site_id, coalesce(snapshot.balance_cents, 0) + coalesce((
      select sum(entry.amount_cents) from ledger_entries entry
      where entry.account_id = account.id and entry.booked_at > coalesce(snapshot.at, '-infinity')
    ), 0)::bigint as total
    from ledger_accounts account
    left join lateral (
      select at, balance_cents from ledger_snapshots where account_id = account.id order by at desc limit 1
    ) snapshot on true
    where account.kind = ${kind} and account.site_id = any (${[...siteIds]}::uuid[])`;
  return new Map(rows.map(({ siteId, total }) => [siteId, total]));
}

/** Takes the spending locks of sites, in the order of their ids, for the rest of the transaction. */
export const lockSpending = (tx: Tx, siteIds: readonly string[]) =>
  execute(tx`
    select pg_advisory_xact_lock(hashtextextended(site_id, 1)) from unnest(${[...siteIds].sort()}::text[]) as site_id`);

/**
 * Writes a snapshot at `at` for accounts that moved since their last one, where that is older than `before`; at most
 * `limit`. Returns how many. all merchants: the operator's housekeeping.
 */
export const insertSnapshots = (db: Sql, at: Date, before: Date, limit: number) =>
  rowCount(db`
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
    on conflict do nothing`);

/** Returns the given sites with a balance not processed up to `cutOffAt`. all merchants: the caller holds the sites. */
export async function findUnsettledOf(
  tx: Tx,
  siteIds: readonly string[],
  cutOffAt: Date,
): Promise<Set<string>> {
  const found = await tx<{ siteId: string }[]>`
    select account.site_id
    from ledger_accounts account left join settlement_progress progress on progress.site_id = account.site_id
    where account.kind = 'merchant' and account.site_id = any (${[...siteIds]}::uuid[])
      and account.created_at <= ${cutOffAt} and coalesce(progress.cut_off_at, '-infinity') < ${cutOffAt}`;
  return new Set(found.map(({ siteId }) => siteId));
}
