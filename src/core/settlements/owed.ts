// Finds balances that settlements of ended days must still take: until then, nothing else may spend them.
import type { Work } from '../context.ts';
import { lastClosed } from './days.ts';
import * as store from './store.ts';

/** Returns the given sites with ended business days that are not processed. The caller holds their spending locks. */
export function unsettledOf(work: Work, siteIds: readonly string[]): Promise<Set<string>> {
  const { cutOffAt } = lastClosed(work.policy, work.clock.now());
  return store.findUnsettledOf(work.tx, siteIds, cutOffAt);
}
