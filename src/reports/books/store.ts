// Reads the day book of a kind of account: the journals that moved it. all merchants: `seenBy` limits each condition to
// the viewer's accounts.
import type { AccountKind } from '../../core/ledger/actions.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';

export interface BooksFilter {
  viewer: Viewer;
  siteId?: string | undefined;
}

const owned = (db: Db, { viewer, siteId }: BooksFilter) => db`
  ${seenBy(db, viewer, 'account.merchant_id')} ${siteId === undefined ? db`` : db`and account.site_id = ${siteId}`}`;

/** A journal as the accounts of one kind see it. */
export interface BookedJournal {
  id: string;
  createdAt: Date;
  /** The site of the account, or the bank account; null if it is the service's own. */
  account: string | null;
  template: string;
  object: string;
  objectId: string;
  /** The object with a page that it books: the payment of a transaction, the deposit of a part. */
  thingId: string;
  /** Debits are positive, in cents. */
  amountCents: Cents;
}

export interface JournalFilter extends BooksFilter {
  kind: AccountKind;
  /** The instants [from, to). */
  from: Date;
  to: Date;
}

/** Returns a page of the journals that moved accounts of a kind, the newest first. */
export async function pageJournals(
  db: Db,
  filter: JournalFilter,
  request: PageRequest,
): Promise<Page<BookedJournal>> {
  const { kind, from, to } = filter;
  const found = await db<BookedJournal[]>`
    select moved.id, moved.created_at, moved.amount_cents, coalesce(sites.code, nullif(account.bank_account, '')) as account,
      journal.template, journal.object, journal.object_id,
      coalesce(transaction.payment_id, part.deposit_id, journal.object_id) as thing_id
    from (select * from (
      select entry.journal_id as id, entry.booked_at as created_at, min(entry.account_id::text)::uuid as account_id,
        sum(entry.amount_cents)::bigint as amount_cents
      from ledger_entries entry
      where entry.account_id = any (array(
          select account.id from ledger_accounts account where account.kind = ${kind} and ${owned(db, filter)}
        )) and entry.booked_at >= ${from} and entry.booked_at < ${to}
      group by entry.journal_id, entry.booked_at
    ) grouped where true ${pageClause(db, request)}) moved
    join ledger_accounts account on account.id = moved.account_id
    join ledger_journals journal on journal.id = moved.id
    left join sites on sites.id = account.site_id
    left join transactions transaction on journal.object = 'transaction' and transaction.id = journal.object_id
    left join deposit_parts part on journal.object = 'deposit' and part.id = journal.object_id
    order by moved.created_at desc, moved.id desc`;
  return toPage(found, request);
}
