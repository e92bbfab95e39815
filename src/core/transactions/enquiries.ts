// Queries banks: about an attempt's outcome, and for the steps of a payer who acts through the API.
import { required } from '../../kernel/required.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { type BankStep, BankTimeout, BankUnavailable, placeOf, type Rails } from '../rails.ts';
import { attemptExpiry } from './actions.ts';
import { decide } from './decisions.ts';
import { isAtBank } from './enquiry-times.ts';
import { debitType, isActing, isPaid } from './state.ts';
import type * as store from './store.ts';
import { moveTransaction, recordAnswer } from './transitions.ts';

/**
 * Queries the bank for the outcome of an attempt and records the response. A bank that cannot be queried changes
 * nothing; an attempt that the payer has left past its time is abandoned. Returns the transaction as it then is.
 */
export async function enquire(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
): Promise<store.Transaction> {
  return (await enquireOnce(ctx, rails, transaction)).transaction;
}

/** Does the same, and returns whether the bank responded. */
export async function enquireOnce(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
): Promise<{ transaction: store.Transaction; isAnswered: boolean }> {
  if (!isAtBank(transaction)) return { transaction, isAnswered: true };
  try {
    const answer = await rails.orders.enquire(placeOf(transaction));
    // A paid charge is queried for weeks, and nearly always stays so.
    if (answer.outcome === 'paid' && isPaid(transaction.state)) return { transaction, isAnswered: true };
    const recorded = (await recordAnswer(ctx, transaction.id, answer)) ?? transaction;
    const isUndecided = answer.outcome === 'waiting' || answer.outcome === 'authenticated';
    const after = isUndecided ? await abandonIfOver(ctx, recorded) : recorded;
    return { transaction: after, isAnswered: true };
  } catch (error) {
    if (error instanceof BankTimeout || error instanceof BankUnavailable)
      return { transaction, isAnswered: false };
    throw error;
  }
}

/**
 * Queries the bank at once when the payer returns from it. A bank that cannot be reached now may have taken the
 * payment, so the outcome is unknown until an enquiry resolves it, and no other bank can be tried before.
 */
export async function returnFromBank(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
): Promise<void> {
  if (!isActing(transaction.state) || transaction.state === 'created') return;
  try {
    await recordAnswer(ctx, transaction.id, await rails.orders.enquire(placeOf(transaction)));
  } catch (error) {
    if (!(error instanceof BankTimeout || error instanceof BankUnavailable)) throw error;
    await recordSilence(ctx, transaction.id);
  }
}

async function abandonIfOver(ctx: Context, transaction: store.Transaction): Promise<store.Transaction> {
  const abandoned = await decide(ctx, transaction.id, async (work, both) => {
    const { state } = both.transaction;
    const isOver = attemptExpiry(both.payment, both.transaction) <= work.clock.now();
    // The bank now reports that the payer of an unknown outcome decided nothing.
    if (isOver && (isActing(state) || state === 'unknown')) {
      await moveTransaction(
        work,
        both.payment,
        both.transaction,
        'abandon',
        'the payer did not finish at the bank in time',
      );
    }
    return both.transaction;
  });
  return required(abandoned, 'transaction');
}

/**
 * Takes a step at the bank for a payer who acts through the API, and records the bank's response. Without one, the
 * outcome of the transaction is unknown until an enquiry resolves it. Throws StepNotAllowed, BankUnavailable.
 */
export async function takeBankStep(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
  step: BankStep,
): Promise<store.Transaction> {
  if (transaction.paymentType === debitType)
    throw new DomainError('StepNotAllowed', {
      detail: 'no payer takes part in a charge of a subscription',
    });
  try {
    const answer = await rails.orders.step(placeOf(transaction), step);
    return (await recordAnswer(ctx, transaction.id, answer)) ?? transaction;
  } catch (error) {
    if (error instanceof BankUnavailable) throw new DomainError('BankUnavailable');
    if (!(error instanceof BankTimeout)) throw error;
    // Logging in moves no money, so an enquiry is enough to find whether the bank received it.
    return step === 'authenticate' ? enquire(ctx, rails, transaction) : recordSilence(ctx, transaction.id);
  }
}

/** Records that the bank did not respond to a step that may have moved money. */
export async function recordSilence(ctx: Context, transactionId: string): Promise<store.Transaction> {
  const recorded = await decide(ctx, transactionId, async (work, both) => {
    await moveTransaction(
      work,
      both.payment,
      both.transaction,
      'lose',
      'the bank did not say what became of the payment',
    );
    return both.transaction;
  });
  return required(recorded, 'transaction');
}
