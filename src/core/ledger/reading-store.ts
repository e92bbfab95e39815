// SQL of the ledger's pages and commands.
import type { Cents } from '../../kernel/money.ts';
import type { AnyContext } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { AccountKind } from './postings.ts';

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

/**
 * Returns the accounts that a viewer sees, each with its balance up to and including `at`, in cents: a debit is
 * positive. Accounts of the service itself are the operator's. A named site limits it to that site. An account's
 * balance is that of its last snapshot, and the entries since.
 */
export const listBalances = (
  { db, clock }: AnyContext,
  viewer: Viewer,
  { at = clock.now(), siteId = null }: { at?: Date; siteId?: string | null } = {},
) => db<LedgerBalance[]>`
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
