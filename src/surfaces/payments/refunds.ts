// Refunds under /secure: the table of operations, and the reads.
import Type, { type Static } from 'typebox';
import { getRefund, listRefunds, type RefundState, refundStates } from '../../core/refunds/actions.ts';
import { only } from '../../core/viewer.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { isUuid } from '../../kernel/ids.ts';
import { Refusal } from '../dialect/errors.ts';
import { refundStatusName, refundStatusNumber } from '../dialect/refund-status.ts';
import { uuid, wholeDay } from '../dialect/shapes.ts';
import { operation } from '../operation.ts';
import type { SurfaceCall } from './deps.ts';
import { RefundItems } from './refund-items.ts';
import { submitRefunds } from './refund-submission.ts';
import { RefundRecord, Submission, toRecord } from './refund-wire.ts';

const mostRefunds = 500;

const ListQuery = Type.Object({
  refundDate: Type.Optional(wholeDay),
  status: Type.Optional(
    Type.String({ description: 'A number from 0 to 5, or the name of a status in any letter case.' }),
  ),
});
const ByTransaction = Type.Object({ transactionId: uuid });
const ById = Type.Object({ refundId: uuid });

const RefundRecords = Type.Array(RefundRecord, { maxItems: mostRefunds });

export const refundOperations = [
  operation({
    method: 'POST',
    path: '/secure/refunds/submit',
    name: 'submitRefunds',
    summary: 'Submit refund',
    description:
      'Returns one result for each item, in order. A rejected item does not stop the others. To get a lost response again, repeat the request with the same Idempotency-Key and body; without a key, the same items are refunded again.',
    access: 'bearer',
    keyed: 'together',
    body: RefundItems,
    responses: { 200: Type.Array(Submission) },
    xml: { body: ['Refunds', 'Refund'], response: ['Refunds', 'Refund'] },
    handle: submitRefunds,
  }),
  operation({
    method: 'GET',
    path: '/secure/refunds/getrefunds',
    name: 'getRefunds',
    summary: 'Get refunds',
    description: 'Newest first.',
    access: 'bearer',
    query: ListQuery,
    responses: { 200: RefundRecords },
    xml: { response: ['Refunds', 'Refund'] },
    handle: getRefunds,
  }),
  operation({
    method: 'GET',
    path: '/secure/refunds/getrefund',
    name: 'getRefund',
    summary: 'Get refund',
    access: 'bearer',
    query: ById,
    responses: { 200: RefundRecord },
    xml: { response: ['Refund'] },
    handle: getRefundById,
  }),
  operation({
    method: 'GET',
    path: '/secure/refunds/getrefundsbytransactionid',
    name: 'getRefundsByTransactionId',
    summary: 'Get refunds by transaction id',
    access: 'bearer',
    query: ByTransaction,
    responses: { 200: RefundRecords },
    xml: { response: ['Refunds', 'Refund'] },
    handle: getRefundsByTransaction,
  }),
];

/** GET /secure/refunds/getrefunds: newest first, by day and status where they are given. */
async function getRefunds(call: SurfaceCall<Static<typeof ListQuery>>) {
  const { refundDate: date, status } = call.query;
  const day = date === undefined ? undefined : parseDay(date);
  if (date !== undefined && !day) throw new Refusal(400, 'refundDate must be a date, like 2026-11-21');
  const states = readStates(status);
  const range = day && dayRange(day, day);
  return listRecords(call, { merchantId: call.merchantId, ...range, states });
}

function readStates(text: string | undefined): RefundState[] | undefined {
  if (text === undefined) return undefined;
  const matches = (state: RefundState): boolean =>
    String(refundStatusNumber[state]) === text ||
    refundStatusName[state].toLowerCase() === text.toLowerCase();
  const states = refundStates.filter(matches);
  if (states.length === 0)
    throw new Refusal(400, 'status must be a number from 0 to 5 or the name of a status');
  return states;
}

/** GET /secure/refunds/getrefundsbytransactionid. */
async function getRefundsByTransaction(call: SurfaceCall<Static<typeof ByTransaction>>) {
  const transactionId = asUuid('transactionId', call.query.transactionId);
  return listRecords(call, { merchantId: call.merchantId, transactionId });
}

async function listRecords({ deps, ctx }: SurfaceCall, filter: Parameters<typeof listRefunds>[1]) {
  const page = await listRefunds(ctx, filter, { limit: mostRefunds, offset: 0 });
  return Promise.all(page.rows.map((refund) => toRecord(deps, refund)));
}

/** GET /secure/refunds/getrefund: one record, or a 400 for an unknown id. */
async function getRefundById({ deps, ctx, merchantId, query }: SurfaceCall<Static<typeof ById>>) {
  const refund = await getRefund(ctx, only(merchantId), asUuid('refundId', query.refundId));
  return toRecord(deps, refund);
}

function asUuid(name: string, given: string): string {
  if (!isUuid(given)) throw new Refusal(400, `${name} must be a uuid`);
  return given.toLowerCase();
}
