// Schedules of reports: added, listed, run and removed by users and at the command line.
import { Readable } from 'node:stream';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { PageRequest } from '../../kernel/http/paging.ts';
import { isUuid } from '../../kernel/ids.ts';
import { firstOf } from '../../kernel/required.ts';
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { AnyContext } from '../context.ts';
import { type EmailState, emailStatesOf } from '../emails/actions.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { addReport } from './adding.ts';
import {
  type Cadence,
  cadences,
  dueAfter,
  formatPeriod,
  parsePeriod,
  periodAt,
  periodBefore,
} from './periods.ts';
import * as store from './store.ts';
import { formatTarget, readAccess, readNotifyUrl, readTarget } from './targets.ts';

export { type Cadence, cadences, contentUntil, formatPeriod } from './periods.ts';
export {
  type Report,
  type ReportKind,
  type ReportWork,
  reportFormats,
  reportKinds,
  type Schedule,
} from './store.ts';
export type { Content, ReportOf, WriteReport } from './writing.ts';

export const reportSweep = 'reports.scheduled';

const mostSchedules = 50;
const mostListed = 10_000;

export interface NewSchedule {
  merchantId: string;
  name: string;
  kind: string;
  every: string;
  format: string;
  to: string;
  /** The folder of reports; absent: no report is written to a file. */
  folder?: string | undefined;
  /** The private key for an SFTP server, and the fingerprints of its host keys. */
  sftpKey?: string | undefined;
  hostKey?: string | undefined;
  /** Receives report.ready of each report; absent or empty: none. */
  notifyUrl?: string | undefined;
}

/** Adds a schedule: its first report is of the period that is under way. Throws InvalidField with the field and its rule. */
export async function addSchedule(scope: AnyContext, given: NewSchedule): Promise<store.Schedule> {
  const { merchantId, name } = given;
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name))
    throw invalid('name', 'must have 1 to 40 lower-case letters, digits and dashes');
  const kind = oneOf('kind', store.reportKinds, given.kind);
  const every = oneOf('every', cadences, given.every);
  const format = oneOf('format', store.reportFormats, given.format);
  const read = readTarget(given.to.trim(), given.folder);
  const target = formatTarget(read);
  const settingsSealed = read.kind === 'sftp' ? scope.keyring.seal(JSON.stringify(readAccess(given))) : null;
  const notifyUrl = readNotifyUrl(given.notifyUrl?.trim() ?? '', scope.policy.addressRules);
  return inWork(scope, async (work) => {
    const now = work.clock.now();
    const first = periodAt(every, now);
    const row = {
      ...{
        id: unseededId(work.clock),
        merchantId,
        name,
        kind,
        every,
        format,
        target,
        settingsSealed,
        notifyUrl,
      },
      ...{ createdBy: work.actor, createdAt: now },
      ...{ nextPeriod: first.toString(), dueAt: dueAfter(work, every, first) },
    };
    const own = await store.listSchedules(work.tx, { merchants: [merchantId] }, mostSchedules);
    if (own.length >= mostSchedules) throw invalid('name', `${mostSchedules} schedules per merchant at most`);
    if (!(await store.insertSchedule(work.tx, row)))
      throw invalid('name', `the merchant already has a report ${name}`);
    await wakeAfterCommit(work.tx, reportSweep);
    return { ...row, removedAt: null };
  });
}

function oneOf<Word extends string>(field: string, words: readonly Word[], given: string): Word {
  const found = words.find((word) => word === given);
  if (found) return found;
  throw invalid(field, `must be one of ${words.join(', ')}`);
}

const invalid = (field: string, rule: string) => invalidField(field, `${field}: ${rule}`);

export const listSchedules = ({ db }: AnyContext, viewer: Viewer): Promise<readonly store.Schedule[]> =>
  store.listSchedules(db, viewer, mostListed);

/** A schedule with the newest of its reports; undefined before its first one. */
export interface ListedSchedule {
  schedule: store.Schedule;
  newest: (store.Report & { status: ReportStatus }) | undefined;
}

/**
 * Returns a page of the schedules that a viewer sees, by name, each with its newest report. `after`: the id of the schedule before
 * the page.
 */
export async function pageSchedules(
  { db }: AnyContext,
  viewer: Viewer,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ rows: ListedSchedule[]; hasMore: boolean }> {
  const found = await store.pageSchedules(db, viewer, after, limit + 1);
  const schedules = found.slice(0, limit);
  const newest = await store.findNewestOfEach(
    db,
    schedules.map(({ id }) => id),
  );
  const emails = await emailStatesOf(
    db,
    'report',
    newest.map(({ id }) => id),
  );
  const bySchedule = new Map(
    newest.map((one) => [one.scheduleId, { ...one, status: statusOf(one, emails.get(one.id)) }]),
  );
  const rows = schedules.map((schedule) => ({ schedule, newest: bySchedule.get(schedule.id) }));
  return { rows, hasMore: found.length > limit };
}

/** Returns a schedule. Throws ReportNotFound if the viewer sees none. */
export async function findSchedule({ db }: AnyContext, viewer: Viewer, id: string): Promise<store.Schedule> {
  const found = await store.findSchedule(db, viewer, id);
  if (!found) throw new DomainError('ReportNotFound');
  return found;
}

/** Removes a schedule and ends its pending deliveries. Throws ReportNotFound if the viewer sees none. */
export const removeSchedule = (scope: AnyContext, viewer: Viewer, id: string): Promise<store.Schedule> =>
  inWork(scope, async (work) => {
    const schedule = await findSchedule(work, viewer, id);
    if (!(await store.lockSchedule(work.tx, id))) throw new DomainError('ReportNotFound');
    await store.setRemoved(work.tx, id, work.clock.now());
    return schedule;
  });

/**
 * Reads the period that a user names; without one, the last that is over. Throws InvalidField (period) for one that is not over,
 * or no period.
 */
export function readPeriod({ clock }: AnyContext, every: Cadence, given?: string): Temporal.PlainDate {
  const current = periodAt(every, clock.now());
  if (given === undefined || given === '') return periodBefore(every, current);
  const period = parsePeriod(every, given);
  if (period && Temporal.PlainDate.compare(period, current) < 0) return period;
  throw invalid(
    'period',
    `must be a ${every} that is over, such as ${formatPeriod(every, periodBefore(every, current))}`,
  );
}

/** Requests the report of a period: a report that failed is delivered again, and one that was delivered is compared with its rows. */
export const requestReport = (scope: AnyContext, viewer: Viewer, id: string, period: Temporal.PlainDate) =>
  inWork(scope, async (work) => {
    const schedule = await findSchedule(work, viewer, id);
    if (!(await store.lockSchedule(work.tx, id))) throw new DomainError('ReportNotFound');
    const latest = await store.findLatest(work.tx, id, period.toString());
    const now = work.clock.now();
    if (!latest) await addReport(work, schedule, period.toString(), 1);
    else {
      const { status } = firstOf(await withStatus(work, schedule, [latest]));
      if (status === 'failed') await store.setDueAgain(work.tx, latest.id, now);
      if (status === 'delivered') await store.setRecheck(work.tx, latest.id, now);
    }
    await wakeAfterCommit(work.tx, reportSweep);
    return schedule;
  });

/** Returns all versions of a period's report. The caller holds the schedule. */
export const versionsOf = ({ db }: AnyContext, schedule: store.Schedule, period: Temporal.PlainDate) =>
  store.findVersions(db, schedule.id, period.toString());

/** The result of a delivery: an e-mail is delivered once a mail server has it. */
export type ReportStatus = 'pending' | 'delivered' | 'failed';

export async function withStatus(
  { db }: AnyContext,
  { target }: store.Schedule,
  reports: readonly store.Report[],
): Promise<(store.Report & { status: ReportStatus })[]> {
  const isMailed = target.startsWith('mailto:');
  const ids = reports.map(({ id }) => id);
  const emails = isMailed ? await emailStatesOf(db, 'report', ids) : new Map<string, EmailState>();
  return reports.map((report) => ({ ...report, status: statusOf(report, emails.get(report.id)) }));
}

/** Sent e-mails are forgotten after a month. */
function statusOf({ failedAt, deliveredAt }: store.Report, email: EmailState | undefined): ReportStatus {
  if (failedAt !== null || email === 'failed') return 'failed';
  return deliveredAt === null || email === 'pending' ? 'pending' : 'delivered';
}

/** Returns the newest reports of a schedule. The caller holds the schedule. */
export const newestOf = ({ db }: AnyContext, schedule: store.Schedule, limit: number) =>
  store.findNewest(db, schedule.id, limit);

/** Returns a report. Throws ReportNotFound if the viewer sees none. */
export async function findReport({ db }: AnyContext, viewer: Viewer, id: string): Promise<store.Report> {
  const found = isUuid(id) ? await store.findReport(db, viewer, id) : undefined;
  if (!found) throw new DomainError('ReportNotFound');
  return found;
}

/** Returns a page of a merchant's written reports with their schedules, the newest first. */
export const pageReports = (
  { db }: AnyContext,
  filter: Parameters<typeof store.pageWritten>[1],
  request: PageRequest,
) => store.pageWritten(db, filter, request);

/** Returns a written report with its schedule, also a removed one. Throws ReportNotFound if the viewer sees none. */
export async function findWritten(scope: AnyContext, viewer: Viewer, id: string): Promise<store.ReportWork> {
  const report = await findReport(scope, viewer, id);
  const schedule = await store.findAnySchedule(scope.db, report.scheduleId);
  if (!schedule || report.cutOffAt === null) throw new DomainError('ReportNotFound');
  return { report, schedule };
}

/** Opens the content of a report; undefined once it was deleted. The caller holds the report. */
export async function openContent(db: Db, report: store.Report): Promise<Readable | undefined> {
  const pieces = contentOf(db, report);
  const first = await pieces.next();
  if (first.done) return undefined;
  const all = async function* () {
    yield first.value;
    yield* pieces;
  };
  return Readable.from(all(), { objectMode: false });
}

/** Yields the content of a report, piece by piece; nothing once it was deleted. The caller holds the report. */
export async function* contentOf(db: Db, { id }: Pick<store.Report, 'id'>): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const content = await store.readPart(db, id, part);
    if (!content) return;
    yield content;
  }
}

/** Returns the name of a report's file: the same for each attempt to deliver it. */
export const fileNameOf = (
  { name, every, format }: store.Schedule,
  { period, version }: Pick<store.Report, 'period' | 'version'>,
  merchantCode: string,
): string =>
  `${merchantCode}_${name}_${formatPeriod(every, Temporal.PlainDate.from(period))}_v${version}.${format}`;
