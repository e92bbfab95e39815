// What is still to be taken from a site's balance for days that have ended: until it has been, nobody else may spend it.
import type { Work } from '../context.ts';
import { lastClosed } from './days.ts';
import * as store from './store.ts';

/** Whether every business day of a site that has ended was dealt with. The caller holds the site's spending lock. */
export async function isSettled(work: Work, siteId: string): Promise<boolean> {
  const { cutOffAt } = lastClosed(work.policy, work.clock.now());
  return !(await store.isUnsettled(work.tx, siteId, cutOffAt));
}
