// Refunds under /secure: the table of operations, and the reads.
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { getRefund, listRefunds, type RefundState, refundStates } from '../../core/refunds/actions.ts';
import { only } from '../../core/viewer.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { isUuid } from '../../kernel/ids.ts';
import { jsonAndXml } from '../described.ts';
import { Refusal } from '../dialect/errors.ts';
import { readParameters } from '../dialect/query.ts';
import { refundStatusName, refundStatusNumber } from '../dialect/refund-status.ts';
import { uuid, wholeDay } from '../dialect/shapes.ts';
import type { SurfaceDeps } from './deps.ts';
import { RefundItems } from './refund-items.ts';
import { submitRefunds } from './refund-submission.ts';
import { RefundRecord, Submission, toRecord } from './refund-wire.ts';
import type { Operation } from './route.ts';

/** The most refunds that a read returns. */
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

export const refundOperations: Operation[] = [
  {
    method: 'POST',
    path: '/secure/refunds/submit',
    name: 'submitRefunds',
    summary: 'Submit refund',
    description:
      'Returns one result for each item, in order. A rejected item does not stop the others. To get a lost response again, repeat the request with the same Idempotency-Key and body; without a key, the same items are refunded again.',
    bearer: true,
    keyed: true,
    body: jsonAndXml(RefundItems, 'Refunds', 'Refund'),
    answer: jsonAndXml(Type.Array(Submission), 'Refunds', 'Refund'),
    handle: submitRefunds,
  },
  {
    method: 'GET',
    path: '/secure/refunds/getrefunds',
    name: 'getRefunds',
    summary: 'Get refunds',
    description: 'Newest first.',
    bearer: true,
    query: ListQuery,
    answer: jsonAndXml(RefundRecords, 'Refunds', 'Refund'),
    handle: getRefunds,
  },
  {
    method: 'GET',
    path: '/secure/refunds/getrefund',
    name: 'getRefund',
    summary: 'Get refund',
    bearer: true,
    query: ById,
    answer: jsonAndXml(RefundRecord, 'Refund'),
    handle: getRefundById,
  },
  {
    method: 'GET',
    path: '/secure/refunds/getrefundsbytransactionid',
    name: 'getRefundsByTransactionId',
    summary: 'Get refunds by transaction id',
    bearer: true,
    query: ByTransaction,
    answer: jsonAndXml(RefundRecords, 'Refunds', 'Refund'),
    handle: getRefundsByTransaction,
  },
];

/** GET /secure/refunds/getrefunds: newest first, by day and status where they are given. */
async function getRefunds(deps: SurfaceDeps, request: FastifyRequest) {
  const { refundDate: date, status } = readParameters(request, ListQuery);
  const day = date === undefined ? undefined : parseDay(date);
  if (date !== undefined && !day) throw new Refusal(400, 'refundDate must be a day, like 2026-11-21');
  const state = readState(status);
  const range = day && dayRange(day, day);
  return listRecords(deps, { merchantId: request.apiKeyOwner, ...range, state });
}

function readState(text: string | undefined): RefundState | undefined {
  if (text === undefined) return undefined;
  const matches = (state: RefundState): boolean =>
    String(refundStatusNumber[state]) === text ||
    refundStatusName[state].toLowerCase() === text.toLowerCase();
  const state = refundStates.find(matches);
  if (!state) throw new Refusal(400, 'status must be a number from 0 to 5 or the name of a status');
  return state;
}

/** GET /secure/refunds/getrefundsbytransactionid. */
async function getRefundsByTransaction(deps: SurfaceDeps, request: FastifyRequest) {
  const { transactionId: id } = readParameters(request, ByTransaction);
  const transactionId = asUuid('transactionId', id);
  return listRecords(deps, { merchantId: request.apiKeyOwner, transactionId });
}

async function listRecords(deps: SurfaceDeps, filter: Parameters<typeof listRefunds>[1]) {
  const page = await listRefunds(deps.ctx, filter, { limit: mostRefunds, offset: 0 });
  return Promise.all(page.rows.map((refund) => toRecord(deps, refund)));
}

/** GET /secure/refunds/getrefund: one record, or a 400 for an unknown id. */
async function getRefundById(deps: SurfaceDeps, request: FastifyRequest) {
  const { refundId } = readParameters(request, ById);
  const refund = await getRefund(deps.ctx, only(request.apiKeyOwner), asUuid('refundId', refundId));
  return toRecord(deps, refund);
}

function asUuid(name: string, given: string): string {
  if (!isUuid(given)) throw new Refusal(400, `${name} must be a uuid`);
  return given.toLowerCase();
}
