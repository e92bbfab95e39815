// Payments: create, read, list, cancel.
import Type, { type Static } from 'typebox';
import { DomainError, type ErrorCode } from '../../core/errors.ts';
import type { Site } from '../../core/merchants/actions.ts';
import * as payments from '../../core/payments/actions.ts';
import { cancelPayment as cancel } from '../../core/transactions/cancellation.ts';
import { isUuid } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf, settled } from './keyed.ts';
import { pageReply, rangeQuery, readPage, readRange, siteIdOf, siteQuery } from './lists.ts';
import {
  NewPaymentBody,
  PaymentRecord,
  paymentStatus,
  paymentUrl,
  publicPaymentStates,
  readNewPayment,
  writePayment,
} from './payment-wire.ts';
import { fieldName, listOf, text } from './wire.ts';

const ListQuery = Type.Object({
  ...rangeQuery,
  ...siteQuery,
  status: Type.Optional(Type.Enum([...publicPaymentStates])),
  merchantReference: Type.Optional(text(50)),
});

/** Returns the pointers of the core's fields of a new payment in a body at `at`. */
export const paymentFields = (at: string) => ({
  amount: `${at}/amount/value`,
  variable: `${at}/variableAmount`,
  expiresAt: `${at}/expireAt`,
  merchantReference: `${at}/merchantReference`,
});

export const paymentOperations = [
  operation({
    method: 'POST',
    path: '/payments',
    name: 'createPayment',
    summary: 'Request payment',
    description:
      'Redirect the customer to redirectUrl. After a failed attempt the payment is still Created: the customer can try again until it expires.',
    access: 'payments',
    keyed: 'together',
    body: NewPaymentBody,
    fields: paymentFields(''),
    responses: { 201: PaymentRecord, 200: PaymentRecord },
    codes: ['DuplicateReference', 'PaymentMethodUnavailable'],
    handle: createPayment,
  }),
  operation({
    method: 'GET',
    path: '/payments',
    name: 'listPayments',
    summary: 'List payments',
    access: 'payments',
    query: ListQuery,
    responses: { 200: listOf(PaymentRecord) },
    handle: listPayments,
  }),
  operation({
    method: 'GET',
    path: '/payments/{id}',
    name: 'getPayment',
    summary: 'Get payment status',
    access: 'payments',
    responses: { 200: PaymentRecord },
    errors: [404],
    handle: getPayment,
  }),
  operation({
    method: 'POST',
    path: '/payments/{id}/cancel',
    name: 'cancelPayment',
    summary: 'Cancel payment request',
    description: 'Repeating the request changes nothing.',
    access: 'payments',
    keyed: 'around',
    responses: { 200: null },
    errors: [404, 502],
    codes: ['PaymentAlreadyComplete', 'PaymentAwaitingBank'],
    handle: cancelPayment,
  }),
];

async function createPayment(call: Call<unknown, NewPaymentBody>): Promise<Reply> {
  const { config } = call.deps;
  const input = await readPaymentInput(call, call.body, '');
  let answer: Reply | undefined;
  const answerFor = (payment: payments.Payment): Reply => {
    answer ??= replyOf(201, writePayment(config, payment, input.site.code), paymentUrl(config, payment.id));
    return answer;
  };
  const { use } = call;
  const made = await payments.createPayment(call.ctx, input, use && { use, answer: answerFor });
  return made.kind === 'made' ? answerFor(made.payment) : settled(made);
}

/** Reads a validated payment request at `at` in the body. */
export async function readPaymentInput(
  call: Call,
  body: NewPaymentBody,
  at: string,
): Promise<payments.NewPayment> {
  const site = await ownSite(call, body.siteCode, `${at}/siteCode`);
  return readNewPayment(call.deps.config, body, site, call.ctx.clock.now(), at);
}

async function getPayment(call: Call): Promise<Reply> {
  const payment = await findPayment(call);
  const site = await siteOf(call, payment);
  return replyOf(200, writePayment(call.deps.config, payment, site.code));
}

export function findPayment(call: Call): Promise<payments.Payment> {
  requireUuid(call.id, 'PaymentNotFound');
  return payments.getPayment(call.ctx, call.merchantId, call.id);
}

/** Throws `code` for an identifier that is not a UUID, since nothing can have it. */
export function requireUuid(id: string, code: ErrorCode): void {
  if (!isUuid(id)) throw new DomainError(code);
}

/** Returns the site that a body names at `pointer`. Throws a 400 if it is not the merchant's. */
export async function ownSite(call: Call, siteCode: string, pointer: string): Promise<Site> {
  const site = await call.deps.directory.siteByCode(siteCode);
  if (site?.merchantId === call.merchantId) return site;
  throw invalid({ pointer }, `${fieldName(pointer)} is not one of your sites`);
}

export async function siteOf(call: Call, row: { siteId: string }): Promise<Site> {
  return required(await call.deps.directory.siteById(row.siteId), 'site');
}

async function listPayments(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { status, merchantReference } = call.query;
  const filter = {
    merchantId: call.merchantId,
    ...readRange(call.query),
    siteId: await siteIdOf(call),
    state: payments.paymentStates.find((state) => paymentStatus[state] === status),
    merchantReference,
  };
  const page = await payments.listPayments(call.ctx, filter, readPage(call.query));
  return pageReply(call, '/payments', page, async (payment) =>
    writePayment(call.deps.config, payment, (await siteOf(call, payment)).code),
  );
}

async function cancelPayment(call: Call): Promise<Reply> {
  const payment = await findPayment(call);
  await cancel(call.ctx, call.deps.rails, payment, 'cancelled by the merchant');
  return replyOf(200);
}
