// Uses a deposit's money part by part: each part is booked once and pays its target.
import { dayOf } from '../../kernel/business-days.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { bankById } from '../banks.ts';
import type { Work } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import { findSite } from '../merchants/actions.ts';
import { makePayment, type Payment, paymentMachine } from '../payments/actions.ts';
import { raiseFloat } from '../payouts/actions.ts';
import { insertDepositAttempt, isFailed, type Transaction } from '../transactions/actions.ts';
import { lockBoth } from '../transactions/decisions.ts';
import {
  attemptToHold,
  type Deposited,
  type DepositedFrom,
  type DepositedMoney,
  dropUnstarted,
  endWithoutDeposit,
  findAttemptToDeposit,
  payByDeposit,
} from '../transactions/deposits.ts';
import { advance } from '../transitions.ts';
import * as store from './store.ts';

export { depositsOfParts, findDepositOfPart, findReturn } from './store.ts';

/** The use of a part. */
export type Use =
  | { kind: 'float'; merchantId: string; siteId: string }
  /** An existing attempt; the caller holds its payment. */
  | ({ kind: 'transaction' } & Deposited)
  /** A new payment, for a reference that accepts many deposits. */
  | { kind: 'multiple'; reference: store.DepositReference };

/** Returns the money that a part of a deposit gives a transaction. */
export const moneyOf = (deposit: store.Deposit, amount: Cents): DepositedMoney => ({
  account: deposit.bankAccount,
  amount,
  payer: payerOf(deposit),
});

/** Returns the account that a deposit came from; null if it is unknown. */
export function payerOf(deposit: store.Deposit): DepositedFrom | null {
  const { bankId, branchCode, account, accountSealed, accountHolder: holder } = deposit;
  if (bankId === null || account === null || accountSealed === null) return null;
  return { bankId, bankName: bankById(bankId)?.name ?? '', branchCode, account, accountSealed, holder };
}

/** True if a statement dates a deposit on the day on which its payment expires, or before. */
export function isInTime(
  { bookedOn }: Pick<store.Deposit, 'bookedOn'>,
  { expiresAt }: Pick<Payment, 'expiresAt'>,
): boolean {
  return bookedOn !== null && bookedOn <= dayOf(expiresAt).toString();
}

/** Returns the posting input for a deposit or a part, without an owner while it is in suspense. */
export function bookingOf(objectId: string, bankAccount: string, amount: Cents): ledger.PostingInput {
  return { merchantId: null, siteId: null, object: 'deposit', objectId, bankAccount, amounts: { amount } };
}

/** Gives an amount of a locked deposit to its use, out of suspense if it was there. */
export async function givePart(
  work: Work,
  deposit: store.Deposit,
  { use, amount, fromSuspense }: { use: Use; amount: Cents; fromSuspense: boolean },
): Promise<void> {
  // A deposit never in suspense is used whole, and booked under its own id.
  const id = fromSuspense ? newId(work.clock) : deposit.id;
  if (fromSuspense) ledger.post(work, 'deposit_allocated', bookingOf(id, deposit.bankAccount, amount));
  const part = { id, depositId: deposit.id, amountCents: amount, fromSuspense, createdAt: work.clock.now() };
  if (use.kind === 'float') {
    const { merchantId, siteId } = use;
    await store.insertPart(work.tx, { ...part, purpose: 'float', merchantId, siteId, transactionId: null });
    return raiseFloat(work, { merchantId, siteId }, { id, bankAccount: deposit.bankAccount, amount });
  }
  const both = use.kind === 'multiple' ? await openOwn(work, use.reference, amount) : use;
  await payByDeposit(work, both, moneyOf(deposit, amount), isInTime(deposit, both.payment));
  const { id: transactionId, merchantId, siteId } = both.transaction;
  await store.insertPart(work.tx, { ...part, purpose: 'payment', merchantId, siteId, transactionId });
}

async function openOwn(
  work: Work,
  { reference, siteId, merchantReference, notifyUrl }: store.DepositReference,
  amount: Cents,
): Promise<Deposited> {
  const site = required(await findSite(work.tx, siteId), 'site');
  const asked = { contract: 'payments', amount, bankReference: reference, details: {} } as const;
  const payment = await makePayment(
    work,
    { site, ...asked, merchantReference: merchantReference!, notifyUrl: notifyUrl ?? undefined },
    { mayRepeat: true },
  );
  return { payment, transaction: await insertDepositAttempt(work, payment, amount) };
}

/**
 * Ends the transaction that a locked deposit has waited in, because its money went elsewhere. A payment created for the
 * deposit alone ends with it; any other may still be paid.
 */
export async function endHeld(work: Work, { transactionId }: store.Deposit, reason: string): Promise<void> {
  const both = transactionId === null ? undefined : await lockBoth(work.tx, transactionId);
  if (!both || !(await endWithoutDeposit(work, both, reason))) return;
  const { payment } = both;
  if (!(await store.findReferenceOf(work.tx, payment.id)))
    advance(work, paymentMachine, payment, 'cancel', reason);
}

/**
 * Returns the attempt that a deposit pays: the one that waits for it, the last one where that failed before any money came, or
 * else a new one. Undefined while another attempt is at a bank or waits for another deposit.
 */
export async function attemptToPay(
  work: Work,
  payment: Payment,
  amount: Cents,
): Promise<Transaction | undefined> {
  const newest = await findAttemptToDeposit(work.tx, payment.id);
  if (newest && isFailed(newest.state) && !(await store.hadDeposit(work.tx, newest.id))) {
    // The payer chose another way to pay but was not sent to a bank yet, and the money is here.
    await dropUnstarted(work, payment);
    return newest;
  }
  return attemptToHold(work, payment, amount);
}
