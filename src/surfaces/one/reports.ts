// Scheduled reports: the list of those that are written, each as a record, and each as its file.
import Type, { type Static } from 'typebox';
import { DomainError } from '../../core/errors.ts';
import { findMerchantById } from '../../core/merchants/actions.ts';
import {
  contentUntil,
  fileNameOf,
  findWritten,
  formatPeriod,
  openContent,
  pageReports,
  type ReportWork,
  reportFormats,
  reportKinds,
} from '../../core/scheduled-reports/actions.ts';
import { reportTypes } from '../../core/scheduled-reports/delivery.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { record } from '../../core/users/audit.ts';
import { only } from '../../core/viewer.ts';
import { required } from '../../kernel/required.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { type Reply, replyOf } from './keyed.ts';
import { cursorQuery, pageReply, readPage } from './lists.ts';
import { links, listOf, moment, text, uuid } from './wire.ts';

/** The members that a notification has too. */
export const reportMembers = {
  links: links('self', 'file'),
  id: uuid,
  name: Type.String(),
  kind: Type.Enum([...reportKinds]),
  period: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  format: Type.Enum([...reportFormats]),
  rows: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
};

const ReportRecord = Type.Object(
  { ...reportMembers, cutOff: moment, availableUntil: moment },
  { title: 'Report' },
);

const ListQuery = Type.Object({ ...cursorQuery, name: Type.Optional(text(40)) });
const bytes = Type.String({ format: 'binary' });

export const reportOperations = [
  operation({
    method: 'GET',
    path: '/reports',
    name: 'listReports',
    summary: 'List reports',
    description: 'The files of scheduled reports, each period and version, the newest first.',
    access: 'settlements',
    query: ListQuery,
    responses: { 200: listOf(ReportRecord) },
    handle: listReports,
  }),
  operation({
    method: 'GET',
    path: '/reports/{id}',
    name: 'getReport',
    summary: 'Get report',
    access: 'settlements',
    responses: { 200: ReportRecord },
    errors: [404],
    handle: async (call: Call) => replyOf(200, writeReport(call.deps.config.oneUrl, await find(call))),
  }),
  operation({
    method: 'GET',
    path: '/reports/{id}/file',
    name: 'getReportFile',
    summary: 'Get file of report',
    description:
      'The rows as CSV or as a workbook, whole: Content-Length has its size. 404 once the content was deleted.',
    access: 'settlements',
    responses: { 200: null },
    otherForms: { 'text/csv': bytes, [reportTypes.xlsx]: bytes },
    errors: [404],
    handle: getFile,
  }),
];

async function listReports(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { ctx, merchantId, query } = call;
  const page = await pageReports(ctx, { merchantId, name: query.name }, readPage(query));
  return pageReply(call, '/reports', page, (one) => writeReport(call.deps.config.oneUrl, one));
}

const find = ({ ctx, merchantId, id }: Call): Promise<ReportWork> => findWritten(ctx, only(merchantId), id);

async function getFile(call: Call): Promise<Reply> {
  const { ctx, merchantId, reply, request } = call;
  const { report, schedule } = await find(call);
  const content = await openContent(ctx.db, report);
  if (!content) throw new DomainError('ReportNotFound');
  const merchant = await findMerchantById(ctx.db, merchantId);
  const name = fileNameOf(schedule, report, merchant?.code ?? '');
  // Recorded like a download at the console.
  await inWork(ctx, (work) =>
    record(work, {
      ...{ who: ctx.actor, merchantId, action: 'export', subject: `report ${name}`, network: request.ip },
    }),
  );
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.header('content-length', String(report.byteCount));
  return {
    ...{ status: 200, body: null, location: null },
    file: { type: reportTypes[schedule.format], bytes: content },
  };
}

export const linksOf = (oneUrl: string, id: string) => {
  const self = `${oneUrl}/reports/${id}`;
  return { self, file: `${self}/file` };
};

function writeReport(oneUrl: string, { report, schedule }: ReportWork): Static<typeof ReportRecord> {
  const { id, version, rowCount, sha256, cutOffAt } = report;
  return {
    links: linksOf(oneUrl, id),
    ...{ id, name: schedule.name, kind: schedule.kind },
    period: formatPeriod(schedule.every, Temporal.PlainDate.from(report.period)),
    ...{
      version,
      format: schedule.format,
      rows: required(rowCount, 'rows'),
      sha256: required(sha256, 'sha256'),
    },
    cutOff: required(cutOffAt, 'cut-off').toISOString(),
    availableUntil: contentUntil(report).toISOString(),
  };
}
