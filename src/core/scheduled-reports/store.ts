// All SQL of scheduled reports: the schedules, the reports of their periods, and the content of these.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { allRows, anyRow, execute, firstRow, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { Cadence } from './periods.ts';

export const reportKinds = [
  'transactions',
  'settlements',
  'fees',
  'refunds',
  'payouts',
  'open-items',
] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportFormats = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const reportSchedules = table('report_schedules', {
  id: t.uuid(),
  merchantId: t.uuid(),
  /** Unique among the merchant's. */
  name: t.code(),
  kind: t.code<ReportKind>(),
  every: t.code<Cadence>(),
  format: t.code<ReportFormat>(),
  // An address of a business: not data of a customer.
  target: t.code(),
  settingsSealed: t.code().nullable(),
  /** Receives report.ready; null: none. */
  notifyUrl: t.code().nullable(),
  createdBy: t.code<Actor>(),
  createdAt: t.timestamptz(),
  nextPeriod: t.date(),
  dueAt: t.timestamptz().nullable(),
  removedAt: t.timestamptz().nullable().later(),
});

export type Schedule = RowOf<typeof reportSchedules>;

export const reports = table('reports', {
  id: t.uuid(),
  scheduleId: t.uuid(),
  merchantId: t.uuid(),
  period: t.date(),
  version: t.integer(),
  createdAt: t.timestamptz(),
  dueAt: t.timestamptz().nullable(),
  attempts: t.integer().later(),
  lastError: t.code().nullable().later(),
  /** Null until its content is written. */
  cutOffAt: t.timestamptz().nullable().later(),
  rowCount: t.integer().nullable().later(),
  byteCount: t.bigint().nullable().later(),
  sha256: t.code().nullable().later(),
  digest: t.code().nullable().later(),
  deliveredAt: t.timestamptz().nullable().later(),
  failedAt: t.timestamptz().nullable().later(),
  recheckAt: t.timestamptz().nullable().later(),
  /** When the whole file was on the SFTP server under a temporary name. */
  uploadedAt: t.timestamptz().nullable().later(),
});

export type Report = RowOf<typeof reports>;

const scheduleColumns = columnsOf(reportSchedules);
const reportColumns = columnsOf(reports);

/** Adds a schedule. Returns false if the merchant has one of that name. */
export const insertSchedule = (tx: Tx, row: NewRowOf<typeof reportSchedules>) =>
  anyRow(insertRows(tx, reportSchedules, [row], tx`on conflict do nothing`));

/** Returns the schedules that a viewer sees and that are not removed, by name. */
export const listSchedules = (db: Db, viewer: Viewer, limit: number) =>
  db<Schedule[]>`
    select ${scheduleColumns(db)} from report_schedules
    where ${seenBy(db, viewer)} and removed_at is null order by name, id limit ${limit}`;

/** Returns schedules that a viewer sees and that are not removed, by name. `after`: the id of the schedule before the page. */
export const pageSchedules = (db: Db, viewer: Viewer, after: string | undefined, limit: number) =>
  db<Schedule[]>`
    select ${scheduleColumns(db)} from report_schedules
    where ${seenBy(db, viewer)} and removed_at is null
      ${
        after === undefined
          ? db``
          : db`and (name, id) > (select name, id from report_schedules where id = ${after} and ${seenBy(db, viewer)})`
      }
    order by name, id limit ${limit}`;

export const findSchedule = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Schedule[]>`
    select ${scheduleColumns(db)} from report_schedules
    where id = ${id} and ${seenBy(db, viewer)} and removed_at is null`);

/** Returns a schedule, also a removed one. all merchants: the caller holds a report of it. */
export const findAnySchedule = (db: Db, id: string) =>
  firstRow(db<Schedule[]>`select ${scheduleColumns(db)} from report_schedules where id = ${id}`);

/** Locks a schedule that is not removed. all merchants: the caller holds the schedule. */
export const lockSchedule = (tx: Tx, id: string) =>
  firstRow(tx<Schedule[]>`
    select ${scheduleColumns(tx)} from report_schedules where id = ${id} and removed_at is null for update`);

/** all merchants: the sweep serves every merchant. */
export const findDueSchedules = (db: Sql, now: Date, limit: number) =>
  allRows(db<Schedule[]>`
    select ${scheduleColumns(db)} from report_schedules where due_at <= ${now} order by due_at limit ${limit}`);

/** all merchants: the caller has locked the schedule. */
export const setNext = (tx: Tx, id: string, next: { period: string; dueAt: Date }) =>
  execute(tx`
    update report_schedules set next_period = ${next.period}::date, due_at = ${next.dueAt} where id = ${id}`);

/** Removes a schedule, and ends its pending deliveries. all merchants: the caller has locked the schedule. */
export async function setRemoved(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update report_schedules set removed_at = ${now}, due_at = null, settings_sealed = null where id = ${id}`;
  await tx`
    update reports set due_at = null, failed_at = ${now}, last_error = 'the schedule was removed'
    where schedule_id = ${id} and due_at is not null`;
  await tx`update reports set recheck_at = null where schedule_id = ${id} and recheck_at is not null`;
}

/** Adds a report, unless the period has that version. */
export const insertReport = (tx: Tx, row: NewRowOf<typeof reports>) =>
  execute(insertRows(tx, reports, [row], tx`on conflict do nothing`));

/** Returns the newest version of a period's report. all merchants: the caller holds the schedule. */
export const findLatest = (db: Db, scheduleId: string, period: string) =>
  firstRow(db<Report[]>`
    select ${reportColumns(db)} from reports
    where schedule_id = ${scheduleId} and period = ${period}::date order by version desc limit 1`);

/** Returns all versions of a period's report. all merchants: the caller holds the schedule. */
export const findVersions = (db: Db, scheduleId: string, period: string) =>
  allRows(db<Report[]>`
    select ${reportColumns(db)} from reports
    where schedule_id = ${scheduleId} and period = ${period}::date order by version`);

/** Returns the newest reports of a schedule. all merchants: the caller holds the schedule. */
export const findNewest = (db: Db, scheduleId: string, limit: number) =>
  allRows(db<Report[]>`
    select ${reportColumns(db)} from reports
    where schedule_id = ${scheduleId} order by period desc, version desc limit ${limit}`);

/** Returns the newest report of each schedule that has one. all merchants: the caller holds the schedules. */
export const findNewestOfEach = (db: Db, scheduleIds: readonly string[]) =>
  allRows(db<Report[]>`
    select newest.* from unnest(${[...scheduleIds]}::uuid[]) as given (schedule)
    cross join lateral (
      select ${reportColumns(db)} from reports
      where schedule_id = given.schedule order by period desc, version desc limit 1
    ) newest`);

export const findReport = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Report[]>`
    select ${reportColumns(db)} from reports where id = ${id} and ${seenBy(db, viewer)}`);

/** Returns a page of a merchant's written reports with their schedules, the newest first. `name`: those of one schedule. */
export async function pageWritten(
  db: Db,
  { merchantId, name }: { merchantId: string; name?: string | undefined },
  page: PageRequest,
): Promise<Page<Report & ReportWork>> {
  const found = await withSchedules(
    db,
    db<Report[]>`
    select ${reportColumns(db)} from reports
    where merchant_id = ${merchantId} and cut_off_at is not null
      ${name === undefined ? db`` : db`and schedule_id in (select id from report_schedules where merchant_id = ${merchantId} and name = ${name})`}
      ${pageClause(db, page)}`,
  );
  return toPage(
    found.map((one) => ({ ...one.report, ...one })),
    page,
  );
}

/** A report with its schedule, also a removed one. */
export interface ReportWork {
  report: Report;
  schedule: Schedule;
}

/** Returns the first due report of each merchant. all merchants: the sweep serves every merchant. */
export const findDueReports = (db: Sql, now: Date, limit: number) =>
  withSchedules(
    db,
    db<Report[]>`
    select * from (
      select distinct on (merchant_id) ${reportColumns(db)} from reports
      where due_at <= ${now} order by merchant_id, due_at, id
    ) as first order by due_at, id limit ${limit}`,
  );

/** all merchants: the sweep serves every merchant. */
export const findDueRechecks = (db: Sql, now: Date, limit: number) =>
  withSchedules(
    db,
    db<Report[]>`
    select ${reportColumns(db)} from reports where recheck_at <= ${now} order by recheck_at, id limit ${limit}`,
  );

/** all merchants: the reports name their schedules. */
async function withSchedules(db: Db, found: PromiseLike<readonly Report[]>): Promise<ReportWork[]> {
  const rows = await found;
  const schedules = await db<Schedule[]>`
    select ${scheduleColumns(db)} from report_schedules where id = any (${rows.map((row) => row.scheduleId)}::uuid[])`;
  const byId = new Map(schedules.map((one) => [one.id, one]));
  return rows.flatMap((report) => {
    const schedule = byId.get(report.scheduleId);
    return schedule ? [{ report, schedule }] : [];
  });
}

export interface Written {
  cutOffAt: Date;
  rowCount: number;
  byteCount: bigint;
  sha256: string;
  digest: string;
  recheckAt: Date | null;
}

/** Notes the content of a report; returns false if it has one, or is ended. all merchants: the sweep holds the report. */
export const setWritten = (tx: Tx, id: string, written: Written) =>
  anyRow(tx`
    update reports set cut_off_at = ${written.cutOffAt}, row_count = ${written.rowCount}, byte_count = ${written.byteCount},
      sha256 = ${written.sha256}, digest = ${written.digest}, recheck_at = ${written.recheckAt}
    where id = ${id} and cut_off_at is null and due_at is not null`);

/** Returns false if another process delivered it, or it is ended. all merchants: the sweep holds the report. */
export const setDelivered = (db: Db, id: string, now: Date) =>
  anyRow(db`
    update reports set delivered_at = ${now}, due_at = null, last_error = null, attempts = attempts + 1
    where id = ${id} and due_at is not null`);

/** Notes a failed attempt; the next is at `dueAt`; null: no more attempts. all merchants: the sweep holds the report. */
export const setAttempted = (db: Db, id: string, failed: { error: string; dueAt: Date | null; now: Date }) =>
  execute(db`
    update reports set attempts = attempts + 1, last_error = ${failed.error}, due_at = ${failed.dueAt},
      failed_at = ${failed.dueAt === null ? failed.now : null}
    where id = ${id} and due_at is not null`);

/** Notes that the whole file is on the server. all merchants: the sweep holds the report. */
export const setUploaded = (db: Db, id: string, now: Date) =>
  execute(db`update reports set uploaded_at = ${now} where id = ${id}`);

/** Makes a failed report due again. all merchants: the caller holds the schedule. */
export const setDueAgain = (tx: Tx, id: string, now: Date) =>
  execute(tx`
    update reports set due_at = ${now}, failed_at = null, delivered_at = null, uploaded_at = null, attempts = 0
    where id = ${id} and due_at is null`);

/** all merchants: the sweep holds the report. */
export const setRecheck = (db: Db, id: string, recheckAt: Date | null) =>
  execute(db`update reports set recheck_at = ${recheckAt} where id = ${id}`);

/** all merchants: the sweep holds the report. */
export const deleteParts = (db: Db, reportId: string) =>
  execute(db`delete from report_parts where report_id = ${reportId}`);

export const insertPart = (db: Db, reportId: string, part: number, content: Buffer) =>
  execute(db`insert into report_parts (report_id, part, content) values (${reportId}, ${part}, ${content})`);

/** all merchants: the caller holds the report. */
export const readPart = async (db: Db, reportId: string, part: number): Promise<Buffer | undefined> =>
  (
    await firstRow(db<{ content: Buffer }[]>`
      select content from report_parts where report_id = ${reportId} and part = ${part}`)
  )?.content;

/** Returns the number of bytes of a report's content. all merchants: the sweep holds the report. */
export const sizeOf = async (db: Db, reportId: string): Promise<bigint> =>
  (
    await firstRow(db<{ size: bigint }[]>`
      select coalesce(sum(length(content)), 0)::bigint as size from report_parts where report_id = ${reportId}`)
  )?.size ?? 0n;

/** Deletes the content of ended reports from before an instant, of at most `limit`. all merchants: retention. */
export const deleteOldParts = (db: Sql, before: Date, limit: number) =>
  rowCount(db`
    delete from report_parts where report_id in (
      select id from reports
      where created_at < ${before} and due_at is null
        and exists (select from report_parts where report_id = reports.id)
      order by created_at limit ${limit})`);

/** Deletes ended reports from before an instant, at most `limit`. all merchants: retention. */
export const deleteOldReports = (db: Sql, before: Date, limit: number) =>
  rowCount(db`
    delete from reports where id in (
      select id from reports where created_at < ${before} and due_at is null order by created_at limit ${limit})`);
