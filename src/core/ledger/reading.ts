// What people read of the ledger: balances, and the entries of one account.
import type { Cents } from '../../kernel/money.ts';
import type { AnyContext } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './reading-store.ts';

/**
 * Returns the accounts that a viewer sees, each with its balance up to and including `at`, in cents: a debit is positive.
 * Those of the service itself are the operator's. Of one site alone where it is named.
 */
export function listBalances(
  ctx: AnyContext,
  viewer: Viewer,
  { at = ctx.clock.now(), siteId = null }: { at?: Date; siteId?: string | null } = {},
): Promise<store.LedgerBalance[]> {
  return store.findBalances(ctx.db, viewer, at, siteId);
}

/** Returns a page of the entries of an account in [from, to), the newest first; none where the viewer does not see it. */
export function listEntries(
  { db }: AnyContext,
  viewer: Viewer,
  accountId: string,
  page: store.EntryPage,
): Promise<store.AccountEntry[]> {
  return store.findEntries(db, viewer, accountId, page);
}

/** Returns the sum of the entries of an account in [from, to), in cents; zero where the viewer does not see it. */
export function sumEntries(
  { db }: AnyContext,
  viewer: Viewer,
  accountId: string,
  span: Pick<store.EntryPage, 'from' | 'to'>,
): Promise<Cents> {
  return store.sumEntries(db, viewer, accountId, span);
}
