// Makes settlements: for each site and day, from the bookings up to the day's cut-off that are on no settlement yet.
import { plus } from '../../kernel/clock.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { lastOf, required } from '../../kernel/required.ts';
import type { Context, Work } from '../context.ts';
import { post, spendable } from '../ledger/actions.ts';
import { findSite } from '../merchants/actions.ts';
import type { Policy } from '../policy.ts';
import { type ClosedDay, dayCovering, lastClosed, startOfNext } from '../settlement-days.ts';
import { inWork } from '../unit-of-work.ts';
import { shownAccount } from './paying.ts';
import { settlementMachine } from './state.ts';
import * as store from './store.ts';

/** How long after a cut-off its day is settled: more than the clocks of several processes may differ. */
export const graceMs = 60_000;

const batchSize = 500;

/** Returns when the next day after an instant is settled. */
export function nextRun({ calendar, settlementCutOff }: Policy, after: Date): Date {
  return plus(calendar.nextTimeOnBusinessDay(plus(after, -graceMs), [settlementCutOff]), graceMs);
}

/**
 * Makes all due settlements, for each site in the order of its days; returns how many. A failure of one site does not
 * stop the others: it is thrown at the end. `waitForWriters` waits, and returns whether to go on.
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
    // Once is enough: later writers book after this cut-off.
    if (after === null && !(await waitForWriters())) return 0;
    made += await settleEach(ctx, sites, closed, failures);
    after = lastOf(sites).siteId;
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
 * Processes the next day with bookings, unless it is after the last closed one. Days without bookings change nothing,
 * so they are skipped.
 */
async function settleNextDay(
  work: Work,
  site: store.Unsettled,
  closed: ClosedDay,
): Promise<'made' | 'carried' | 'done'> {
  // Every debit of a site's balance takes its spending lock; of two sweeps the second finds the day done.
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

/** Makes a day's settlement; returns false when its lines add up to zero or less: the next one includes them. */
async function makeSettlement(
  work: Work,
  unsettled: store.Unsettled,
  { day, cutOffAt }: ClosedDay,
  settledUpTo: Date | null,
): Promise<boolean> {
  const site = required(await findSite(work.tx, unsettled.siteId), 'site');
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
  post(work, 'settlement_made', { ...owner, amounts: { amount: total } });
  return true;
}
