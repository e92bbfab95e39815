// Delivers a written report: by the outbox of e-mails, as a file below the folder of reports, or to an SFTP server. One that is
// fetched by link is delivered once it can be fetched.
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileReason } from '../../kernel/process/files.ts';
import type { Context } from '../context.ts';
import { isMailOn, queueEmail } from '../emails/actions.ts';
import type { Attachment } from '../emails/jobs.ts';
import { findMerchantById } from '../merchants/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { contentOf, fileNameOf, formatPeriod } from './actions.ts';
import * as store from './store.ts';
import { readTarget } from './targets.ts';
import { upload } from './upload.ts';

export interface Delivery {
  ctx: Context;
  folder: string;
}

/** Delivers a report, and notes that it was. Throws with the reason if it cannot be delivered now. */
export async function deliver({ ctx, folder }: Delivery, one: store.ReportWork): Promise<void> {
  if ((await store.sizeOf(ctx.db, one.report.id)) !== one.report.byteCount)
    throw new Error('the content of this report was deleted after 35 days');
  const target = readTarget(one.schedule.target, folder);
  if (target.kind === 'mailto') return queueFor(ctx, one, target.address);
  const merchant = await findMerchantById(ctx.db, one.schedule.merchantId);
  const name = fileNameOf(one.schedule, one.report, merchant?.code ?? '');
  if (target.kind === 'sftp') await upload(ctx, one, target, name);
  if (target.kind === 'file')
    await writeFile(ctx, one.report, { root: folder, folders: target.folders, name });
  await store.setDelivered(ctx.db, one.report.id, ctx.clock.now());
}

/** The e-mail and the note of its delivery are one transaction: there is one e-mail, whenever the process ends. */
async function queueFor(ctx: Context, { report, schedule }: store.ReportWork, recipient: string) {
  if (!isMailOn(ctx)) throw new Error('no e-mail server is configured');
  await inWork(ctx, async (work) => {
    if (!(await store.setDelivered(work.tx, report.id, work.clock.now()))) return;
    const period = formatPeriod(schedule.every, Temporal.PlainDate.from(report.period));
    await queueEmail(work, {
      ...{ kind: 'report', merchantId: report.merchantId, recipient, objectId: report.id },
      facts: {
        ...{ name: schedule.name, kind: schedule.kind, period, version: String(report.version) },
        ...{ rows: String(report.rowCount), cutOff: report.cutOffAt?.toISOString() ?? '' },
        sha256: report.sha256 ?? '',
      },
    });
  });
}

/** A larger report is not attached to its e-mail: many mail servers refuse more than 10 MB, of which a third is encoding. */
const mostAttachedBytes = 5_000_000n;

/** The content type of each format. */
export const reportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Returns the attachment of an e-mail with a report. */
export async function attachReport(
  { db }: Context,
  { kind, objectId, merchantId }: { kind: string; objectId: string | null; merchantId: string | null },
): Promise<Attachment[]> {
  if (kind !== 'report' || objectId === null || merchantId === null) return [];
  const viewer = { merchants: [merchantId] };
  const report = await store.findReport(db, viewer, objectId);
  const schedule = report && (await store.findAnySchedule(db, report.scheduleId));
  const merchant = await findMerchantById(db, merchantId);
  if (!report || !schedule || !merchant || (report.byteCount ?? 0n) > mostAttachedBytes) return [];
  const content = await buffer(contentOf(db, report));
  // Nothing but the whole report.
  if (BigInt(content.length) !== report.byteCount) return [];
  const filename = fileNameOf(schedule, report, merchant.code);
  return [{ filename, contentType: reportTypes[schedule.format], content }];
}

interface Place {
  root: string;
  folders: string[];
  name: string;
}

/** Writes the whole file under another name first: a reader never sees a part of it, and each attempt writes the same. */
async function writeFile({ db }: Context, report: store.Report, { root, folders, name }: Place) {
  try {
    await mkdir(join(root, ...folders), { recursive: true, mode: 0o700 });
    const [from, to] = [await realpath(root), await realpath(join(root, ...folders))];
    // A link in the folder must not lead out of it.
    if (to !== from && !to.startsWith(from + sep))
      throw new Error('the folder is outside of TEFO_REPORTS_DIR');
    const temporary = join(to, `.${name}.part`);
    await pipeline(
      Readable.from(contentOf(db, report)),
      createWriteStream(temporary, { mode: 0o600, flush: true }),
    );
    await rename(temporary, join(to, name));
  } catch (error) {
    throw new Error(fileReason(error), { cause: error });
  }
}
