// How payments end without money: cancelled, expired, or left by a payer whose attempt failed.
import { required } from '../../kernel/required.ts';
import { type AnyContext, type Context, cancelledBy, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import {
  findPaymentForCustomer,
  lockPayment,
  type Payment,
  type PaymentState,
  paymentMachine,
} from '../payments/actions.ts';
import type { Rails } from '../rails.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { advance } from '../steps.ts';
import { inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { insertUnstartedAttempt } from './actions.ts';
import { takeBankStep } from './enquiries.ts';
import { announceFailure, moveTransaction } from './moves.ts';
import { isActing, isHeld } from './state.ts';
import * as store from './store.ts';
import { decide } from './together.ts';

/**
 * Cancels a payment; again, it changes nothing. The bank of an attempt under way is told first, and what it says
 * counts: throws PaymentAlreadyComplete when the money is there, PaymentAwaitingBank while a bank has the payment
 * and has not decided, and for a charge of a subscription, which ends with its subscription.
 */
export async function cancelPayment(
  ctx: Context,
  rails: Rails,
  payment: Payment,
  reason: string,
): Promise<void> {
  await askBank(ctx, rails, payment);
  await inWork(
    ctx,
    async (work) => void (await close(work, await lockToCancel(work, payment.id), 'cancel', reason)),
  );
}

/**
 * Tells the bank of an attempt under way that its payment is to be cancelled, outside of any transaction. What the bank says
 * counts. Throws PaymentNotFound for what the viewer does not see, PaymentAwaitingBank, and what calls to banks throw.
 */
export async function askBankToCancel(ctx: Context, rails: Rails, viewer: Viewer, id: string): Promise<void> {
  const payment = await findPaymentForCustomer(ctx, id);
  if (!payment || !sees(viewer, payment.merchantId)) throw new DomainError('PaymentNotFound');
  await askBank(ctx, rails, payment);
}

/** What a person saw of a payment. */
export type PaymentFacts = { state: PaymentState };

/**
 * Cancels a payment whose bank, where one has an attempt, was told with `askBankToCancel`; calls nobody. Throws
 * PaymentNotFound, PaymentInProgress where a bank has an attempt that it was not told to end, PaymentAwaitingBank,
 * ChangedSinceSeen, DoneAlready, and PaymentClosed where it has expired.
 */
export function cancelToldPayment(
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  seen?: Seen<PaymentFacts>,
): Promise<Payment> {
  return inWork(scope, async (work) => {
    const found = await findPaymentForCustomer(work, id);
    if (!found || !sees(viewer, found.merchantId)) throw new DomainError('PaymentNotFound');
    assertNoCharge(found);
    const payment = required(await lockPayment(work.tx, id), 'payment');
    const { state } = payment;
    if (state === 'cancelled')
      throw new DomainError('DoneAlready', { detail: 'the payment is cancelled already' });
    assertAsSeen<PaymentFacts>(seen, { state });
    if (state === 'expired') throw new DomainError('PaymentClosed');
    const live = await store.findLive(work.tx, id);
    if (live && isActing(live.state) && live.state !== 'created') throw new DomainError('PaymentInProgress');
    await close(work, await lockToCancel(work, id), 'cancel', cancelledBy(work));
    return payment;
  });
}

async function lockToCancel(work: Work, id: string): Promise<Payment> {
  const payment = required(await lockPayment(work.tx, id), 'payment');
  if (payment.state === 'complete') throw new DomainError('PaymentAlreadyComplete');
  const attempt = await store.findLive(work.tx, id);
  if (attempt && isHeld(attempt.state)) throw new DomainError('PaymentAwaitingBank');
  return payment;
}

async function askBank(ctx: Context, rails: Rails, payment: Payment): Promise<void> {
  assertNoCharge(payment);
  const live = await store.findLive(ctx.db, payment.id);
  if (live && isHeld(live.state)) throw new DomainError('PaymentAwaitingBank');
  if (live && isActing(live.state) && live.state !== 'created')
    await takeBankStep(ctx, rails, live, 'cancel');
}

function assertNoCharge(payment: Payment): void {
  if (payment.details.subscriptionId !== undefined && payment.state === 'created') {
    const detail =
      'the payment is a charge of a subscription; cancel the subscription to call its charges off';
    throw new DomainError('PaymentAwaitingBank', { detail });
  }
}

/** Ends a payment whose time has run out; false when it was ended, paid or given more time meanwhile. */
export function expirePayment(ctx: AnyContext, id: string): Promise<boolean> {
  return inWork(ctx, async (work) => {
    const payment = await lockPayment(work.tx, id);
    if (!payment || payment.expiresAt > work.clock.now()) return false;
    return close(work, payment, 'expire', 'the time to pay ran out');
  });
}

/** The payer goes back to the merchant after a failed attempt: the merchant hears of it now. */
export function leavePayment(ctx: Context, paymentId: string): Promise<void> {
  return inWork(ctx, async (work) => {
    const payment = await lockPayment(work.tx, paymentId);
    if (payment) await announceFailure(work, payment);
  });
}

/**
 * Gives up an attempt, so that another bank may be tried. Its bank is told first; if it has taken the payment already,
 * its answer stands. Returns the attempt as it then is.
 */
export async function cancelAttempt(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
  reason: string,
): Promise<store.Transaction> {
  if (!isActing(transaction.state)) return transaction;
  if (transaction.state !== 'created') return takeBankStep(ctx, rails, transaction, 'cancel');
  const given = await decide(ctx, transaction.id, async (work, both) => {
    if (both.transaction.state === 'created')
      await moveTransaction(work, both.payment, both.transaction, 'cancel', reason);
    return both.transaction;
  });
  return required(given, 'transaction');
}

/**
 * Ends a payment whose attempts have not paid: cancelled by its customer or merchant, or expired. Its attempt ends
 * with it unless a bank has it, and its merchant is told. Returns whether it ended now.
 */
async function close(
  work: Work,
  payment: Payment,
  verb: 'cancel' | 'expire',
  reason: string,
): Promise<boolean> {
  if (!advance(work, paymentMachine, payment, verb, reason)) return false;
  const live = await store.findLive(work.tx, payment.id);
  if (live && isActing(live.state)) await moveTransaction(work, payment, live, verb, reason);
  if (!live) await announceClosing(work, payment, verb, reason);
  return true;
}

// Merchants are told of transactions, so a payment that ends without any attempt gets one that stands for it.
async function announceClosing(
  work: Work,
  payment: Payment,
  verb: 'cancel' | 'expire',
  reason: string,
): Promise<void> {
  if (await store.findCurrent(work.tx, payment.id)) return announceFailure(work, payment);
  const transaction = insertUnstartedAttempt(work, payment);
  await moveTransaction(work, payment, transaction, verb === 'cancel' ? 'cancel' : 'abandon', reason);
}
