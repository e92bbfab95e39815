// Refunds: request one or several, read, list, cancel.
import Type, { type Static } from 'typebox';
import { bankById } from '../../core/banks.ts';
import { DomainError } from '../../core/errors.ts';
import {
  cancelRefund,
  getRefund,
  listRefunds,
  type NewRefund,
  type Refund,
  refundStates,
  requestRefund,
  requestRefunds,
} from '../../core/refunds/actions.ts';
import { only } from '../../core/viewer.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { type Reply, replyOf, withKey } from './keyed.ts';
import { pageQuery, pageReply, rangeQuery, readPage, readRange, siteIdOf, siteQuery } from './lists.ts';
import { requireUuid } from './payments.ts';
import {
  type Beneficiary,
  publicRefundStates,
  RefundBody,
  RefundRecord,
  RefundsBody,
  refundStatus,
  refundUrl,
  writeRefund,
} from './refund-wire.ts';
import { findTransaction } from './transactions.ts';
import { checkAddress, listOf, readAmount, text, uuid } from './wire.ts';

const ListQuery = Type.Object({
  ...rangeQuery,
  ...siteQuery,
  status: Type.Optional(Type.Enum(publicRefundStates)),
  transactionId: Type.Optional(uuid),
});
const OfTransactionQuery = Type.Object({ ...pageQuery, cursor: Type.Optional(text(200)) });

const fields = {
  amount: '/amount/value',
  expectedRefundable: '/expectedRefundable/value',
  realTime: '/realTimePayment',
  reason: '/reason',
  name: '/beneficiary/name',
  bank: '/beneficiary/institutionId',
  branch: '/beneficiary/branchCode',
  account: '/beneficiary/accountNumber',
};

export const refundOperations = [
  operation({
    method: 'POST',
    path: '/refunds',
    name: 'createRefunds',
    summary: 'Request refunds',
    description:
      'Either all refunds are created, or none; source.pointer names the rejected item. Each item is checked against the amount that is left after the items before it. With `beneficiary`, an extension of this service, a refund goes to that account instead of the payer’s, and a user of the console must approve it.',
    access: 'refunds',
    keyed: 'together',
    body: RefundsBody,
    responses: { 201: Type.Array(RefundRecord), 200: Type.Array(RefundRecord) },
    errors: [404],
    codes: ['RefundExceedsTransaction', 'RefundableChanged', 'TransactionNotRefundable'],
    handle: createRefunds,
  }),
  operation({
    method: 'GET',
    path: '/refunds',
    name: 'listRefunds',
    summary: 'List refunds',
    access: 'refunds',
    query: ListQuery,
    responses: { 200: listOf(RefundRecord) },
    handle: list,
  }),
  operation({
    method: 'GET',
    path: '/refunds/{id}',
    name: 'getRefund',
    summary: 'Get refund',
    access: 'refunds',
    responses: { 200: RefundRecord },
    errors: [404],
    handle: get,
  }),
  operation({
    method: 'POST',
    path: '/refunds/{id}/cancel',
    name: 'cancelRefund',
    summary: 'Cancel refund',
    description: 'Repeating the request changes nothing.',
    access: 'refunds',
    keyed: 'together',
    responses: { 200: null },
    errors: [404],
    codes: ['RefundAlreadySubmitted'],
    handle: cancel,
  }),
  operation({
    method: 'POST',
    path: '/transactions/{id}/refunds',
    name: 'createTransactionRefund',
    summary: 'Request refund',
    description:
      'With `beneficiary`, an extension of this service, the refund goes to that account instead of the payer’s. A user of the console must approve it: until then its status is Pending.',
    access: 'refunds',
    keyed: 'together',
    body: RefundBody,
    fields,
    responses: { 201: RefundRecord, 200: RefundRecord },
    errors: [404],
    codes: ['RefundExceedsTransaction', 'RefundableChanged', 'TransactionNotRefundable'],
    handle: createRefund,
  }),
  operation({
    method: 'GET',
    path: '/transactions/{id}/refunds',
    name: 'listTransactionRefunds',
    summary: 'Get refunds',
    access: 'refunds',
    query: OfTransactionQuery,
    responses: { 200: listOf(RefundRecord) },
    errors: [404],
    handle: listOfTransaction,
  }),
];

async function createRefund(call: Call<unknown, RefundBody>): Promise<Reply> {
  requireUuid(call.id, 'TransactionNotFound');
  const input = readRefund(call, call.body, call.id, '');
  return withKey(call, async (ctx) => {
    const refund = await requestRefund(ctx, input);
    return replyOf(201, write(call, refund), refundUrl(call.deps.config, refund.id));
  });
}

/** Creates all of them or none. A refused item is named by its place. */
async function createRefunds(call: Call<unknown, Static<typeof RefundsBody>>): Promise<Reply> {
  const inputs = call.body.map((item, index) => readRefund(call, item, item.transactionId, `/${index}`));
  return withKey(call, async (ctx) => {
    const asked = await requestRefunds(ctx, inputs);
    const records = asked.map((one, index) => {
      if (one instanceof DomainError) throw refusedItem(one, index);
      return write(call, one);
    });
    return replyOf(201, records);
  });
}

function refusedItem({ code, details: { field, detail } }: DomainError, index: number): DomainError {
  const pointers: Record<string, string> = { ...fields, transactionId: '/transactionId' };
  return new DomainError(code, { detail, field: `/${index}${pointers[field ?? ''] ?? ''}` });
}

function readRefund(call: Call, body: RefundBody, transactionId: string, at: string): NewRefund {
  if (body.notifyUrl !== undefined) checkAddress(body.notifyUrl, `${at}/notifyUrl`, call.deps.config, true);
  return {
    merchantId: call.merchantId,
    transactionId: transactionId.toLowerCase(),
    amount: readAmount(body.amount.value, `${at}/amount/value`),
    expectedRefundable:
      body.expectedRefundable && readAmount(body.expectedRefundable.value, `${at}/expectedRefundable/value`),
    reason: body.reason,
    elsewhere: body.beneficiary && readBeneficiary(body.beneficiary),
    notifyUrl: body.notifyUrl,
    realTime: body.realTimePayment ?? false,
    contract: 'one',
    createdBy: call.ctx.actor,
  };
}

function readBeneficiary({ name, institutionId, accountNumber, branchCode }: Static<typeof Beneficiary>) {
  const bankId = institutionId.toLowerCase();
  return { name, bankId, accountNumber, branchCode: branchCode ?? bankById(bankId)?.branchCode ?? '' };
}

const write = (call: Call, refund: Refund) => writeRefund(call.deps.config, refund);

async function get(call: Call): Promise<Reply> {
  requireUuid(call.id, 'RefundNotFound');
  return replyOf(200, write(call, await getRefund(call.ctx, only(call.merchantId), call.id)));
}

async function cancel(call: Call): Promise<Reply> {
  requireUuid(call.id, 'RefundNotFound');
  return withKey(call, async (ctx) => {
    await cancelRefund(ctx, only(call.merchantId), call.id);
    return replyOf(200);
  });
}

async function list(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { status, transactionId } = call.query;
  const filter = {
    merchantId: call.merchantId,
    ...readRange(call.query),
    siteId: await siteIdOf(call),
    states: status === undefined ? undefined : refundStates.filter((state) => refundStatus[state] === status),
    transactionId,
  };
  const page = await listRefunds(call.ctx, filter, readPage(call.query));
  return pageReply(call, '/refunds', page, (refund) => write(call, refund));
}

async function listOfTransaction(call: Call<Static<typeof OfTransactionQuery>>): Promise<Reply> {
  const transaction = await findTransaction(call);
  const filter = { merchantId: call.merchantId, transactionId: transaction.id };
  const page = await listRefunds(call.ctx, filter, readPage(call.query));
  return pageReply(call, `/transactions/${transaction.id}/refunds`, page, (refund) => write(call, refund));
}
