// Making settlements: of each site, day by day, what was booked up to the day's cut-off and is on no settlement yet.
import { plus } from '../../kernel/clock.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { type Context, inWork, type Work } from '../context.ts';
import { post, spendable } from '../ledger/actions.ts';
import { findSite } from '../merchants/actions.ts';
import type { Policy } from '../policy.ts';
import { type ClosedDay, dayCovering, lastClosed, startOfNext } from './days.ts';
import { shownAccount } from './paying.ts';
import { settlementMachine } from './state.ts';
import * as store from './store.ts';

/** How long after a cut-off its day is looked at: the clocks of several processes may differ by less. */
export const graceMs = 60_000;

const batchSize = 500;

/** When the next day after an instant is looked at. */
export function nextRun({ calendar, settlementCutOff }: Policy, after: Date): Date {
  return plus(calendar.nextTimeOnBusinessDay(plus(after, -graceMs), [settlementCutOff]), graceMs);
}

/**
 * Makes every settlement that is due, of each site in the order of its days; answers how many. A site whose settlement
 * fails keeps no other from its own: the failure is thrown at the end. `waitForWriters` waits, and says whether to go on.
 */
export async function makeDueSettlements(
  ctx: Context,
  waitForWriters: () => Promise<boolean>,
): Promise<number> {
  const closed = lastClosed(ctx.policy, plus(ctx.clock.now(), -graceMs));
  const failures: unknown[] = [];
  let [made, after] = [0, null as string | null];
  for (;;) {
    const sites = await store.findUnsettled(ctx.db, closed.cutOffAt, after, batchSize);
    if (sites.length === 0) break;
    // Once is enough: what begins to write later books after this cut-off.
    if (after === null && !(await waitForWriters())) return 0;
    made += await settleEach(ctx, sites, closed, failures);
    after = sites.at(-1)!.siteId;
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

async function settleEach(
  ctx: Context,
  sites: store.Unsettled[],
  closed: ClosedDay,
  failures: unknown[],
): Promise<number> {
  let made = 0;
  for (const site of sites) {
    try {
      made += await settleSite(ctx, site, closed);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  return made;
}

async function settleSite(ctx: Context, site: store.Unsettled, closed: ClosedDay): Promise<number> {
  for (let made = 0; ; ) {
    const step = await inWork(ctx, (work) => settleNextDay(work, site, closed));
    if (step === 'made') made += 1;
    if (step === 'done') return made;
  }
}

/**
 * Deals with the next day on which something was booked, unless that is after the last closed one. Days on which
 * nothing was booked change nothing, so they are stepped over.
 */
async function settleNextDay(
  work: Work,
  site: store.Unsettled,
  closed: ClosedDay,
): Promise<'made' | 'carried' | 'done'> {
  // Who debits a site's balance holds its spending lock; of two sweeps the second finds the day dealt with.
  await spendable(work.tx, site.siteId);
  const { cutOffAt, settledUpTo } = await store.findProgress(work.tx, site.siteId);
  if (cutOffAt && cutOffAt >= closed.cutOffAt) return 'done';
  const next = await store.findNextEntry(work.tx, site.accountId, cutOffAt);
  const covering = next && dayCovering(work.policy, next);
  const isOpen = !covering || covering.cutOffAt > closed.cutOffAt;
  const reached = isOpen ? closed : covering;
  const progress = { ...site, businessDay: reached.day.toString(), cutOffAt: reached.cutOffAt };
  await store.setProgress(work.tx, progress);
  if (isOpen) return 'done';
  return (await makeSettlement(work, site, covering, settledUpTo)) ? 'made' : 'carried';
}

/** Makes a day's settlement; false where its lines come to nothing or less: they go into the next. */
async function makeSettlement(
  work: Work,
  unsettled: store.Unsettled,
  { day, cutOffAt }: ClosedDay,
  settledUpTo: Date | null,
): Promise<boolean> {
  const site = (await findSite(work.tx, unsettled.siteId))!;
  const id = newId(work.clock);
  const total = await store.insertSettlement(work.tx, {
    ...unsettled,
    id,
    reference: `${site.code}-${day.toString().replaceAll('-', '')}`,
    businessDay: day.toString(),
    after: settledUpTo,
    cutOffAt,
    bankAccount: site.settlementAccount && shownAccount(site.settlementAccount),
    madeAt: work.clock.now(),
    dueAt: startOfNext(work.policy, day),
  });
  if (total === undefined) return false;
  const { merchantId, siteId } = unsettled;
  const owner = { merchantId, siteId, object: settlementMachine.object, objectId: id };
  await post(work, 'settlement_made', { ...owner, amounts: { amount: total } });
  return true;
}
