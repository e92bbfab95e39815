// SQL of what people read of the ledger.
import type { Db } from '../../kernel/db/db.ts';
import { onlyValue } from '../../kernel/db/rows.ts';
import type { Cents } from '../../kernel/money.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { AccountKind, Posting } from './templates.ts';

export interface LedgerBalance {
  accountId: string;
  kind: AccountKind;
  /** Null, as the site is, for an account of the service itself. */
  merchantId: string | null;
  siteId: string | null;
  /** The bank account that it is of; '' where it is of none. */
  bankAccount: string;
  /** In cents; a debit is positive. */
  balance: Cents;
}

/** An account's balance is that of its last snapshot, and what came since. */
export const findBalances = (db: Db, viewer: Viewer, at: Date, siteId: string | null) => db<LedgerBalance[]>`
    select account.id as account_id, account.kind, account.merchant_id, account.site_id, account.bank_account,
      (coalesce(snapshot.balance_cents, 0) + coalesce((
        select sum(entry.amount_cents) from ledger_entries entry
        where entry.account_id = account.id
          and entry.booked_at > coalesce(snapshot.at, '-infinity') and entry.booked_at <= ${at}
      ), 0))::bigint as balance
    from ledger_accounts account
    left join lateral (
      select at, balance_cents from ledger_snapshots
      where account_id = account.id and at <= ${at}
      order by at desc limit 1
    ) snapshot on true
    where ${seenBy(db, viewer, 'account.merchant_id')} ${siteId === null ? db`` : db`and account.site_id = ${siteId}`}
    order by account.merchant_id nulls first, account.site_id, account.kind, account.bank_account`;

export interface AccountEntry {
  id: bigint;
  journalId: string;
  template: Posting;
  object: string;
  objectId: string;
  bookedAt: Date;
  /** In cents; a debit is positive. */
  amount: Cents;
}

export interface EntryPage {
  from: Date;
  to: Date;
  limit: number;
  /** The last one of the page before. */
  last?: Pick<AccountEntry, 'id' | 'bookedAt'>;
}

const isSeen = (db: Db, viewer: Viewer, accountId: string) => db`
  entry.account_id = ${accountId} and exists (
    select from ledger_accounts account where account.id = ${accountId}
      and ${seenBy(db, viewer, 'account.merchant_id')})`;

/** Returns entries of an account with their journals, the newest first. */
export const findEntries = (
  db: Db,
  viewer: Viewer,
  accountId: string,
  { from, to, limit, last }: EntryPage,
) => db<AccountEntry[]>`
    select entry.id, entry.journal_id, journal.template, journal.object, journal.object_id, entry.booked_at,
      entry.amount_cents as amount
    from ledger_entries entry join ledger_journals journal on journal.id = entry.journal_id
    where ${isSeen(db, viewer, accountId)} and entry.booked_at >= ${from} and entry.booked_at < ${to}
      ${last ? db`and (entry.booked_at, entry.id) < (${last.bookedAt}, ${last.id})` : db``}
    order by entry.booked_at desc, entry.id desc limit ${limit}`;

export const sumEntries = (
  db: Db,
  viewer: Viewer,
  accountId: string,
  { from, to }: Pick<EntryPage, 'from' | 'to'>,
) =>
  onlyValue(db<{ total: Cents }[]>`
    select coalesce(sum(entry.amount_cents), 0)::bigint as total from ledger_entries entry
    where ${isSeen(db, viewer, accountId)} and entry.booked_at >= ${from} and entry.booked_at < ${to}`);
