// The effect of a deposit on a transaction: it pays it, or the transaction waits until a user has reviewed it. Callers
// hold the payment's lock.
import type { Cents } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
import { namePayer, type Payment } from '../payments/actions.ts';
import { change } from '../transitions.ts';
import { insertDepositAttempt } from './actions.ts';
import { isFailed } from './state.ts';
import * as store from './store.ts';
import { moveTransaction } from './transitions.ts';

export interface Deposited {
  payment: Payment;
  transaction: store.Transaction;
}

export interface DepositedFrom {
  bankId: string;
  bankName: string;
  branchCode: string | null;
  /** Masked to its last four digits. */
  account: string;
  accountSealed: string;
  holder: string | null;
}

/** Money that came, and the account it came from where that is known: refunds go there. */
export interface DepositedMoney {
  /** The account of this service on which it arrived. */
  account: string;
  amount: Cents;
  payer: DepositedFrom | null;
}

/**
 * Pays the transaction with the amount that arrived. The payment is late if it had failed or its payment is closed,
 * unless the bank had the money in time and only reported it later.
 */
export async function payByDeposit(
  work: Work,
  { payment, transaction }: Deposited,
  money: DepositedMoney,
  wasInTime: boolean,
): Promise<void> {
  take(work, { payment, transaction }, money);
  const verb = isFailed(transaction.state) ? 'payLate' : 'pay';
  if (await moveTransaction(work, payment, transaction, verb, null, { wasInTime })) return;
  throw new Error(`transaction ${transaction.id} is ${transaction.state} and cannot be paid`);
}

/** Keeps the transaction waiting, with the amount that arrived, until a user has decided about the deposit. */
export async function holdForDeposit(
  work: Work,
  { payment, transaction }: Deposited,
  money: DepositedMoney,
  reason: string,
): Promise<void> {
  take(work, { payment, transaction }, money);
  await moveTransaction(work, payment, transaction, 'hold', reason);
}

/** Ends the transaction that waited, without its money. Returns false when it no longer waited. */
export async function endWithoutDeposit(
  work: Work,
  { payment, transaction }: Deposited,
  reason: string,
): Promise<boolean> {
  if (transaction.state !== 'pending') return false;
  return moveTransaction(work, payment, transaction, 'fail', reason);
}

function take(
  work: Work,
  { payment, transaction }: Deposited,
  { account, amount, payer }: DepositedMoney,
): void {
  if (payer?.holder) namePayer(work, payment, payer.holder);
  change(work, store.transactions, transaction, {
    bankAccount: account,
    amountCents: amount,
    ...payerColumns(payer),
  });
}

/** Returns the columns of a transaction for the account that its deposit came from. Refunds go to that account. */
export const payerColumns = (payer: DepositedFrom | null) => ({
  bankId: payer?.bankId ?? null,
  bankName: payer?.bankName ?? null,
  payerAccount: payer?.account ?? null,
  payerAccountSealed: payer?.accountSealed ?? null,
  payerHolder: payer?.holder ?? null,
  payerBranchCode: payer?.branchCode ?? null,
});

/**
 * Returns the attempt that a deposit waits in: the one that waits for its deposit, or a new one. Undefined while another attempt
 * is at a bank or waits for another deposit.
 */
export async function attemptToHold(
  work: Work,
  payment: Payment,
  amount: Cents,
): Promise<store.Transaction | undefined> {
  const newest = await store.findDepositAttempt(work.tx, payment.id);
  if (newest?.state === 'created') return newest;
  if (!(await dropUnstarted(work, payment))) return undefined;
  return insertDepositAttempt(work, payment, amount);
}

/** Returns whether nothing is under way any more. Gives up an attempt whose payer was not sent to a bank. */
export async function dropUnstarted(work: Work, payment: Payment): Promise<boolean> {
  const live = await store.findLive(work.tx, payment.id);
  if (!live) return true;
  if (live.state !== 'created') return false;
  return moveTransaction(work, payment, live, 'cancel', 'a deposit came for the payment');
}

/** Returns the newest attempt to pay a payment by a deposit. */
export const findAttemptToDeposit = store.findDepositAttempt;
