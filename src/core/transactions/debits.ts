// Attempts that a bank collects without their payer, under a mandate: the charges of subscriptions. Each is recorded
// as started before the bank is called, so that a killed process leaves one that may be sent again under the same id.
import { plus } from '../../kernel/clock.ts';
import type { Context, Work } from '../context.ts';
import { type Payment, paymentMachine } from '../payments/actions.ts';
import {
  type BankAnswer,
  BankTimeout,
  BankUnavailable,
  type OfferedBank,
  placeOf,
  type Rails,
} from '../rails.ts';
import { advance } from '../transitions.ts';
import { attemptMs, insertAttempt } from './actions.ts';
import { decide, decidePayment } from './decisions.ts';
import { recordSilence } from './enquiries.ts';
import { debitType } from './state.ts';
import * as store from './store.ts';
import { moveTransaction, recordAnswer } from './transitions.ts';

/** For how long a bank that is away is tried again with one attempt, in milliseconds: eight hours. */
const patienceMs = 8 * 60 * 60 * 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Records an attempt, about to be sent, of a locked payment that has none under way. */
export async function startDebit(
  work: Work,
  payment: Payment,
  bank: Pick<OfferedBank, 'id' | 'name' | 'account'>,
): Promise<store.Transaction> {
  const attempt = { paymentType: debitType, bank };
  const transaction = insertAttempt(work, payment, attempt, payment.amountCents);
  await moveTransaction(work, payment, transaction, 'start', null);
  return transaction;
}

/** An attempt that has been started, under which mandate and for whom. */
export interface StartedDebit {
  payment: Payment;
  transaction: store.Transaction;
  mandateId: string;
  payee: string;
}

/**
 * Sends a started attempt to its bank, outside of any transaction, and records the response; the bank does not take it
 * twice. If nothing more can be charged (`mayCharge`), only queries the bank for it. Returns when to send it again,
 * because the bank is away and certainly did nothing; null when it need not be.
 */
export async function sendDebit(
  ctx: Context,
  rails: Rails,
  debit: StartedDebit,
  { mayCharge }: { mayCharge: boolean },
): Promise<Date | null> {
  const { transaction } = debit;
  if (transaction.state !== 'started') return null;
  try {
    const answer = mayCharge
      ? await collect(ctx, rails, debit)
      : await rails.orders.enquire(placeOf(transaction));
    await recordTaken(ctx, transaction.id, answer);
    return null;
  } catch (error) {
    if (error instanceof BankTimeout) {
      await recordSilence(ctx, transaction.id);
      return null;
    }
    if (!(error instanceof BankUnavailable)) throw error;
    return again(ctx, transaction);
  }
}

function collect(
  ctx: Context,
  rails: Rails,
  { payment, transaction, mandateId, payee }: StartedDebit,
): Promise<BankAnswer> {
  return rails.mandates.collect({
    ...placeOf(transaction),
    mandateId,
    bankId: transaction.bankId!,
    amount: transaction.amountCents,
    payee,
    reference: payment.bankReference ?? payment.merchantReference,
    expiresAt: plus(ctx.clock.now(), attemptMs.debit),
  });
}

// A bank that holds it without a report of its status: only an enquiry resolves it.
async function recordTaken(ctx: Context, id: string, answer: BankAnswer): Promise<void> {
  const isUndecided = answer.outcome === 'waiting' || answer.outcome === 'authenticated';
  if (isUndecided) await recordSilence(ctx, id);
  else await recordAnswer({ ...ctx, actor: 'bank' }, id, answer);
}

// After a while that grows with the attempt's age, from a minute to an hour; in the end the attempt has failed.
async function again(ctx: Context, { id, createdAt }: store.Transaction): Promise<Date | null> {
  const now = ctx.clock.now();
  const age = now.getTime() - createdAt.getTime();
  if (age < patienceMs) return plus(now, Math.min(Math.max(age, minuteMs), hourMs));
  await decide(ctx, id, async (work, { payment, transaction }) => {
    if (transaction.state !== 'started') return;
    await moveTransaction(work, payment, transaction, 'fail', 'the bank could not be reached');
  });
  return null;
}

/**
 * True if every attempt of a payment is certainly over at its bank, so that it cannot be paid as well as the next one.
 * Queries the bank about an attempt that only this service abandoned; records money that the bank reports.
 */
export async function areDebitsOver(ctx: Context, rails: Rails, paymentId: string): Promise<boolean> {
  const attempts = await store.findAttempts(ctx.db, paymentId);
  const isOver = await Promise.all(attempts.map((attempt) => isSurelyOver(ctx, rails, attempt)));
  return isOver.every(Boolean);
}

async function isSurelyOver(ctx: Context, rails: Rails, attempt: store.Transaction): Promise<boolean> {
  // Only a bank reports these.
  if (attempt.state === 'declined' || attempt.state === 'cancelled' || attempt.returnedAt !== null)
    return true;
  try {
    const answer = await rails.orders.enquire(placeOf(attempt));
    await recordAnswer({ ...ctx, actor: 'bank' }, attempt.id, answer);
    return !['waiting', 'authenticated', 'pending', 'paid'].includes(answer.outcome);
  } catch (error) {
    if (error instanceof BankTimeout || error instanceof BankUnavailable) return false;
    throw error;
  }
}

/** Closes the payment of an abandoned charge. */
export async function closeDebit(ctx: Context, paymentId: string, reason: string | null): Promise<void> {
  await decidePayment(ctx, paymentId, async (work, { payment }) => {
    advance(work, paymentMachine, payment, 'cancel', reason);
  });
}
