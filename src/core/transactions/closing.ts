// How payments end without money: cancelled, expired, or left by a payer whose attempt failed.
import type { Tx } from '../../kernel/db/db.ts';
import { type Context, reader, transact } from '../context.ts';
import { DomainError } from '../errors.ts';
import { lockPayment, movePayment, type Payment } from '../payments/actions.ts';
import type { Rail } from '../rails.ts';
import { insertUnstartedAttempt } from './actions.ts';
import { takeBankStep } from './answers.ts';
import { announceFailure, lockBoth, moveTransaction } from './moves.ts';
import { isActing, isHeld } from './state.ts';
import * as store from './store.ts';

/**
 * Cancels a payment; again, it changes nothing. The bank of an attempt under way is told first, and what it says
 * counts: throws PaymentAlreadyComplete when the money is there, PaymentAwaitingBank while a bank has the payment
 * and has not decided, and for a charge of a subscription, which ends with its subscription.
 */
export async function cancelPayment(
  ctx: Context,
  rail: Rail,
  payment: Payment,
  reason: string,
): Promise<void> {
  if (payment.details.subscriptionId !== undefined && payment.state === 'created') {
    const detail =
      'the payment is a charge of a subscription; cancel the subscription to call its charges off';
    throw new DomainError('PaymentAwaitingBank', { detail });
  }
  const live = await store.findLive(reader(ctx), payment.id);
  if (live && isHeld(live.state)) throw new DomainError('PaymentAwaitingBank');
  if (live && isActing(live.state) && live.state !== 'created') await takeBankStep(ctx, rail, live, 'cancel');
  await transact(ctx, async (tx) => {
    const locked = (await lockPayment(tx, payment.id))!;
    if (locked.state === 'complete') throw new DomainError('PaymentAlreadyComplete');
    const attempt = await store.findLive(tx, payment.id);
    if (attempt && isHeld(attempt.state)) throw new DomainError('PaymentAwaitingBank');
    await close(ctx, tx, locked, 'cancel', reason);
  });
}

/** Ends a payment whose time has run out; false when it was ended, paid or given more time meanwhile. */
export function expirePayment(ctx: Context, id: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (!payment || payment.expiresAt > ctx.clock.now()) return false;
    return close(ctx, tx, payment, 'expire', 'the time to pay ran out');
  });
}

/** The payer goes back to the merchant after a failed attempt: the merchant hears of it now. */
export function leavePayment(ctx: Context, paymentId: string): Promise<void> {
  return transact(ctx, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment) await announceFailure(ctx, tx, payment);
  });
}

/**
 * Gives up an attempt, so that another bank may be tried. Its bank is told first; if it has taken the payment already,
 * its answer stands. Answers the attempt as it then is.
 */
export async function cancelAttempt(
  ctx: Context,
  rail: Rail,
  transaction: store.Transaction,
  reason: string,
): Promise<store.Transaction> {
  if (!isActing(transaction.state)) return transaction;
  if (transaction.state !== 'created') return takeBankStep(ctx, rail, transaction, 'cancel');
  return transact(ctx, async (tx) => {
    const both = (await lockBoth(tx, transaction.id))!;
    if (both.transaction.state === 'created') {
      await moveTransaction(ctx, tx, both.payment, both.transaction, 'cancel', reason);
    }
    return both.transaction;
  });
}

/**
 * Ends a payment whose attempts have not paid: cancelled by its customer or merchant, or expired. Its attempt ends
 * with it unless a bank has it, and its merchant is told. Answers whether it ended now.
 */
async function close(
  ctx: Context,
  tx: Tx,
  payment: Payment,
  verb: 'cancel' | 'expire',
  reason: string,
): Promise<boolean> {
  if (!(await movePayment(ctx, tx, payment, verb, reason))) return false;
  const live = await store.findLive(tx, payment.id);
  if (live && isActing(live.state)) await moveTransaction(ctx, tx, payment, live, verb, reason);
  if (!live) await announceClosing(ctx, tx, payment, verb, reason);
  return true;
}

// Merchants are told of transactions, so a payment that ends without any attempt gets one that stands for it.
async function announceClosing(
  ctx: Context,
  tx: Tx,
  payment: Payment,
  verb: 'cancel' | 'expire',
  reason: string,
): Promise<void> {
  if (await store.findDeciding(tx, payment.id)) return announceFailure(ctx, tx, payment);
  const transaction = await insertUnstartedAttempt(ctx, tx, payment);
  await moveTransaction(ctx, tx, payment, transaction, verb === 'cancel' ? 'cancel' : 'abandon', reason);
}
