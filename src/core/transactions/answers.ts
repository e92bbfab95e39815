// What banks say. Their answers may come by enquiry, by callback, late, twice and out of order; each is recorded at
// most once, and one that the state does not allow any more changes nothing.
import { required } from '../../kernel/required.ts';
import type { Context, Work } from '../context.ts';
import { isDisputable } from '../dispute-window.ts';
import { DomainError } from '../errors.ts';
import {
  type BankAnswer,
  type BankOutcome,
  type BankStep,
  BankTimeout,
  BankUnavailable,
  placeOf,
  type Rails,
} from '../rails.ts';
import { change } from '../steps.ts';
import { unpaidReasonOf } from '../unpaid-reasons.ts';
import { attemptExpiry } from './actions.ts';
import { followCharge, isAtBank, moveTransaction } from './moves.ts';
import { debitType, isActing, isFailed, isPaid, type TransactionVerb, transactionMachine } from './state.ts';
import * as store from './store.ts';
import { type Both, decide } from './together.ts';

const verbs: Record<BankOutcome, TransactionVerb | undefined> = {
  waiting: undefined,
  authenticated: 'authenticate',
  pending: 'hold',
  paid: 'pay',
  declined: 'decline',
  cancelled: 'cancel',
  abandoned: 'abandon',
  error: 'fail',
  returned: 'reverse',
};

/** Records a bank's answer. Returns the transaction as it then is; undefined when there is no such transaction. */
export function recordAnswer(
  ctx: Context,
  transactionId: string,
  answer: BankAnswer,
): Promise<store.Transaction | undefined> {
  return decide(ctx, transactionId, async (work, { payment, transaction }) => {
    if (answer.outcome === 'returned') {
      await recordReturn(work, { payment, transaction }, answer);
      return transaction;
    }
    const isLateMoney = answer.outcome === 'paid' && isFailed(transaction.state);
    if (isLateMoney && transaction.returnedAt !== null) {
      work.log.warn(
        { transactionId },
        'a bank says paid of a charge that it has returned: nothing is booked',
      );
      return transaction;
    }
    const verb = isLateMoney ? 'payLate' : verbs[answer.outcome];
    if (answer.payerAccount && transaction.payerAccount === null) {
      change(work, store.transactions, transaction, {
        payerAccount: maskAccount(answer.payerAccount),
        payerAccountSealed: work.keyring.seal(answer.payerAccount),
      });
    }
    if (verb) await moveTransaction(work, payment, transaction, verb, answer.reason);
    return transaction;
  });
}

/**
 * Records that a bank returned a charge; the first report counts. The money moved, so it is recorded after the dispute
 * window too, but then the charge is not retried. Where the bank never reported "paid" before, the attempt has failed, and a
 * "paid" that comes out of order does not pay it.
 */
async function recordReturn(work: Work, { payment, transaction }: Both, answer: BankAnswer): Promise<void> {
  if (transaction.returnedAt !== null) return;
  if (transaction.paymentType !== debitType) {
    work.log.warn({ transactionId: transaction.id }, 'a bank returns a payment that is no charge');
    return;
  }
  const unpaid = unpaidReasonOf(answer.unpaidCode);
  const now = work.clock.now();
  const isInWindow = transaction.completedAt === null || isDisputable(transaction.completedAt, now);
  if (!isInWindow)
    work.log.warn({ transactionId: transaction.id }, 'a bank returned a charge after its dispute window');
  const returned = {
    // The merchant has returned the money itself: it cannot be collected again.
    mayRetry: unpaid?.mayRetry === true && transaction.refundedCents === 0n && isInWindow,
    isDispute: unpaid?.isDispute === true,
  };
  change(work, store.transactions, transaction, { returnedAt: now, enquireAt: null });
  const verb = isPaid(transaction.state) ? 'reverse' : 'fail';
  const reason = wordsOf(answer);
  if (await moveTransaction(work, payment, transaction, verb, reason, { returned })) return;
  // The attempt had failed already; its charge may still wait for the next.
  followCharge(work, { ...transaction, stateReason: reason }, returned);
}

/** Returns "unpaid 02: not provided for"; the bank's own words where it gives no code. */
function wordsOf({ unpaidCode, reason }: BankAnswer): string {
  if (unpaidCode === undefined || !/^\d{2}$/.test(unpaidCode))
    return reason ?? 'the bank took the money back';
  const text = unpaidReasonOf(unpaidCode)?.text ?? reason;
  return text === null ? `unpaid ${unpaidCode}` : `unpaid ${unpaidCode}: ${text}`;
}

/**
 * Records what a bank calls us back with. Most often that is what its answer to a step has said already: then nothing is
 * locked for it.
 */
export async function recordCallback(ctx: Context, transactionId: string, answer: BankAnswer): Promise<void> {
  const known = await store.findAnyTransaction(ctx.db, transactionId);
  const verb = verbs[answer.outcome];
  const isThere = transactionMachine.edges.some((edge) => edge.verb === verb && edge.to === known?.state);
  const isAccountNew = answer.payerAccount !== null && known?.payerAccount === null;
  if (!isThere || isAccountNew) await recordAnswer(ctx, transactionId, answer);
}

/** An account number with all but its last four digits hidden. */
export function maskAccount(account: string): string {
  return account.slice(-4).padStart(account.length, '*');
}

/**
 * Asks the bank what became of an attempt and records the answer. A bank that cannot be asked changes nothing; an
 * attempt the payer has left alone past its time is abandoned. Returns the transaction as it then is.
 */
export async function enquire(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
): Promise<store.Transaction> {
  return (await enquireOnce(ctx, rails, transaction)).transaction;
}

/** Does the same, and returns whether the bank answered. */
export async function enquireOnce(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
): Promise<{ transaction: store.Transaction; isAnswered: boolean }> {
  if (!isAtBank(transaction)) return { transaction, isAnswered: true };
  try {
    const answer = await rails.orders.enquire(placeOf(transaction));
    // A paid charge is asked about for weeks, and nearly always stays so.
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
 * The payer came back from the bank: asks it at once. A bank that cannot be asked now may have taken the payment
 * all the same, so the outcome is unknown until an enquiry tells, and no other bank may be tried before.
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
    // Of one whose outcome was unknown, the bank now says that the payer decided nothing.
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
 * Takes a step at the bank for a payer who acts through the API, and records what the bank says. When the bank does
 * not answer, the transaction is of unknown outcome until an enquiry tells. Throws StepNotAllowed, BankUnavailable.
 */
export async function takeBankStep(
  ctx: Context,
  rails: Rails,
  transaction: store.Transaction,
  step: BankStep,
): Promise<store.Transaction> {
  if (transaction.paymentType === debitType)
    throw new DomainError('StepNotAllowed', {
      detail: 'a charge of a subscription has no payer at the bank',
    });
  try {
    const answer = await rails.orders.step(placeOf(transaction), step);
    return (await recordAnswer(ctx, transaction.id, answer)) ?? transaction;
  } catch (error) {
    if (error instanceof BankUnavailable) throw new DomainError('BankUnavailable');
    if (!(error instanceof BankTimeout)) throw error;
    // To say who one is moves no money: whether the bank heard it, it can be asked.
    return step === 'authenticate' ? enquire(ctx, rails, transaction) : recordSilence(ctx, transaction.id);
  }
}

/** The bank did not answer a step that may have moved money. */
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
