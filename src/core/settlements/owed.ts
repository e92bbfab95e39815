// What is still to be taken from a site's balance for days that have ended: until it has been, nobody else may spend it.
import type { Work } from '../context.ts';
import { lastClosed } from './days.ts';
import * as store from './store.ts';

/** Those of the sites that have business days that ended and were not dealt with. The caller holds their spending locks. */
export function unsettledOf(work: Work, siteIds: readonly string[]): Promise<Set<string>> {
  const { cutOffAt } = lastClosed(work.policy, work.clock.now());
  return store.findUnsettledOf(work.tx, siteIds, cutOffAt);
}
