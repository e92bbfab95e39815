// Charging: an attempt is opened and committed, then sent to the bank, then its answer recorded. Killed anywhere in
// between, the charge comes due again and goes on where it stood, under the same transaction id.
import { plus } from '../../kernel/clock.ts';
import { type AnyContext, type Context, inWork, type Work } from '../context.ts';
import { findSite } from '../merchants/actions.ts';
import { addChargePayment, findPaymentForCustomer, lockPayment, type Payment } from '../payments/actions.ts';
import type { Rail } from '../rails.ts';
import { change } from '../steps.ts';
import { findAnyTransaction } from '../transactions/actions.ts';
import { areDebitsOver, closeDebit, sendDebit, startDebit } from '../transactions/debits.ts';
import { addScheduledCharge, completeIfOver, giveUp, moveCharge } from './moves.ts';
import { chargeMachine } from './state.ts';
import * as store from './store.ts';

/**
 * For how long the payment of a charge takes attempts, in milliseconds: a year. It is closed with its charge, so this is
 * no rule of business; it must outlast every outage after which attempts are caught up with.
 */
const paymentMs = 365 * 24 * 60 * 60 * 1000;
/** How long a sender has time before somebody else sends again, in milliseconds. */
export const leaseMs = 60_000;
/** How long a charge waits for what stands in its way, in milliseconds. */
const waitMs = { earlier: 60_000, attempt: 60 * 60_000 };

/** Does what a claimed charge is due for. */
export async function workCharge(ctx: Context, rail: Rail, claimed: store.Charge): Promise<void> {
  const own = { ...ctx, correlationId: claimed.correlationId };
  if (claimed.state === 'failed') return closeFailed(own, claimed);
  if (claimed.state === 'charging') return sendCharge(own, rail, claimed);
  // An attempt that may still be paid stands in the way of another.
  if (claimed.paymentId !== null && !(await areDebitsOver(own, rail, claimed.paymentId))) {
    return store.setChargeDue(own.db, claimed, plus(own.clock.now(), waitMs.attempt));
  }
  const started = await startCharge(own, claimed);
  if (started) await sendCharge(own, rail, started);
}

/** Opens an attempt at a charge; undefined when it may not start, or was started by somebody else. */
function startCharge(ctx: Context, claimed: store.Charge): Promise<store.Charge | undefined> {
  return inWork(ctx, async (work) => {
    const held = claimed.paymentId === null ? undefined : await lockPayment(work.tx, claimed.paymentId);
    const subscription = (await store.lockSubscription(work.tx, claimed.subscriptionId))!;
    const charge = (await store.lockCharge(work.tx, claimed.id))!;
    // Somebody else was faster.
    if (charge.state !== claimed.state || charge.attempts !== claimed.attempts) return undefined;
    const isFirst = charge.state === 'scheduled';
    if (isFirst && (await store.isEarlierUnderWay(work.tx, charge))) {
      change(work, chargeMachine, charge, { dueAt: plus(work.clock.now(), waitMs.earlier) });
      return undefined;
    }
    if (held && !isOpen(work, held)) {
      await giveUp(work, subscription, charge, 'the time for its attempts ran out');
      await completeIfOver(work, subscription);
      return undefined;
    }
    await moveCharge(work, subscription, charge, 'charge', null);
    await openAttempt(work, subscription, charge, held);
    const { occurrence } = charge;
    if (isFirst && occurrence !== null && occurrence < subscription.occurrences) {
      await addScheduledCharge(work, subscription, occurrence + 1);
    }
    return charge;
  });
}

const isOpen = (ctx: AnyContext, payment: Payment): boolean =>
  payment.state === 'created' && payment.expiresAt > ctx.clock.now();

async function openAttempt(
  work: Work,
  subscription: store.Subscription,
  charge: store.Charge,
  held: Payment | undefined,
): Promise<void> {
  const payment = held ?? (await addPayment(work, subscription, charge));
  const bank = { id: subscription.bankId!, name: subscription.bankName! };
  const transaction = await startDebit(work, payment, bank);
  change(work, chargeMachine, charge, {
    attempts: charge.attempts + 1,
    paymentId: payment.id,
    transactionId: transaction.id,
    dueAt: plus(work.clock.now(), leaseMs),
  });
}

async function addPayment(
  work: Work,
  subscription: store.Subscription,
  charge: store.Charge,
): Promise<Payment> {
  return addChargePayment(work, {
    site: (await findSite(work.tx, charge.siteId))!,
    contract: 'one',
    amount: charge.amountCents,
    merchantReference: charge.merchantReference,
    ...(subscription.bankReference !== null && { bankReference: subscription.bankReference }),
    expiresAt: plus(work.clock.now(), paymentMs),
    details: { subscriptionId: subscription.id },
  });
}

/** Sends the newest attempt, unless the bank has it; where the subscription has ended, the bank is only asked. */
async function sendCharge(ctx: Context, rail: Rail, charge: store.Charge): Promise<void> {
  const transaction = (await findAnyTransaction(ctx, charge.transactionId!))!;
  const payment = (await findPaymentForCustomer(ctx, charge.paymentId!))!;
  const subscription = (await store.findAnySubscription(ctx.db, charge.subscriptionId))!;
  const again = await sendDebit(ctx, rail, payment, transaction, {
    mandateId: subscription.id,
    mayCharge: subscription.state === 'active',
  });
  await store.setChargeDue(ctx.db, charge, again);
}

async function closeFailed(ctx: Context, charge: store.Charge): Promise<void> {
  await closeDebit(ctx, charge.paymentId!, charge.stateReason);
  await store.setChargeDue(ctx.db, charge, null);
}
