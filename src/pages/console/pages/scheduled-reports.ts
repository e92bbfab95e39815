// Scheduled reports: the list, a new one, and one report with its files.
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../core/errors.ts';
import { findMerchantById } from '../../../core/merchants/actions.ts';
import {
  addSchedule,
  cadences,
  fileNameOf,
  findReport,
  findSchedule,
  formatPeriod,
  newestOf,
  openContent,
  pageSchedules,
  type Report,
  type ReportStatus,
  readPeriod,
  removeSchedule,
  reportFormats,
  reportKinds,
  requestReport,
  type Schedule,
  withStatus,
} from '../../../core/scheduled-reports/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { countWord } from '../charts/formats.ts';
import { formats, noteExport } from '../exports.ts';
import { area, button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { idOf, whoWords } from '../records.ts';
import { empty, facts, state, time } from '../views/parts.ts';
import { type Again, type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';

const page = 'scheduled-reports';
const path = consolePath(page);
const newPath = consolePath(page, 'new');
const see = 'schedule.see';
const change = 'schedule.change';

export const schedulePages: PageRoute[] = [
  { path, action: see, takes: ['after'], show: showList },
  { path: newPath, action: change, show: (visit) => showForm(visit) },
  { path: `${path}/:id`, action: see, show: (visit) => showOne(visit) },
  { path: `${path}/:id/files/:report`, action: see, isExport: true, show: sendFile },
];

export const scheduleForms: FormRoute[] = [
  {
    path: newPath,
    action: change,
    act: async (visit, work, fields) => {
      const merchantId = await merchantOf(visit, fields);
      if (merchantId === null) throw new Refusal(422, 'Enter the code of the merchant.', 'merchant');
      const { name = '', kind = '', every = '', format = '', address = '', ...rest } = fields;
      const { sftpKey, hostKey, notifyUrl } = rest;
      const to = addressFrom(address.trim());
      const added = await addSchedule(work, {
        ...{ merchantId, name: name.trim(), kind, every, format, to, sftpKey, hostKey, notifyUrl },
      });
      return {
        ...{ to: consolePath(page, added.id), said: `Report ${added.name} scheduled.` },
        ...{ subject: `report ${added.name}`, merchantId, after: shortOf(added) },
      };
    },
    again: showForm,
  },
  {
    path: `${path}/:id/run`,
    action: change,
    act: async (visit, work, fields) => {
      const { every } = await findSchedule(work, visit.viewer, idOf(visit));
      const period = readPeriod(work, every, fields.period?.trim());
      const schedule = await requestReport(work, visit.viewer, idOf(visit), period);
      return {
        ...{
          to: consolePath(page, schedule.id),
          said: `Report of ${formatPeriod(every, period)} requested.`,
        },
        ...{ subject: `report ${schedule.name}`, merchantId: schedule.merchantId },
        after: { run: formatPeriod(every, period) },
      };
    },
    again: showOne,
  },
  {
    path: `${path}/:id/remove`,
    action: change,
    act: async (visit, work) => {
      const removed = await removeSchedule(work, visit.viewer, idOf(visit));
      const { name, merchantId } = removed;
      return {
        ...{ to: path, said: `Report ${name} removed.`, subject: `report ${name}`, merchantId },
        before: shortOf(removed),
      };
    },
    again: showOne,
  },
];

const shortOf = ({ kind, every, format, target, notifyUrl }: Schedule) => ({
  ...{ kind, every, format, to: target },
  ...(notifyUrl !== null && { notifyUrl }),
});

const kindWords: Record<Schedule['kind'], string> = {
  transactions: 'Payments',
  settlements: 'Settlements',
  fees: 'Fees',
  refunds: 'Refunds',
  payouts: 'Payouts',
  'open-items': 'Open items',
};
const everyWords: Record<Schedule['every'], string> = { day: 'Daily', week: 'Weekly', month: 'Monthly' };
const formatWords: Record<Schedule['format'], string> = { csv: 'CSV', xlsx: 'XLSX' };

const addressFrom = (typed: string): string => {
  if (typed === '') return 'fetch:';
  return typed.includes('://') ? typed : `mailto:${typed}`;
};

const addressOf = ({ target }: Schedule): string =>
  target === 'fetch:' ? 'None: fetched by link' : target.replace(/^mailto:/, '');

const rowsOfAPage = 50;

async function showList(visit: Visit): Promise<Html> {
  const { ctx, viewer, user } = visit;
  const after = isUuid(visit.query.after ?? '') ? visit.query.after : undefined;
  const { rows: schedules, hasMore } = await pageSchedules(ctx, viewer, { after, limit: rowsOfAPage });
  const { merchants } = await findScope(ctx.db, viewer);
  const codes = new Map(merchants.map(({ id, code }) => [id, code]));
  const isForMany = merchants.length > 1;
  const rows = schedules.map(
    ({
      schedule,
      newest,
    }) => html`<tr><th scope="row"><a href="${consolePath(page, schedule.id)}">${schedule.name}</a></th>
${isForMany && html`<td data-label="Merchant">${codes.get(schedule.merchantId)}</td>`}<td data-label="Contents">${kindWords[schedule.kind]}</td><td data-label="Period">${everyWords[schedule.every]}</td>
<td data-label="Format">${formatWords[schedule.format]}</td><td data-label="Recipient">${addressOf(schedule)}</td>
<td data-label="Newest">${newest && html`${periodOf(schedule, newest)} ${state(newest.status)}`}</td></tr>`,
  );
  const tools = may(user.rights, change)
    ? html`<a class="act-button act-main" href="${newPath}">Schedule report</a>`
    : undefined;
  const main =
    rows.length === 0 && after === undefined
      ? empty(
          'No scheduled reports yet. A scheduled report sends the rows of each day, week or month as a file.',
        )
      : html`<div class="table" tabindex="0" role="region" aria-label="Scheduled reports"><table class="cards">
<thead><tr><th scope="col">Name</th>${isForMany && html`<th scope="col">Merchant</th>`}<th scope="col">Contents</th><th scope="col">Period</th><th scope="col">Format</th><th scope="col">Recipient</th><th scope="col">Newest</th></tr></thead>
<tbody>${rows}</tbody></table></div>
${hasMore && html`<p class="more"><a rel="next" href="${path}?after=${schedules.at(-1)?.schedule.id}">Next page</a></p>`}`;
  return consolePage(visit, { title: 'Scheduled reports', page, main, ...(tools && { tools }) });
}

const periodOf = ({ every }: Schedule, { period }: Pick<Report, 'period'>): string =>
  formatPeriod(every, Temporal.PlainDate.from(period));

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const main = html`<p><a href="${path}">Scheduled reports</a></p>
${form({
  to: newPath,
  ...again,
  label: 'New scheduled report',
  body: html`${merchantField(visit, 'The merchant’s name or code, or the code of one of its sites.', again, true)}
${field({ name: 'name', label: 'Name', hint: 'Lower-case letters, digits and dashes. Part of the file’s name.', ...again, longest: 40 })}
${choice({ name: 'kind', label: 'Contents', options: reportKinds.map((kind) => [kind, kindWords[kind]]), chosen: again?.typed.kind, ...again })}
${choice({ name: 'every', label: 'Period', options: cadences.map((every) => [every, everyWords[every]]), chosen: again?.typed.every, ...again })}
${choice({ name: 'format', label: 'Format', options: reportFormats.map((format) => [format, formatWords[format]]), chosen: again?.typed.format, ...again })}
${field({ name: 'address', label: 'Recipient', hint: 'An e-mail address, or a folder of an SFTP server such as sftp://user@sftp.shop.example/reports. Receives each report at 06:00 on the first business day after the period. Leave blank to fetch reports here or on the One API.', ...again, isOptional: true, longest: 300 })}
<details class="panel"${(again?.problem.field === 'sftpKey' || again?.problem.field === 'hostKey') && html` open`}><summary>SFTP server</summary>
${area({ name: 'sftpKey', label: 'Private key', hint: 'Without a passphrase, in the format of ssh-keygen. Stored encrypted and never shown again.', ...again, isOptional: true, longest: 10_000 })}
${field({ name: 'hostKey', label: 'Host key of the server', hint: 'The fingerprint: SHA256: and 43 characters.', ...again, isOptional: true, longest: 200 })}</details>
${field({ name: 'notifyUrl', label: 'Notification URL', hint: 'Receives report.ready when a report can be fetched.', ...again, isOptional: true, longest: 2000 })}
${button('Schedule report')}`,
})}`;
  return consolePage(visit, { title: 'Schedule report', page, main });
}

const mostShown = 100;

/** Finds the schedule of a page by its id, or by the id of one of its reports, as notifications have it. */
async function findShown(visit: Visit): Promise<Schedule> {
  const { ctx, viewer } = visit;
  const id = idOf(visit);
  try {
    return await findSchedule(ctx, viewer, id);
  } catch (error) {
    const report = await findReport(ctx, viewer, id).catch(() => undefined);
    if (report) return findSchedule(ctx, viewer, report.scheduleId);
    throw error;
  }
}

async function showOne(visit: Visit, again?: Again): Promise<Html> {
  const { ctx, user } = visit;
  const schedule = await findShown(visit);
  await looksAt(visit, schedule.merchantId);
  const reports = await withStatus(ctx, schedule, await newestOf(ctx, schedule, mostShown));
  const merchant = await findMerchantById(ctx.db, schedule.merchantId);
  const mayChange = may(user.rights, change, schedule.merchantId);
  return consolePage(visit, {
    title: schedule.name,
    page,
    main: html`<p><a href="${path}">Scheduled reports</a></p>
<div class="thing facts-first"><div><section class="panel" aria-label="Scheduled report">${facts([
      ['Merchant', merchant?.code],
      ['Contents', kindWords[schedule.kind]],
      ['Period', everyWords[schedule.every]],
      ['Format', formatWords[schedule.format]],
      ['Recipient', addressOf(schedule)],
      ['Notification URL', schedule.notifyUrl],
      [
        'Next',
        schedule.dueAt &&
          html`${time(schedule.dueAt)}, of ${periodOf(schedule, { period: schedule.nextPeriod })}`,
      ],
      [
        'Created',
        html`${time(schedule.createdAt)}, by ${(await whoWords(visit, schedule.createdBy)) ?? 'a user'}`,
      ],
    ])}</section>
${files(schedule, reports)}</div>
<aside aria-label="Actions">${mayChange && changes(schedule, again)}</aside></div>`,
  });
}

function files(schedule: Schedule, reports: readonly (Report & { status: ReportStatus })[]): Html {
  if (reports.length === 0) return empty('No files yet. The first one is written when the period is over.');
  return html`<div class="table" tabindex="0" role="region" aria-label="Files"><table>
<caption>Files</caption>
<thead><tr><th scope="col">Period</th><th scope="col" class="money">Version</th><th scope="col" class="money">Rows</th><th scope="col">Cut-off</th><th scope="col">Status</th></tr></thead>
<tbody>${reports.map(
    (report) => html`<tr><th scope="row">${
      report.cutOffAt === null
        ? periodOf(schedule, report)
        : html`<a href="${consolePath(page, schedule.id, 'files', report.id)}" data-export>${periodOf(schedule, report)}</a>`
    }</th><td class="money">${String(report.version)}</td><td class="money">${report.rowCount === null ? '' : countWord(report.rowCount)}</td>
<td>${report.cutOffAt && time(report.cutOffAt)}</td><td>${state(report.status)}${report.lastError && html`<span class="hint">${report.lastError}</span>`}</td></tr>`,
  )}</tbody></table></div>`;
}

const changes = (schedule: Schedule, again?: Again): Html => html`${form({
  to: consolePath(page, schedule.id, 'run'),
  ...again,
  label: 'Run this report',
  body: html`${field({ name: 'period', label: 'Period', hint: `Such as ${exampleOf(schedule)}. Leave blank for the last one.`, ...again, isOptional: true, longest: 10 })}
${button('Run report')}`,
})}
<details class="panel"><summary>Remove</summary>${form({
  to: consolePath(page, schedule.id, 'remove'),
  label: 'Remove this report',
  body: html`<p>No more reports are sent. Files that were delivered stay with their recipient.</p>${button('Remove report', 'danger')}`,
})}</details>`;

const exampleOf = ({ every, nextPeriod }: Schedule): string =>
  formatPeriod(every, Temporal.PlainDate.from(nextPeriod).subtract({ [`${every}s`]: 1 }));

async function sendFile(visit: Visit): Promise<FastifyReply> {
  const { ctx, viewer, params, reply } = visit;
  const schedule = await findSchedule(ctx, viewer, idOf(visit));
  const report = await findReport(ctx, viewer, params.report ?? '');
  if (report.scheduleId !== schedule.id || report.cutOffAt === null) throw new DomainError('ReportNotFound');
  const merchant = await findMerchantById(ctx.db, schedule.merchantId);
  const content = await openContent(ctx.db, report);
  if (!content) throw new Refusal(404, 'The content of this report was deleted after 35 days.');
  const name = fileNameOf(schedule, report, merchant?.code ?? '');
  await noteExport(visit, `report ${name}`, {});
  return reply
    .type(formats[schedule.format].type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', String(report.byteCount))
    .send(content);
}
