// Reads the ledger of a kind of account, or of a figure of an account statement: the journals that moved it, and their sums. all
// merchants: `seenBy` limits each condition to the viewer's accounts.
import type { AccountKind } from '../../core/ledger/actions.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';
import { type Page, type PageRequest, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Movement, MovementPart } from '../account-statement/figures.ts';
import { dayOf, startOf } from '../totals/counting-store.ts';
import { isOneOf, joinVat, postingsBetween, rolledUntil } from '../totals/posting-store.ts';

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
  /** The reference of that object, as its owner knows it; null for one without. */
  reference: string | null;
  /** Debits are positive, in cents. */
  amountCents: Cents;
}

export interface JournalFilter {
  viewer: Viewer;
  merchantId?: string | undefined;
  siteId?: string | undefined;
  kinds: readonly AccountKind[];
  /** Only these movements of the accounts; absent: all. */
  movements?: readonly Movement[] | undefined;
  /** The part of them that is counted; absent: all. */
  part?: MovementPart | undefined;
  /** The instants [from, to) of whole South African days. */
  from: Date;
  to: Date;
}

const accountsOf = (db: Db, { viewer, merchantId, siteId, kinds }: JournalFilter) => db`
  account.kind = any (${[...kinds]}::text[]) and ${seenBy(db, viewer, 'account.merchant_id')}
  ${merchantId === undefined ? db`` : db`and account.merchant_id = ${merchantId}`}
  ${siteId === undefined ? db`` : db`and account.site_id = ${siteId}`}`;

const isMoved = (db: Db, { movements }: JournalFilter, posting: Fragment, isDebit: Fragment): Fragment =>
  movements ? isOneOf(db, movements, posting, isDebit) : db`true`;

/** Only figures of fees separate VAT. */
const withVat = (db: Db, { part = 'all' }: JournalFilter): Fragment => (part === 'all' ? db`` : joinVat(db));

function amountOf(db: Db, { part = 'all' }: JournalFilter): Fragment {
  if (part === 'all') return db`entry.amount_cents`;
  return part === 'VAT' ? db`-vat.amount_cents` : db`entry.amount_cents + coalesce(vat.amount_cents, 0)`;
}

/** A posting has at most one debit and one credit on an account: so many entries are the journals of a page. */
const entriesOfAJournal = 2;

/**
 * The spans of accounts that hold the journals of a page: of the newest days that are rolled up as many as are needed, and the days
 * after them: (account_id, from_at, to_at).
 */
function spansOf(db: Db, filter: JournalFilter, { limit, place }: PageRequest): Fragment {
  const { from, to } = filter;
  const until = rolledUntil(db);
  const last = place
    ? db`least(${to}::timestamptz, ${place.createdAt}::timestamptz + interval '1 millisecond')`
    : db`${to}::timestamptz`;
  return db`
    select account_id, ${startOf(db, db`day`)} as from_at, ${startOf(db, db`day + 1`)} as to_at
    from (
      select account.id as account_id, total.day,
        coalesce(sum(sum(total.n)) over (order by total.day desc groups between unbounded preceding and 1 preceding), 0) as newer
      from ledger_accounts account join totals_postings total on total.account_id = account.id
      where ${accountsOf(db, filter)} and ${isMoved(db, filter, db`total.posting`, db`total.is_debit`)}
        and total.day >= ${dayOf(db, db`${from}::timestamptz`)} and total.day <= ${dayOf(db, db`${last} - interval '1 millisecond'`)}
        and total.day < ${until}
      group by 1, 2
    ) rolled where newer < ${entriesOfAJournal * (limit + 1)}
    union all
    select account.id, greatest(${from}::timestamptz, ${startOf(db, until)}), ${last}
    from ledger_accounts account where ${accountsOf(db, filter)}`;
}

/** Returns a page of journals, the newest first. */
export async function pageJournals(
  db: Db,
  filter: JournalFilter,
  request: PageRequest,
): Promise<Page<BookedJournal>> {
  const { place, limit } = request;
  const older = place
    ? db`and (entry.booked_at, entry.journal_id) < (${place.createdAt}, ${place.id})`
    : db``;
  const found = await db<BookedJournal[]>`
    select moved.id, moved.created_at, moved.amount_cents, coalesce(sites.code, nullif(account.bank_account, '')) as account,
      journal.template, journal.object, journal.object_id,
      coalesce(transaction.payment_id, part.deposit_id, journal.object_id) as thing_id,
      coalesce(transaction.merchant_reference, refund.merchant_reference, payout.merchant_reference, settlement.reference,
        deposit.reference) as reference
    from (
      select own.* from (${spansOf(db, filter, request)}) span cross join lateral (
        select entry.journal_id as id, entry.booked_at as created_at, entry.account_id, sum(${amountOf(db, filter)})::bigint as amount_cents
        from ledger_entries entry join ledger_journals journal on journal.id = entry.journal_id
        join ledger_accounts account on account.id = entry.account_id ${withVat(db, filter)}
        where entry.account_id = span.account_id and entry.booked_at >= span.from_at and entry.booked_at < span.to_at
          and ${isMoved(db, filter, db`journal.template`, db`entry.amount_cents > 0`)} ${older}
          ${filter.part === 'VAT' ? db`and vat.id is not null` : db``}
        group by 1, 2, 3 order by 2 desc, 1 desc limit ${limit + 1}
      ) own order by own.created_at desc, own.id desc limit ${limit + 1}
    ) moved
    join ledger_accounts account on account.id = moved.account_id
    join ledger_journals journal on journal.id = moved.id
    left join sites on sites.id = account.site_id
    left join transactions transaction on journal.object = 'transaction' and transaction.id = journal.object_id
    left join refunds refund on journal.object = 'refund' and refund.id = journal.object_id
    left join payouts payout on journal.object = 'payout' and payout.id = journal.object_id
    left join settlements settlement on journal.object = 'settlement' and settlement.id = journal.object_id
    left join deposit_parts part on journal.object = 'deposit' and part.id = journal.object_id
    left join deposits deposit on journal.object = 'deposit' and deposit.id = coalesce(part.deposit_id, journal.object_id)
    order by moved.created_at desc, moved.id desc`;
  return toPage(found, request);
}

/** The number of journals, and their sum: debits are positive, in cents. */
export interface JournalTotal {
  count: number;
  cents: Cents;
}

const countOf = (db: Db, { part = 'all' }: JournalFilter): Fragment =>
  part === 'VAT' ? db`moved.vat_n` : db`moved.n`;

function centsOf(db: Db, { part = 'all' }: JournalFilter): Fragment {
  if (part === 'all') return db`moved.cents`;
  return part === 'VAT' ? db`moved.vat_cents` : db`moved.cents - moved.vat_cents`;
}

export const readTotal = (db: Db, filter: JournalFilter): Promise<JournalTotal> =>
  onlyRow(db<JournalTotal[]>`
    select coalesce(sum(journals), 0)::integer as count, coalesce(sum(cents), 0)::bigint as cents from (
      select max(side.n) as journals, sum(side.cents) as cents from (
        select moved.account_id, moved.posting, moved.is_debit, sum(${countOf(db, filter)}) as n, sum(${centsOf(db, filter)}) as cents
        from (${postingsBetween(db, accountsOf(db, filter), filter)}) moved
        join ledger_accounts account on account.id = moved.account_id
        where ${isMoved(db, filter, db`moved.posting`, db`moved.is_debit`)}
        group by 1, 2, 3
      ) side group by side.account_id, side.posting
    ) posting`);
