// tefo report: scheduled reports, which are delivered by the service, or by `report run` at once.
import { readFile } from 'node:fs/promises';
import type { Config } from '../app/config.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { listMerchants } from '../core/merchants/actions.ts';
import {
  addSchedule,
  cadences,
  formatPeriod,
  listSchedules,
  newestOf,
  type Report,
  type ReportStatus,
  readPeriod,
  removeSchedule,
  reportFormats,
  reportKinds,
  requestReport,
  type Schedule,
  versionsOf,
  withStatus,
} from '../core/scheduled-reports/actions.ts';
import { runReports } from '../core/scheduled-reports/jobs.ts';
import { inWork } from '../core/unit-of-work.ts';
import { record } from '../core/users/audit.ts';
import { everything, only } from '../core/viewer.ts';
import { paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { writeReport } from '../reports/scheduled/writing.ts';
import { actingBy, byOf } from './by.ts';
import { type Choices, UsageError, type Values, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { requireMerchant } from './merchants.ts';
import { lines, print, table } from './output.ts';

export const reportChoices: Choices = {
  '--kind': reportKinds,
  '--every': cadences,
  '--format': reportFormats,
};

/** The time to wait for a running service that writes reports now, in milliseconds. */
const patienceMs = 60_000;
const newestShown = 5;

export const reportAdd: Work = async ({ values, positionals }) => {
  const text = (name: string) => String(values[name] ?? '');
  await withContext(async (ctx, config) => {
    const merchant = await requireMerchant(ctx, text('merchant'));
    const given = { name: firstOf(positionals), kind: text('kind'), every: text('every'), to: text('to') };
    const acting = await actingBy(ctx, byOf(values));
    const sftpKey = values.sftpKey === undefined ? undefined : await readFile(text('sftpKey'), 'utf8');
    const hostKey = values.sftpHostKey === undefined ? undefined : text('sftpHostKey');
    const notifyUrl = values.notifyUrl === undefined ? undefined : text('notifyUrl');
    const schedule = await asUsageError(() =>
      inWork({ ...ctx, actor: acting.actor }, async (work) => {
        const added = await addSchedule(work, {
          ...given,
          ...{ merchantId: merchant.id, format: text('format'), folder: config.reportsDir },
          ...{ sftpKey, hostKey, notifyUrl },
        });
        await note(work, acting.who, added, { after: shortOf(added) });
        return added;
      }),
    );
    print(values.json, described(schedule, merchant.code), () => lines(described(schedule, merchant.code)));
  });
};

const note = (work: Parameters<typeof record>[0], who: string, schedule: Schedule, change: object) =>
  record(work, {
    ...{ who, merchantId: schedule.merchantId, action: 'schedule.change' as const },
    ...{ subject: `report ${schedule.name}`, ...change },
  });

const shortOf = ({ kind, every, format, target, notifyUrl }: Schedule) => ({
  ...{ kind, every, format, to: target },
  ...(notifyUrl !== null && { notifyUrl }),
});

async function asUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError && error.code === 'InvalidField'
      ? new UsageError(error.message)
      : error;
  }
}

const described = (schedule: Schedule, merchant: string) => ({
  ...{ name: schedule.name, merchant, ...shortOf(schedule) },
  nextPeriod: formatPeriod(schedule.every, Temporal.PlainDate.from(schedule.nextPeriod)),
  dueAt: schedule.dueAt?.toISOString() ?? null,
});

const delivered = (schedule: Schedule, report: Report & { status: ReportStatus }) => ({
  name: schedule.name,
  period: formatPeriod(schedule.every, Temporal.PlainDate.from(report.period)),
  version: report.version,
  rows: report.rowCount,
  sha256: report.sha256,
  to: schedule.target,
  status: report.status,
  cutOff: report.cutOffAt?.toISOString() ?? null,
  ...(report.lastError !== null && { error: report.lastError }),
});

export const reportList = onDatabase(async (ctx, { values }) => {
  const listed: (ReturnType<typeof described> & { reports: ReturnType<typeof delivered>[] })[] = [];
  for (const { schedule, merchant } of await chosen(ctx, values)) {
    const newest = await withStatus(ctx, schedule, await newestOf(ctx, schedule, newestShown));
    listed.push({
      ...described(schedule, merchant),
      reports: newest.map((report) => delivered(schedule, report)),
    });
  }
  print(values.json, listed, () =>
    table(
      listed.map(({ name, merchant, kind, every, format, to, reports: [newest] }) => [
        paint('name', name),
        ...[merchant, kind, every, format, to],
        newest ? `${newest.period} v${newest.version} ${newest.status}` : '',
      ]),
    ),
  );
});

/** Returns the schedules of a name, or all. Throws without a match, or if several merchants have one. */
async function chosen(ctx: Context, { merchant }: Values, name?: string) {
  const merchants = await findMerchants(ctx, merchant);
  const viewer = merchant === undefined ? everything : only(firstOf([...merchants.keys()]));
  const found = (await listSchedules(ctx, viewer)).filter((one) => name === undefined || one.name === name);
  if (name !== undefined && found.length !== 1)
    throw new Error(
      found.length === 0
        ? `there is no report ${name}`
        : `several merchants have a report ${name}: name the merchant with --merchant`,
    );
  return found.map((schedule) => ({ schedule, merchant: merchants.get(schedule.merchantId) ?? '' }));
}

async function findMerchants(ctx: Context, code: string | boolean | undefined): Promise<Map<string, string>> {
  const found = code === undefined ? await listMerchants(ctx.db) : [await requireMerchant(ctx, String(code))];
  return new Map(found.map((one) => [one.id, one.code]));
}

export const reportRun = onDatabase(async (ctx, { values, positionals }, config) => {
  const acting = await actingBy(ctx, byOf(values));
  const period = values.period === undefined ? undefined : String(values.period);
  const done: (ReturnType<typeof delivered> & { error?: string })[] = [];
  for (const { schedule } of await chosen(ctx, values, positionals[0])) {
    const first = await asUsageError(async () => readPeriod(ctx, schedule.every, period));
    await inWork({ ...ctx, actor: acting.actor }, async (work) => {
      await requestReport(work, everything, schedule.id, first);
      await note(work, acting.who, schedule, { after: { run: formatPeriod(schedule.every, first) } });
    });
    await workThrough(ctx, config);
    const versions = await withStatus(ctx, schedule, await versionsOf(ctx, schedule, first));
    done.push(...versions.map((report) => delivered(schedule, report)));
  }
  print(values.json, done, () =>
    table(
      done.map(({ name, period, version, rows, to, status, error = '' }) => [
        paint('name', name),
        ...[period, `v${version}`, rows === null ? '' : `${rows} rows`, to, status, error],
      ]),
    ),
  );
});

/** Writes and delivers due reports; the service does the same. */
async function workThrough(ctx: Context, { reportsDir }: Config): Promise<void> {
  const options = { ctx, write: writeReport, folder: reportsDir };
  while ((await runReports(options, patienceMs)) > 0);
}

export const reportRemove = onDatabase(async (ctx, { values, positionals }) => {
  const { schedule } = firstOf(await chosen(ctx, values, firstOf(positionals)));
  const acting = await actingBy(ctx, byOf(values));
  await inWork({ ...ctx, actor: acting.actor }, async (work) => {
    await removeSchedule(work, everything, schedule.id);
    await note(work, acting.who, schedule, { before: shortOf(schedule) });
  });
  print(values.json, { name: schedule.name, removed: true }, () => [`Report ${schedule.name} removed.`]);
});
