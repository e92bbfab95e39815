// Keeps the roll-ups: counts each day and hour once it is over, and again whenever something that was made in it has taken
// a step since. Nothing is added up, so a run that is killed or repeated does no harm.
import type { Context } from '../../core/context.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { hourMs, minuteMs, plus, stopwatchOf } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { inTransaction, type Tx } from '../../kernel/db/db.ts';
import { waitForWriters } from '../../kernel/db/quiesce.ts';
import { nextPostingsDay, rollPostings } from './posting-store.ts';
import * as store from './rolling-store.ts';

/** A bucket is over so long after its end: more than the clocks of several processes may differ. */
const graceMs = minuteMs;
const stepsAtATime = 5_000;
const hoursAtATime = 24;

/** The state at a run: everything stamped up to then is written soon after. */
interface Mark {
  at: Date;
  transitionId: bigint;
  /** By the clock's stopwatch. */
  taken: number;
}

/**
 * Returns the sweep. It rolls up to the mark of a run at least `settledMs` ago by the stopwatch. Every process that had
 * read the clock by then has begun to write, even if the clock was moved since, and the sweep waits for these writers.
 * With a stopped stopwatch it rolls nothing up, and totals count all rows.
 */
export function createTotalsSweep(ctx: Context, { settledMs = 5_000 } = {}): Sweep {
  const stopwatch = stopwatchOf(ctx.clock);
  let mark: Mark | undefined;
  let settled: Mark | undefined;
  let isDone = true;
  let isPassing = false;

  async function look(): Promise<void> {
    const taken = stopwatch();
    if (mark && taken - mark.taken < settledMs) return;
    const seen = { at: ctx.clock.now(), transitionId: await store.lastTransition(ctx.db), taken };
    // A snapshot that was restored may have brought an earlier time back.
    settled = mark && mark.at <= seen.at ? mark : undefined;
    mark = seen;
    isDone = settled === undefined || !(await waitForWriters(ctx.db));
  }

  return {
    name: 'totals.roll',
    intervalMs: minuteMs,
    run: async () => {
      if (isPassing) return 0;
      if (isDone) await look();
      if (isDone) return 0;
      const rolled = await inTransaction(ctx.db, (tx) => rollSome(tx, settled!));
      isDone = rolled === 0;
      return rolled;
    },
    // While a sandbox moves its clock, no user looks at totals.
    passing: (passes) => {
      isPassing = passes;
    },
  };
}

/** Does one piece of what is to do up to a mark, and returns how much; 0 when nothing is left, or another process is at it. */
async function rollSome(tx: Tx, { at, transitionId }: Mark): Promise<number> {
  if (!(await store.lockRolling(tx))) return 0;
  const progress = await store.findProgress(tx);
  if (!progress) {
    await store.begin(tx, at, transitionId);
    return 1;
  }
  const over = plus(at, -graceMs);
  const to = { day: dayOf(over).toString(), hour: new Date(Math.floor(over.getTime() / hourMs) * hourMs) };
  if (progress.transitionId < transitionId) return rollTouched(tx, progress, transitionId);
  if (progress.day < to.day) return rollNextDay(tx, progress);
  if (progress.hour < to.hour) return rollNextHours(tx, progress, to.hour);
  const postingsDay = await nextPostingsDay(tx);
  if (postingsDay !== null && postingsDay < to.day) {
    await rollPostings(tx, postingsDay);
    return 1;
  }
  return progress.attemptedAt < at ? rollTried(tx, progress, at) : 0;
}

async function rollTouched(tx: Tx, progress: store.Progress, until: bigint): Promise<number> {
  const upTo = await store.stepsLater(tx, progress.transitionId, until, stepsAtATime);
  const touched = await store.findTouched(tx, progress.transitionId, upTo, progress.hour);
  const days = touched.filter(({ day }) => day < progress.day);
  if (days.length > 0)
    await store.rollDays(
      tx,
      distinct(days, ({ day }) => day),
    );
  if (touched.length > 0) await store.rollHours(tx, touched);
  await store.saveProgress(tx, { ...progress, transitionId: upTo });
  return Number(upTo - progress.transitionId);
}

async function rollTried(tx: Tx, progress: store.Progress, until: Date): Promise<number> {
  const tried = await store.findTried(tx, progress.attemptedAt, until, progress.hour);
  if (tried.length === 0) return 0;
  await store.rollNotifications(tx, tried);
  await store.saveProgress(tx, { ...progress, attemptedAt: until });
  return tried.length;
}

async function rollNextDay(tx: Tx, progress: store.Progress): Promise<number> {
  await store.rollDay(tx, progress.day);
  await store.rollMoney(tx, progress.day);
  const next = Temporal.PlainDate.from(progress.day).add({ days: 1 });
  await store.saveProgress(tx, { ...progress, day: next.toString() });
  return 1;
}

async function rollNextHours(tx: Tx, progress: store.Progress, until: Date): Promise<number> {
  const next = plus(progress.hour, hoursAtATime * hourMs);
  const to = next < until ? next : until;
  await store.rollHoursBetween(tx, progress.hour, to);
  // Deliveries can end without an attempt, when their receiver is disabled.
  const waiting = await store.findWaiting(tx);
  if (waiting.length > 0) await store.rollNotifications(tx, waiting);
  await store.saveProgress(tx, { ...progress, hour: to });
  return 1;
}

function distinct(buckets: store.Bucket[], keyOf: (bucket: store.Bucket) => string): store.Bucket[] {
  return [...new Map(buckets.map((one) => [`${one.merchantId} ${keyOf(one)}`, one])).values()];
}
