// Writes the content of a report once: the rows of its period up to a cut-off. Each attempt to deliver it sends the same bytes.
import { createHash } from 'node:crypto';
import { dayMs, plus } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/db/db.ts';
import { waitForWriters } from '../../kernel/db/quiesce.ts';
import type { AssertAlone } from '../../kernel/db/session-lock.ts';
import type { Context } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { rangeOf } from './periods.ts';
import { publishReady } from './ready.ts';
import * as store from './store.ts';

export interface ReportOf {
  kind: store.ReportKind;
  format: store.ReportFormat;
  merchantId: string;
  /** The instants [from, to) of its period. */
  from: Date;
  to: Date;
  cutOffAt: Date;
  version: number;
}

export interface Content {
  bytes: AsyncIterable<Buffer>;
  /** Returns the number of rows and their digest, once all bytes were read. */
  figures(): { rowCount: number; digest: string };
}

/** Reads a report's rows from the database and writes them in its format, in constant memory. */
export type WriteReport = (db: Sql, report: ReportOf) => Content;

/** The size of a stored piece, in bytes. */
const partBytes = 256 * 1024;
/** A report is compared with its rows a day and a week after its cut-off, for rows that arrived late. */
const recheckMs = [dayMs, 7 * dayMs];
/** So long after the end of a period it has corrections. */
const correctedMs = 35 * dayMs;

interface Writing {
  ctx: Context;
  write: WriteReport;
  assertAlone: AssertAlone;
}

const reportOf = ({ report, schedule }: store.ReportWork, cutOffAt: Date): ReportOf => ({
  ...{ kind: schedule.kind, format: schedule.format, merchantId: schedule.merchantId },
  ...rangeOf(schedule.every, Temporal.PlainDate.from(report.period)),
  ...{ cutOffAt, version: report.version },
});

/**
 * Writes the content of a report. Returns false if transactions from before the cut-off are still open: the next run tries
 * again. It first deletes the pieces of an interrupted attempt.
 */
export async function writeContent(
  { ctx, write, assertAlone }: Writing,
  one: store.ReportWork,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { id } = one.report;
  const cutOffAt = clock.now();
  if (!(await waitForWriters(db))) return false;
  await store.deleteParts(db, id);
  const content = write(db, reportOf(one, cutOffAt));
  const hash = createHash('sha256');
  let [part, byteCount] = [0, 0n];
  for await (const bytes of inParts(content.bytes)) {
    hash.update(bytes);
    await store.insertPart(db, id, part, bytes);
    part += 1;
    byteCount += BigInt(bytes.length);
  }
  const sha256 = hash.digest('hex');
  await assertAlone();
  await inWork(ctx, async (work) => {
    if ((await store.sizeOf(work.tx, id)) !== byteCount)
      throw new Error('another process has written the same report');
    const recheckAt = firstRecheck(one, cutOffAt);
    const written = { cutOffAt, byteCount, sha256, recheckAt, ...content.figures() };
    if (await store.setWritten(work.tx, id, written)) await publishReady(work, one, written);
  });
  return true;
}

/** Collects bytes into pieces of one size. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    waiting.push(piece);
    size += piece.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Open items are those of one moment: they are not compared later. */
function firstRecheck(one: store.ReportWork, cutOffAt: Date): Date | null {
  return one.schedule.kind === 'open-items' ? null : nextRecheck(one, cutOffAt, cutOffAt);
}

/** Returns the first time after an instant at which a report is compared again; null: it is not. */
function nextRecheck(one: store.ReportWork, cutOffAt: Date, after: Date): Date | null {
  const { to } = rangeOf(one.schedule.every, Temporal.PlainDate.from(one.report.period));
  const next = recheckMs.map((ms) => plus(cutOffAt, ms)).find((time) => time > after);
  return next && next < plus(to, correctedMs) ? next : null;
}

/** Reads the rows of a delivered report again. Returns whether they differ, and when to look next; undefined: try later. */
export async function compareRows(
  { ctx, write }: Omit<Writing, 'assertAlone'>,
  one: store.ReportWork,
): Promise<{ isChanged: boolean; recheckAt: Date | null } | undefined> {
  const { report, schedule } = one;
  const now = ctx.clock.now();
  if (!(await waitForWriters(ctx.db))) return undefined;
  const content = write(ctx.db, { ...reportOf(one, now), format: 'csv' });
  // The rows are read for their digest alone.
  for await (const _ of content.bytes);
  const isChanged = schedule.kind !== 'open-items' && content.figures().digest !== report.digest;
  return { isChanged, recheckAt: nextRecheck(one, report.cutOffAt ?? now, now) };
}
