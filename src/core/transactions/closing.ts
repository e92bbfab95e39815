// The end of a payment that is not paid: the common part of cancellation and expiry, and the payer's return to the merchant.
import type { Work } from '../context.ts';
import { lockPayment, type Payment, paymentMachine } from '../payments/actions.ts';
import { advance } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { insertUnstartedAttempt } from './actions.ts';
import { isActing } from './state.ts';
import * as store from './store.ts';
import { announceFailure, moveTransaction } from './transitions.ts';

/**
 * Ends a payment that is not paid, by cancellation or expiry. Its attempt ends too, unless a bank has it, and the merchant is
 * notified. Returns whether the payment ended now.
 */
export async function closePayment(
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

// Notifications are about transactions, so a payment that ends without an attempt gets an unstarted one.
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

/** Notifies the merchant of a failed attempt when its payer returns to the merchant instead of trying again. */
export const leavePayment = action(async (work, paymentId: string): Promise<void> => {
  const payment = await lockPayment(work.tx, paymentId);
  if (payment) await announceFailure(work, payment);
});
