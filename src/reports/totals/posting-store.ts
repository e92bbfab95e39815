// Movements of the ledger's accounts by day, posting and side: rolled up for finished days, and counted from the entries after them.
// Bookings never change, so a day is rolled up once. all merchants: the caller limits the accounts.
import type { Db, Fragment, Tx } from '../../kernel/db/db.ts';
import { execute } from '../../kernel/db/rows.ts';
import { feeMovements, type Movement } from '../account-statement/figures.ts';
import { dayOf, startOf } from './counting-store.ts';

export const postingColumns = (db: Db) => db`account_id, day, posting, is_debit, n, cents, vat_n, vat_cents`;

/** True of a movement, by the columns of `account` and the given posting and side. */
export const isOneOf = (
  db: Db,
  movements: readonly Movement[],
  posting: Fragment,
  isDebit: Fragment,
): Fragment => db`(account.kind, ${posting}, case when ${isDebit} then 'debit' else 'credit' end) in (
    select * from unnest(${movements.map(({ account }) => account)}::text[],
      ${movements.map((one) => one.posting)}::text[], ${movements.map(({ side }) => side)}::text[]))`;

/** Joins the VAT of a fee, as `vat`, to `entry` of `account` and its `journal`. all merchants: the account of VAT is the service's. */
export const joinVat = (db: Db): Fragment => db`
  left join ledger_entries vat on vat.journal_id = entry.journal_id
    and vat.account_id = any (array(select id from ledger_accounts where kind = 'vat' and site_id is null))
    and ${isOneOf(db, feeMovements, db`journal.template`, db`entry.amount_cents > 0`)}`;

/** Rows of `totals_postings` from the entries of accounts. `spans` is a table of (account_id, day, from_at, to_at). */
export const countPostings = (db: Db, spans: Fragment): Fragment => db`
  select span.account_id, span.day, own.posting, own.is_debit, own.n, own.cents, own.vat_n, own.vat_cents
  from (${spans}) span join ledger_accounts account on account.id = span.account_id cross join lateral (
    select journal.template as posting, entry.amount_cents > 0 as is_debit, count(*) as n, sum(entry.amount_cents)::bigint as cents,
      count(vat.id) as vat_n, coalesce(-sum(vat.amount_cents), 0)::bigint as vat_cents
    from ledger_entries entry join ledger_journals journal on journal.id = entry.journal_id ${joinVat(db)}
    where entry.account_id = span.account_id and entry.booked_at >= span.from_at and entry.booked_at < span.to_at
    group by 1, 2
  ) own`;

/** The first day that is not rolled up, as an SQL date. */
export const rolledUntil = (db: Db): Fragment =>
  db`coalesce((select postings_day from totals_progress), '-infinity')`;

/**
 * Movements of the instants [from, to), which are whole South African days: (account_id, posting, is_debit, n, cents, vat_n,
 * vat_cents). `accounts`
 * limits `account`, a row of ledger_accounts.
 */
export const postingsBetween = (
  db: Db,
  accounts: Fragment,
  { from, to }: { from: Date; to: Date },
): Fragment => db`
  select total.account_id, total.posting, total.is_debit, total.n, total.cents, total.vat_n, total.vat_cents
  from ledger_accounts account join totals_postings total on total.account_id = account.id
  where ${accounts} and total.day >= ${dayOf(db, db`${from}::timestamptz`)} and total.day < ${dayOf(db, db`${to}::timestamptz`)}
    and total.day < ${rolledUntil(db)}
  union all
  select live.account_id, live.posting, live.is_debit, live.n, live.cents, live.vat_n, live.vat_cents
  from (${countPostings(
    db,
    db`select account.id as account_id, null::date as day, greatest(${from}::timestamptz, ${startOf(db, rolledUntil(db))}) as from_at,
      ${to}::timestamptz as to_at
      from ledger_accounts account where ${accounts}`,
  )}) live`;

/** Returns the day that is rolled up next; null without any entry. all merchants: all are rolled up. */
export async function nextPostingsDay(db: Db): Promise<string | null> {
  const [row] = await db<[{ day: string | null }]>`
    select coalesce((select postings_day from totals_progress), (
      select ${dayOf(db, db`min(first.booked_at)`)} from ledger_accounts account cross join lateral (
        select booked_at from ledger_entries where account_id = account.id order by booked_at limit 1
      ) first
    ))::text as day`;
  return row.day;
}

/** Rolls up a day of every account, and marks it. all merchants: all are rolled up. */
export async function rollPostings(tx: Tx, day: string): Promise<void> {
  await execute(tx`
    insert into totals_postings (${postingColumns(tx)})
    select ${postingColumns(tx)} from (${countPostings(
      tx,
      tx`select id as account_id, day, ${startOf(tx, tx`day`)} as from_at, ${startOf(tx, tx`day + 1`)} as to_at
        from ledger_accounts cross join (select ${day}::date as day) wanted`,
    )}) counted
    on conflict (account_id, day, posting, is_debit) do update
      set n = excluded.n, cents = excluded.cents, vat_n = excluded.vat_n, vat_cents = excluded.vat_cents`);
  await execute(tx`update totals_progress set postings_day = ${day}::date + 1`);
}
