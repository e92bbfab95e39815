// Cancellation of payments and of attempts. It is in this folder because a bank must cancel an attempt in progress first.
import { required } from '../../kernel/required.ts';
import { type Context, cancelledBy, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findPaymentForCustomer, lockPayment, type Payment, type PaymentState } from '../payments/actions.ts';
import type { Rails } from '../rails.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { action, inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { closePayment } from './closing.ts';
import { decide } from './decisions.ts';
import { takeBankStep } from './enquiries.ts';
import { isActing, isHeld } from './state.ts';
import * as store from './store.ts';
import { moveTransaction } from './transitions.ts';

/**
 * Cancels a payment; a repeated call changes nothing. If an attempt is in progress, its bank cancels first, and the bank's
 * response decides. Throws PaymentAlreadyComplete if the payment is paid, PaymentAwaitingBank while a bank has the payment and
 * has not decided, and also for a charge of a subscription, which ends with its subscription.
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
    async (work) => void (await closePayment(work, await lockToCancel(work, payment.id), 'cancel', reason)),
  );
}

/**
 * Cancels the attempt in progress at its bank, outside of any transaction. The bank's response decides. Throws PaymentNotFound
 * if the viewer does not see the payment, PaymentAwaitingBank, and the errors of bank calls.
 */
export async function cancelPaymentAtBank(
  ctx: Context,
  rails: Rails,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const payment = await findPaymentForCustomer(ctx.db, id);
  if (!payment || !sees(viewer, payment.merchantId)) throw new DomainError('PaymentNotFound');
  await askBank(ctx, rails, payment);
}

/** The facts of a payment that a user saw before deciding. */
export type PaymentFacts = { state: PaymentState };

/**
 * Cancels a payment without a call to its bank: call `cancelPaymentAtBank` first. Throws PaymentNotFound, PaymentInProgress if
 * an attempt is still in progress at a bank, PaymentAwaitingBank, ChangedSinceSeen, DoneAlready, and PaymentClosed if the
 * payment has expired.
 */
export const cancelPaymentLocally = action(
  async (work, viewer: Viewer, id: string, seen?: Seen<PaymentFacts>): Promise<Payment> => {
    const found = await findPaymentForCustomer(work.db, id);
    if (!found || !sees(viewer, found.merchantId)) throw new DomainError('PaymentNotFound');
    assertNoCharge(found);
    const payment = required(await lockPayment(work.tx, id), 'payment');
    const { state } = payment;
    if (state === 'cancelled')
      throw new DomainError('DoneAlready', { detail: 'the payment is already cancelled' });
    assertAsSeen<PaymentFacts>(seen, { state });
    if (state === 'expired') throw new DomainError('PaymentClosed');
    const live = await store.findLive(work.tx, id);
    if (live && isActing(live.state) && live.state !== 'created') throw new DomainError('PaymentInProgress');
    await closePayment(work, await lockToCancel(work, id), 'cancel', cancelledBy(work));
    return payment;
  },
);

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
    const detail = 'the payment is a charge of a subscription: cancel the subscription to cancel its charges';
    throw new DomainError('PaymentAwaitingBank', { detail });
  }
}

/**
 * Cancels an attempt, so that the payer can choose another bank. Its bank cancels first; if the bank has taken the payment
 * already, its response decides. Returns the attempt in its new state.
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
