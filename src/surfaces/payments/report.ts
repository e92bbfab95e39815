// GET /GetTransactionReport: a site's transactions of some days, streamed while they are read.
import { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { Payment } from '../../core/payments/actions.ts';
import { reportTransactions, type Transaction } from '../../core/transactions/actions.ts';
import { dayRange, localTime, parseDay } from '../../kernel/calendar.ts';
import { formatDecimal, toJsonNumber } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { contextOf, requireSite } from '../dialect/auth.ts';
import { Refusal } from '../dialect/errors.ts';
import { localMoment, moment, nullable, rand, siteCode, uuid, wholeDay } from '../dialect/shapes.ts';
import { lastEventOf, statuses, statusOf } from '../dialect/status.ts';
import { optionals, optionalsOf, paidAt, paymentsOf, toAccountOf } from '../dialect/transactions.ts';
import { operation } from '../operation.ts';
import { writeCsvLine } from './csv.ts';
import type { SurfaceCall } from './deps.ts';
import { preferredType } from './wire.ts';

const longestReportDays = 31;
const csv = 'text/csv';

const Query = Type.Object({ siteCode, startDate: wholeDay, endDate: wholeDay });

const text = nullable(Type.String());

/** A row. Its members are in the order of the CSV's columns. */
const ReportRow = Type.Object(
  {
    id: uuid,
    siteCode: Type.String(),
    siteName: Type.String(),
    createdDate: localMoment,
    createdDateUtc: moment,
    paymentDate: nullable(moment),
    bankFromName: text,
    bankToName: text,
    fromReference: Type.String(),
    toReference: Type.String(),
    toAccount: nullable(Type.String()),
    transactionReference: Type.String(),
    customer: text,
    ...optionals,
    amount: rand,
    status: Type.Enum([...statuses]),
    lastEvent: Type.String(),
  },
  { title: 'ReportRow' },
);

const columns = Object.keys(ReportRow.properties) as (keyof typeof ReportRow.properties)[];

type Row = Omit<Static<typeof ReportRow>, 'amount'> & { amount: bigint };

export const reportOperations = [
  operation({
    method: 'GET',
    path: '/GetTransactionReport',
    name: 'getTransactionReport',
    summary: 'Get transaction report',
    description: `At most ${longestReportDays} days, oldest first, without test payments. \`Accept: text/csv\` returns the same rows as CSV, with a header line.`,
    query: Query,
    responses: { 200: Type.Array(ReportRow) },
    otherForms: { [csv]: Type.String() },
    handle: getTransactionReport,
  }),
];

/** An array, oldest first, or CSV by Accept. Test payments are left out. */
async function getTransactionReport(call: SurfaceCall<Static<typeof Query>>) {
  const { request, reply, query } = call;
  const range = readDays(query.startDate, query.endDate);
  const site = await requireSite(call, query.siteCode);
  const batches = readRows(contextOf(call, site), site, range);
  // Fetched before the answer starts: a failure here can still get its own status instead of breaking off the report.
  const first = await batches.next();
  const type = preferredType(request.headers.accept, ['application/json', csv]);
  reply.header('vary', 'Accept').type(`${type}; charset=utf-8`);
  if (type === csv) reply.header('content-disposition', 'attachment; filename="transactions.csv"');
  const write = type === csv ? writeCsv : writeJson;
  return Readable.from(write(first.done ? [] : first.value, batches));
}

function readDays(startDate: string, endDate: string): { from: Date; to: Date } {
  const first = requireDay('startDate', startDate);
  const last = requireDay('endDate', endDate);
  const days = first.until(last).days + 1;
  if (days < 1) throw new Refusal(400, 'endDate must not be before startDate');
  if (days > longestReportDays)
    throw new Refusal(400, `startDate to endDate must be at most ${longestReportDays} days`);
  return dayRange(first, last);
}

function requireDay(name: string, text: string): Temporal.PlainDate {
  const day = parseDay(text);
  if (!day) throw new Refusal(400, `${name} must be a date like 2027-01-31`);
  return day;
}

async function* readRows(ctx: Context, site: Site, range: { from: Date; to: Date }): AsyncGenerator<Row[]> {
  const { id: siteId, merchantId } = site;
  for await (const batch of reportTransactions(ctx.db, { merchantId, siteId, ...range })) {
    const payments = await paymentsOf(ctx, merchantId, batch);
    yield batch.map((transaction) => toRow(site, transaction, getOrThrow(payments, transaction.paymentId)));
  }
}

function toRow(site: Site, transaction: Transaction, payment: Payment): Row {
  const { toBankName, toAccountNumber } = toAccountOf(site);
  const toReference = payment.bankReference ?? payment.merchantReference;
  return {
    id: transaction.id,
    siteCode: site.code,
    siteName: site.name,
    createdDate: localTime(transaction.createdAt),
    createdDateUtc: transaction.createdAt.toISOString(),
    paymentDate: paidAt(transaction),
    bankFromName: transaction.bankName,
    bankToName: toBankName,
    fromReference: payment.details.payerReference ?? toReference,
    toReference,
    toAccount: toAccountNumber,
    transactionReference: transaction.merchantReference,
    customer: payment.details.customer ?? null,
    ...optionalsOf(payment),
    amount: transaction.amountCents,
    status: statusOf(transaction),
    lastEvent: transaction.stateReason ?? lastEventOf[transaction.state],
  };
}

async function* writeJson(first: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of chain(first, rest)) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify({ ...row, amount: toJsonNumber(row.amount) })).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* writeCsv(first: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield writeCsvLine(columns);
  for await (const rows of chain(first, rest)) {
    yield rows.map((row) => writeCsvLine(columns.map((name) => cellOf(row, name)))).join('');
  }
}

function cellOf(row: Row, name: keyof Row): string {
  return name === 'amount' ? formatDecimal(row.amount) : (row[name] ?? '');
}

async function* chain(first: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  yield first;
  yield* rest;
}
