// Refunds: requested by the merchant, claimed from the transaction at once, paid by a transfer.

import { planned } from '../../kernel/db/db.ts';
import type { Page, PageRequest } from '../../kernel/http/paging.ts';
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatDecimal, formatRand } from '../../kernel/money.ts';
import { firstOf, getOrThrow, required } from '../../kernel/required.ts';
import { bankById } from '../banks.ts';
import { type AnyContext, type Context, cancelledBy, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { siteIn } from '../merchants/actions.ts';
import type { Contract } from '../payments/actions.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { correlated } from '../traces.ts';
import { type Both, lockAll, lockBoth } from '../transactions/decisions.ts';
import { claimRefund, refundable, releaseRefund } from '../transactions/refunded-amounts.ts';
import { action } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { beginElsewhere, type Elsewhere, elsewhereColumns, judgeElsewhere } from './elsewhere.ts';
import { nextPickUp } from './pick-up.ts';
import { type RefundState, refundMachine } from './state.ts';
import * as store from './store.ts';
import { moveRefund } from './transitions.ts';

export { approveRefund, declineRefund } from './approval.ts';
export type { Elsewhere } from './elsewhere.ts';
export { cancellableStates, type RefundState, refundMachine, refundStates } from './state.ts';
export { findAnyRefund, type Refund, refunds } from './store.ts';

export interface NewRefund {
  merchantId: string;
  transactionId: string;
  amount: Cents;
  /** The refundable amount that the caller expects; if it differs, nothing is refunded. */
  expectedRefundable?: Cents;
  /** Empty if the merchant gave none. */
  reason: string;
  /** The account to pay instead of the payer's, which a second person must approve. Requires a reason. */
  elsewhere?: Elsewhere | undefined;
  notifyUrl?: string;
  /** Pays at once instead of with the next batch. Not allowed in staging. */
  realTime: boolean;
  contract: Contract;
  /** The requester, for the record: "client:<id>", "site:<code>", "user:<id>". */
  createdBy: string;
  /** True if the requester's role refunds of one transaction at most what its site allows, in all. */
  isLimited?: boolean;
}

/**
 * Requests a refund. Its amount is claimed from the transaction at once, under the payment's lock, so that simultaneous
 * refunds never exceed the amount. Throws TransactionNotFound, TransactionNotRefundable, RefundableChanged,
 * RefundExceedsTransaction, RefundAboveLimit or InvalidField (amount, realTime; reason, name, bank, branch and account of another
 * account).
 */
export async function requestRefund(ctx: AnyContext, input: NewRefund): Promise<store.Refund> {
  const [refund] = await requestRefunds(ctx, [input]);
  if (refund instanceof DomainError) throw refund;
  return required(refund, 'refund');
}

/**
 * Requests several refunds of one merchant, each by the rules of one, in one transaction with a fixed number of
 * statements. Returns for each, in order, the refund or why it was refused: none stops another.
 */
export const requestRefunds = action(async (work, inputs: readonly NewRefund[]) => {
  const transactionIds = [...new Set(inputs.map(({ transactionId }) => transactionId))];
  const found = await lockAll(work.tx, firstOf(inputs).merchantId, transactionIds);
  const limits = await limitsOf(work, found, inputs);
  const waiting: { both: Both; refund: store.Refund }[] = [];
  const asked = inputs.map((input) => {
    const both = found.get(input.transactionId);
    if (!both) return new DomainError('TransactionNotFound', { field: 'transactionId' });
    const refusal = refusalOf(work, both, input) ?? aboveLimit(input, limits);
    if (refusal) return refusal;
    claimRefund(work, both, input.amount);
    const refund = newRefund(work, both, input);
    if (input.elsewhere) waiting.push({ both, refund });
    return refund;
  });
  const refunds = asked.filter((one): one is store.Refund => !(one instanceof DomainError));
  if (refunds.length === 0) return asked;
  await store.insertRefunds(work.tx, refunds);
  for (const { both, refund } of waiting) await beginElsewhere(work, both, refund);
  return asked;
});

/** Returns the refund limits that remain for the limited requesters, in cents, by their transactions. */
async function limitsOf(
  work: Work,
  found: Map<string, Both>,
  inputs: readonly NewRefund[],
): Promise<Map<string, Cents>> {
  const limits = new Map<string, Cents>();
  for (const { transactionId, createdBy, isLimited = false } of inputs) {
    const both = found.get(transactionId);
    if (!isLimited || !both || limits.has(transactionId)) continue;
    const { consoleRefundLimitCents } = await siteIn(work, both.transaction.siteId);
    const before = await store.sumRefundsBy(work.tx, both.transaction, createdBy);
    limits.set(transactionId, before < consoleRefundLimitCents ? consoleRefundLimitCents - before : 0n);
  }
  return limits;
}

/** Counts a limited refund, or returns why it is refused. */
function aboveLimit(
  { isLimited = false, transactionId, amount }: NewRefund,
  limits: Map<string, Cents>,
): DomainError | undefined {
  if (!isLimited) return undefined;
  const left = getOrThrow(limits, transactionId);
  if (amount > left) {
    const detail = `${formatRand(amount)} is more than the ${formatRand(left)} that support can still refund of this payment`;
    return new DomainError('RefundAboveLimit', { field: 'amount', detail });
  }
  limits.set(transactionId, left - amount);
  return undefined;
}

function refusalOf(ctx: AnyContext, { transaction }: Both, input: NewRefund): DomainError | undefined {
  if (input.amount <= 0n) return invalidField('amount', 'the amount must be more than zero');
  if (input.realTime && !ctx.policy.realTimeAllowed) {
    return invalidField('realTime', 'real-time refunds are not allowed here');
  }
  const isPaid = transaction.state === 'successful' || transaction.state === 'refunded';
  if (!isPaid || transaction.isTest) {
    const detail = transaction.isTest ? 'a test payment moved no money' : 'the transaction is not successful';
    return new DomainError('TransactionNotRefundable', { field: 'transactionId', detail });
  }
  if (input.elsewhere) {
    const refusal = judgeElsewhere(ctx, { elsewhere: input.elsewhere, reason: input.reason });
    if (refusal) return refusal;
  } else if (transaction.payerAccountSealed === null || transaction.bankId === null) {
    return new DomainError('TransactionNotRefundable', {
      field: 'transactionId',
      detail:
        'the bank did not report the payer’s account, so the refund has no destination: refund it to another account',
    });
  }
  const left = refundable(transaction);
  const { expectedRefundable = left } = input;
  if (expectedRefundable !== left) {
    return new DomainError('RefundableChanged', {
      field: 'expectedRefundable',
      detail: `${formatDecimal(left)} can still be refunded, not ${formatDecimal(expectedRefundable)}`,
    });
  }
  if (input.amount > left) {
    return new DomainError('RefundExceedsTransaction', {
      field: 'amount',
      detail: `${formatDecimal(input.amount)} is more than the ${formatDecimal(left)} that can still be refunded`,
    });
  }
  return undefined;
}

function newRefund(ctx: AnyContext, { payment, transaction }: Both, input: NewRefund): store.Refund {
  const now = ctx.clock.now();
  const to = input.elsewhere ? elsewhereColumns(ctx, input.elsewhere) : payersAccount(transaction);
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
    ...to,
    payeeCheck: null,
    approvedBy: null,
    tries: 0,
    statementReference: payment.bankReference ?? payment.merchantReference.slice(0, 20),
    merchantReference: transaction.merchantReference,
    customer: payment.details.customer ?? null,
    batchId: null,
    createdBy: input.createdBy,
    correlationId: correlated(ctx, transaction.merchantId),
    createdAt: now,
    submittedAt: null,
    completedAt: null,
    dueAt: input.elsewhere ? now : nextPickUp(ctx, input),
  };
}

/** Returns the columns of the payer's account. */
function payersAccount(transaction: Both['transaction']) {
  const bank = bankById(transaction.bankId);
  return {
    bankId: transaction.bankId!,
    bankName: transaction.bankName ?? '',
    account: transaction.payerAccount!,
    branchCode: transaction.payerBranchCode ?? bank?.branchCode ?? '',
    accountSealed: null,
    accountHolder: null,
  };
}

/** The facts of a refund that a user saw: its amount is in cents. */
export type RefundFacts = { state: RefundState; amount: Cents };

/**
 * Cancels a refund that is not picked up yet. Repeating it changes nothing; for who saw it otherwise, it throws DoneAlready.
 * Throws RefundNotFound, RefundAlreadySubmitted, ChangedSinceSeen.
 */
export const cancelRefund = action(async (work, viewer: Viewer, id: string, seen?: Seen<RefundFacts>) => {
  const found = await getRefund(work, viewer, id);
  const both = required(await lockBoth(work.tx, found.transactionId), 'transaction');
  const refund = required(await store.lockRefund(work.tx, id), 'refund');
  const { state, amountCents: amount } = refund;
  if (seen?.state && seen.state !== state && state === 'cancelled')
    throw new DomainError('DoneAlready', { detail: 'the refund is already cancelled' });
  assertAsSeen<RefundFacts>(seen, { state, amount });
  if (state === 'cancelled') return;
  if (!(await moveRefund(work, both, refund, 'cancel', cancelledBy(work)))) {
    throw new DomainError('RefundAlreadySubmitted');
  }
  releaseRefund(work, both, refund.amountCents);
});

/** Returns a refund that a viewer sees. Throws RefundNotFound. */
export async function getRefund(ctx: AnyContext, viewer: Viewer, id: string): Promise<store.Refund> {
  const refund = await store.findRefund(ctx.db, viewer, id);
  if (!refund) throw new DomainError('RefundNotFound');
  return refund;
}

/** Returns a page of a merchant's refunds, newest first. */
export function listRefunds(
  ctx: Context,
  filter: store.RefundFilter,
  page: PageRequest,
): Promise<Page<store.Refund>> {
  return planned(ctx.db, 'for its values, row by row', (tx) => store.pageRefunds(tx, filter, page));
}
