// Timed work of scheduled reports: begins the report of each period that is over, writes it, delivers it, compares it later, and
// forgets its content.
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type AssertAlone, alone } from '../../kernel/db/session-lock.ts';
import type { Context } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { reportSweep } from './actions.ts';
import { addReport } from './adding.ts';
import { deliver } from './delivery.ts';
import { contentMs, dueAfter, periodAfter } from './periods.ts';
import * as store from './store.ts';
import { compareRows, type WriteReport, writeContent } from './writing.ts';

/** The wait after each attempt, in milliseconds; the last one repeats. */
const delaysMs = [1, 5, 15, 60, 240].map((minutes) => minutes * minuteMs);
/** A report is delivered for so long after it was created. */
const deliveredMs = 7 * dayMs;
const batch = 20;
const mostDeliveries = 4;

export interface ReportOptions {
  ctx: Context;
  write: WriteReport;
  folder: string;
}

export function createReportSweep(options: ReportOptions): Sweep {
  const { db } = options.ctx;
  return {
    name: reportSweep,
    intervalMs: minuteMs,
    nextDue: async (after) => {
      const times = await Promise.all([
        firstDue(db, 'report_schedules', 'due_at', after),
        firstDue(db, 'reports', 'due_at', after),
        firstDue(db, 'reports', 'recheck_at', after),
      ]);
      return times
        .filter((time) => time !== undefined)
        .toSorted((one, other) => Number(one) - Number(other))[0];
    },
    run: () => runReports(options),
  };
}

/** Takes the next steps of due reports; returns how many. One process at a time does: it waits for another at most `waitMs`. */
export async function runReports(options: ReportOptions, waitMs = 0): Promise<number> {
  const { ctx } = options;
  const now = ctx.clock.now();
  if (waitMs === 0 && !(await isWorkDue(ctx, now))) return 0;
  const done = await alone(
    ctx.db,
    'tefo reports',
    (assertAlone) => takeSteps(options, assertAlone, now),
    waitMs,
  );
  return done ?? 0;
}

const isWorkDue = async ({ db }: Context, now: Date): Promise<boolean> =>
  (await store.findDueSchedules(db, now, 1)).length > 0 ||
  (await store.findDueReports(db, now, 1)).length > 0 ||
  (await store.findDueRechecks(db, now, 1)).length > 0;

async function takeSteps(options: ReportOptions, assertAlone: AssertAlone, now: Date): Promise<number> {
  const { ctx } = options;
  const due = await store.findDueReports(ctx.db, now, batch);
  const unwritten = due.filter(({ report }) => report.cutOffAt === null);
  // One after the other: a report of a million rows has the connection for itself. A failure stops only its own report.
  const steps = [
    ...(await store.findDueSchedules(ctx.db, now, batch)).map((one) => () => beginPeriod(ctx, one, now)),
    ...(await store.findDueRechecks(ctx.db, now, batch)).map((one) => () => recheck(options, one)),
    ...unwritten.map((one) => () => attempt(ctx, one, () => writeContent({ ...options, assertAlone }, one))),
  ];
  const done = await eachApart(steps, async (step) => Number(await step()));
  // A server that does not respond delays no other merchant's report.
  const place = limitConcurrency(mostDeliveries);
  const delivered = await Promise.all(
    due.map((one) => place(() => attempt(ctx, one, () => deliverWritten(options, one)))),
  );
  return done + delivered.filter(Boolean).length;
}

/** Adds the report of a period that is over, and moves its schedule to the next period, in one transaction. */
function beginPeriod(ctx: Context, { id }: store.Schedule, now: Date): Promise<boolean> {
  return inWork(ctx, async (work) => {
    const schedule = await store.lockSchedule(work.tx, id);
    if (!schedule?.dueAt || schedule.dueAt > now) return false;
    await addReport(work, schedule, schedule.nextPeriod, 1);
    const next = periodAfter(schedule.every, Temporal.PlainDate.from(schedule.nextPeriod));
    await store.setNext(work.tx, id, { period: next.toString(), dueAt: dueAfter(ctx, schedule.every, next) });
    return true;
  });
}

/** Does a step of a report's delivery, and notes a failure. Returns false if the step could not be taken yet. */
async function attempt(ctx: Context, one: store.ReportWork, step: () => Promise<boolean>): Promise<boolean> {
  try {
    return await step();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await noteFailure(ctx, one, error as Error);
    return true;
  }
}

/** Delivers a report if it is written and still due. */
async function deliverWritten(options: ReportOptions, one: store.ReportWork): Promise<boolean> {
  const { id, merchantId } = one.report;
  const { ctx } = options;
  const report = await store.findReport(ctx.db, { merchants: [merchantId] }, id);
  if (!report?.dueAt || report.cutOffAt === null || report.attempts !== one.report.attempts) return false;
  await deliver(options, { ...one, report });
  return true;
}

async function noteFailure(
  ctx: Context,
  { report, schedule }: store.ReportWork,
  error: Error,
): Promise<void> {
  const now = ctx.clock.now();
  const delay = delaysMs[Math.min(report.attempts, delaysMs.length - 1)] ?? hourMs;
  const isLast = plus(report.createdAt, deliveredMs) <= now;
  await store.setAttempted(ctx.db, report.id, {
    ...{ error: error.message.slice(0, 500), now },
    dueAt: isLast ? null : plus(now, delay),
  });
  ctx.log.warn(
    { report: schedule.name, merchantId: report.merchantId, error, isLast },
    'a report could not be delivered',
  );
}

/** Compares a report with its rows. One that cannot be compared now is compared an hour later. */
async function recheck(options: ReportOptions, one: store.ReportWork): Promise<boolean> {
  const { ctx } = options;
  try {
    return await compare(options, one);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await store.setRecheck(ctx.db, one.report.id, plus(ctx.clock.now(), hourMs));
    const { name, merchantId } = one.schedule;
    ctx.log.warn({ report: name, merchantId, error }, 'a report could not be compared with its rows');
    return true;
  }
}

/** Adds the next version of a report if its rows have changed. */
async function compare(options: ReportOptions, one: store.ReportWork): Promise<boolean> {
  const { ctx } = options;
  const { id, scheduleId, period, version } = one.report;
  const compared = await compareRows(options, one);
  if (!compared) return false;
  return inWork(ctx, async (work) => {
    const schedule = await store.lockSchedule(work.tx, scheduleId);
    const latest = await store.findLatest(work.tx, scheduleId, period);
    const isNewest = latest?.version === version;
    const isCorrected = compared.isChanged && schedule !== undefined && isNewest;
    if (isCorrected) await addReport(work, schedule, period, version + 1);
    await store.setRecheck(work.tx, id, isCorrected || !isNewest ? null : compared.recheckAt);
    return true;
  });
}

/** How long a report is kept without its content, in milliseconds. */
const reportMs = 2 * 366 * dayMs;

/** Deletes the content of reports after 35 days, and the reports after two years. */
export function createReportRetention({ db, clock }: Context): Sweep {
  return {
    name: 'reports.forget',
    intervalMs: hourMs,
    run: async () => {
      const now = clock.now();
      const parts = await store.deleteOldParts(db, plus(now, -contentMs), batch);
      return parts + (await store.deleteOldReports(db, plus(now, -reportMs), batch));
    },
  };
}
