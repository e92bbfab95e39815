// Sites that require users to release their payments: files wait for those users, and no other rail can.
import type { Db } from '../../kernel/db/db.ts';
import { filesRail, findAccounts } from '../accounts/actions.ts';
import { findReleases } from '../merchants/actions.ts';
import { findSitesOf, type Transfer } from './store.ts';

/** Returns the largest number of releases that a site of one of the transfers requires. */
export async function mostReleases(db: Db, transferIds: readonly string[]): Promise<number> {
  const releases = await findReleases(db, await findSitesOf(db, transferIds));
  return Math.max(0, ...releases.values());
}

/** Returns the ids of transfers whose site requires releases, and whose account pays at once. */
export async function findUnreleasable(
  db: Db,
  transfers: readonly Pick<Transfer, 'id' | 'siteId' | 'bankAccount'>[],
): Promise<Set<string>> {
  const siteIds = new Set(transfers.flatMap(({ siteId }) => siteId ?? []));
  const releases = await findReleases(db, [...siteIds]);
  if (releases.size === 0) return new Set();
  const atOnce = new Set(
    (await findAccounts(db)).filter(({ rail }) => rail !== filesRail).map(({ id }) => id),
  );
  const unreleasable = transfers.filter(
    ({ siteId, bankAccount }) => siteId !== null && releases.has(siteId) && atOnce.has(bankAccount),
  );
  return new Set(unreleasable.map(({ id }) => id));
}
