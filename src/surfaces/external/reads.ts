// MerchantApiV1: the reads of the Payments API, and those that it does not have: by request, by reference and day, and
// the banks.
import Type, { type Static } from 'typebox';
import { findByReference, findOfPayment } from '../../core/transactions/actions.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { isUuid } from '../../kernel/ids.ts';
import { contextOf, requireSite } from '../dialect/auth.ts';
import type { DialectCall } from '../dialect/deps.ts';
import { Refusal } from '../dialect/errors.ts';
import { readInstant } from '../dialect/fields.ts';
import { paymentRequestOperation } from '../dialect/request.ts';
import { isTest, siteCode, uuid } from '../dialect/shapes.ts';
import {
  ById,
  ByReference,
  TransactionRecord,
  TransactionRecords,
  transactionById,
  transactionsByReference,
  writeTransactions,
} from '../dialect/transactions.ts';
import { operation } from '../operation.ts';

const ByRequest = Type.Object({ siteCode, requestId: uuid, isTest });
const ByDate = Type.Object({
  ...ByReference.properties,
  transactionDate: Type.String({
    description: 'A South African day, or a date and time within it.',
  }),
});
const OfSite = Type.Object({ siteCode });

const MerchantBank = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The identifier of the bank, used as selectedBankId.',
    }),
    name: Type.String(),
    universalBranchCode: Type.String(),
    isAvailable: Type.Boolean(),
  },
  { title: 'MerchantBank' },
);

const newest = 'At most ten, newest first; an empty array without a match.';

export const merchantOperations = [
  operation({
    method: 'GET',
    path: '/api/MerchantApiV1/GetTransactionByReference',
    name: 'getTransactionByReference',
    summary: 'Get transactions by reference',
    description: newest,
    query: ByReference,
    responses: { 200: TransactionRecords },
    handle: transactionsByReference,
  }),
  operation({
    method: 'GET',
    path: '/api/MerchantApiV1/GetTransactionByRequestId',
    name: 'getTransactionByRequestId',
    summary: 'Get transactions of a payment request',
    description: newest,
    query: ByRequest,
    responses: { 200: TransactionRecords },
    handle: transactionsByRequestId,
  }),
  operation({
    method: 'GET',
    path: '/api/MerchantApiV1/GetTransactionByReferenceDate',
    name: 'getTransactionByReferenceDate',
    summary: 'Get transactions by reference and day',
    description: newest,
    query: ByDate,
    responses: { 200: TransactionRecords },
    handle: transactionsByReferenceDate,
  }),
  operation({
    method: 'GET',
    path: '/api/MerchantApiV1/GetTransaction',
    name: 'getTransaction',
    summary: 'Get transaction',
    query: ById,
    responses: { 200: TransactionRecord },
    errors: [404],
    handle: transactionById,
  }),
  operation({
    method: 'GET',
    path: '/api/MerchantApiV1/GetBanks',
    name: 'getBanks',
    summary: 'Get banks',
    query: OfSite,
    responses: { 200: Type.Array(MerchantBank) },
    handle: getBanks,
  }),
  { ...paymentRequestOperation, path: '/api/MerchantApiV1/PostPaymentRequest' },
];

/** Returns at most ten, newest first; none if the request is unknown, another site's or of the other kind (isTest). */
async function transactionsByRequestId(
  call: DialectCall<Static<typeof ByRequest>>,
): Promise<TransactionRecord[]> {
  const { query: asked } = call;
  const site = await requireSite(call, asked.siteCode);
  if (!isUuid(asked.requestId)) throw new Refusal(400, 'requestId must be a uuid');
  const ctx = contextOf(call, site);
  const by = {
    merchantId: site.merchantId,
    siteId: site.id,
    paymentId: asked.requestId.toLowerCase(),
    isTest: asked.isTest ?? false,
  };
  return writeTransactions(ctx, site, await findOfPayment(ctx.db, by));
}

/** Returns at most ten of the South African day of `transactionDate`, newest first. */
async function transactionsByReferenceDate(
  call: DialectCall<Static<typeof ByDate>>,
): Promise<TransactionRecord[]> {
  const { query: asked } = call;
  const site = await requireSite(call, asked.siteCode);
  const day = readDay(asked.transactionDate);
  const ctx = contextOf(call, site);
  const by = {
    merchantId: site.merchantId,
    siteId: site.id,
    merchantReference: asked.transactionReference,
    isTest: asked.isTest ?? false,
    ...dayRange(day, day),
  };
  return writeTransactions(ctx, site, await findByReference(ctx.db, by));
}

// The last day that the database can hold.
const latest = Temporal.PlainDate.from('9000-01-01');

const longestMoment = 40;

/** Reads the South African day of a time with an offset. Without an offset, the written day counts. */
function readDay(given: string): Temporal.PlainDate {
  const day = given.length > longestMoment ? undefined : readShort(given);
  if (!day) throw new Refusal(400, 'transactionDate must be a date, like 2026-11-21, or a date and time');
  return Temporal.PlainDate.compare(day, latest) > 0 ? latest : day;
}

const endsWithOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i;

function readShort(given: string): Temporal.PlainDate | undefined {
  return /[T ]/i.test(given) && endsWithOffset.test(given) ? dayAt(given) : parseDay(given);
}

function dayAt(given: string): Temporal.PlainDate | undefined {
  const instant = readInstant(given);
  return instant && dayOf(instant);
}

/** Returns the banks at which a payment can be made. */
async function getBanks(call: DialectCall<Static<typeof OfSite>>): Promise<Static<typeof MerchantBank>[]> {
  const site = await requireSite(call, call.query.siteCode);
  const banks = await call.deps.rails.banks(site.merchantId);
  return banks.map(({ id, name, branchCode, available }) => ({
    id,
    name,
    universalBranchCode: branchCode,
    isAvailable: available,
  }));
}
