// Giving money back: asked for by the merchant, claimed from the transaction at once, paid by a transfer.
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import { banksIn } from '../banks.ts';
import { type Context, reader, transact } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Contract } from '../payments/actions.ts';
import { lockBoth, lockPaymentsOf } from '../transactions/moves.ts';
import { claimRefund, type Refundable, refundable, releaseRefund } from '../transactions/refunding.ts';
import { moveRefund } from './moves.ts';
import { refundMachine } from './state.ts';
import * as store from './store.ts';

export { type RefundState, refundMachine, refundStates } from './state.ts';
export type { Refund } from './store.ts';

export interface NewRefund {
  merchantId: string;
  transactionId: string;
  amount: Cents;
  /** What the caller believes can still be refunded; where it is not so, nothing is. */
  expectedRefundable?: Cents;
  /** Empty where the merchant gave none. */
  reason: string;
  notifyUrl?: string;
  /** Paid at once instead of with the next batch. Not allowed in staging. */
  realTime: boolean;
  contract: Contract;
  /** Who asked, for the record: "client:<id>", "site:<code>", a console user. */
  createdBy: string;
}

/**
 * Takes the locks that refunds of several transactions need, in one order, so that two requests for the same ones
 * never wait for each other in a circle. Needs a caller's transaction.
 */
export function holdForRefunds(
  ctx: Context,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<void> {
  return lockPaymentsOf(ctx.tx!, merchantId, transactionIds);
}

/**
 * Asks for a refund. Its amount is claimed from the transaction in the same moment, under the payment's lock, so that
 * refunds never pass the amount however many are asked for at once. Throws TransactionNotFound,
 * TransactionNotRefundable, RefundableChanged, RefundExceedsTransaction or InvalidField (amount, realTime).
 */
export function requestRefund(ctx: Context, input: NewRefund): Promise<store.Refund> {
  return transact(ctx, async (tx) => {
    const both = await lockBoth(tx, input.transactionId);
    if (!both || both.transaction.merchantId !== input.merchantId) {
      throw new DomainError('TransactionNotFound', { field: 'transactionId' });
    }
    assertRefundable(ctx, both, input);
    const refund = newRefund(ctx, both, input);
    await claimRefund(tx, both, input.amount);
    await store.insertRefund(tx, refund);
    return refund;
  });
}

function assertRefundable(ctx: Context, { transaction }: Refundable, input: NewRefund): void {
  if (input.amount <= 0n)
    throw new DomainError('InvalidField', { field: 'amount', detail: 'the amount must be more than zero' });
  if (input.realTime && !ctx.policy.realTimeAllowed) {
    throw new DomainError('InvalidField', {
      field: 'realTime',
      detail: 'real-time refunds are not allowed here',
    });
  }
  const isPaid = transaction.state === 'successful' || transaction.state === 'refunded';
  if (!isPaid || transaction.isTest) {
    const detail = transaction.isTest ? 'a test payment moved no money' : 'the transaction is not successful';
    throw new DomainError('TransactionNotRefundable', { field: 'transactionId', detail });
  }
  if (transaction.payerAccountSealed === null || transaction.bankId === null) {
    throw new DomainError('TransactionNotRefundable', {
      field: 'transactionId',
      detail: 'the bank did not tell the payer’s account, so there is nowhere to refund to',
    });
  }
  const left = refundable(transaction);
  const { expectedRefundable = left } = input;
  if (expectedRefundable !== left) {
    throw new DomainError('RefundableChanged', {
      field: 'expectedRefundable',
      detail: `${formatDecimal(left)} can still be refunded, not ${formatDecimal(expectedRefundable)}`,
    });
  }
  if (input.amount > left) {
    throw new DomainError('RefundExceedsTransaction', {
      field: 'amount',
      detail: `${formatDecimal(input.amount)} is more than the ${formatDecimal(left)} that can still be refunded`,
    });
  }
}

function newRefund(ctx: Context, { payment, transaction }: Refundable, input: NewRefund): store.Refund {
  const now = ctx.clock.now();
  // Staging has every bank of production.
  const bank = banksIn('staging').find((one) => one.id === transaction.bankId);
  return {
    id: newId(ctx.clock),
    merchantId: transaction.merchantId,
    siteId: transaction.siteId,
    transactionId: transaction.id,
    contract: input.contract,
    state: refundMachine.initial,
    stateReason: null,
    amountCents: input.amount,
    currency: transaction.currency,
    reason: input.reason,
    notifyUrl: input.notifyUrl ?? null,
    realTime: input.realTime,
    bankId: transaction.bankId!,
    bankName: transaction.bankName ?? '',
    account: transaction.payerAccount!,
    branchCode: bank?.branchCode ?? '',
    statementReference: payment.bankReference ?? payment.merchantReference.slice(0, 20),
    merchantReference: transaction.merchantReference,
    customer: payment.details.customer ?? null,
    batchId: null,
    createdBy: input.createdBy,
    correlationId: ctx.correlationId,
    createdAt: now,
    submittedAt: null,
    completedAt: null,
    dueAt: input.realTime ? now : ctx.policy.calendar.nextTimeOnBusinessDay(now, ctx.policy.refundBatchTimes),
  };
}

/** Cancels a refund that was not picked up yet; again, it changes nothing. Throws RefundAlreadySubmitted. */
export function cancelRefund(ctx: Context, merchantId: string, id: string): Promise<void> {
  return transact(ctx, async (tx) => {
    const found = await getRefund({ ...ctx, tx }, merchantId, id);
    const both = (await lockBoth(tx, found.transactionId))!;
    const refund = (await store.lockRefund(tx, id))!;
    if (refund.state === 'cancelled') return;
    if (!(await moveRefund(ctx, tx, both, refund, 'cancel', 'cancelled by the merchant'))) {
      throw new DomainError('RefundAlreadySubmitted');
    }
    await releaseRefund(tx, both, refund.amountCents);
  });
}

/** A merchant's refund; throws RefundNotFound for anybody else's. */
export async function getRefund(ctx: Context, merchantId: string, id: string): Promise<store.Refund> {
  const refund = await store.findRefund(reader(ctx), merchantId, id);
  if (!refund) throw new DomainError('RefundNotFound');
  return refund;
}

/** A page of a merchant's refunds, newest first. */
export function listRefunds(
  ctx: Context,
  filter: store.RefundFilter,
  page: PageRequest,
): Promise<Page<store.Refund>> {
  return store.pageRefunds(reader(ctx), filter, page);
}

/** A refund by its id alone: for the sandbox. */
export function findAnyRefund(ctx: Context, id: string): Promise<store.Refund | undefined> {
  return store.findAnyRefund(reader(ctx), id);
}
