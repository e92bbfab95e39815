// How refunds change their transaction. Callers hold the payment's lock, so the sums are exact whatever
// the concurrency, and the database holds them to the amount as well.
import type { Cents } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
import { change } from '../transitions.ts';
import type { Both } from './decisions.ts';
import * as store from './store.ts';
import { moveTransaction } from './transitions.ts';

/** Returns what may still be refunded of a transaction, in cents. */
export function refundable(transaction: store.Transaction): Cents {
  return transaction.state === 'successful' ? transaction.amountCents - transaction.refundedCents : 0n;
}

/**
 * Claims a part of a transaction for a refund; the caller has compared it with `refundable`.
 */
export function claimRefund(work: Work, { transaction }: Both, amount: Cents): void {
  change(work, store.transactions, transaction, { refundedCents: transaction.refundedCents + amount });
}

/** Gives a claim back: the refund was cancelled, failed, or came back before it was complete. */
export function releaseRefund(work: Work, { transaction }: Both, amount: Cents): void {
  change(work, store.transactions, transaction, { refundedCents: transaction.refundedCents - amount });
}

/** A refund is complete; with the last cent the transaction is refunded. */
export async function recordRepaid(work: Work, { payment, transaction }: Both, amount: Cents): Promise<void> {
  change(work, store.transactions, transaction, { repaidCents: transaction.repaidCents + amount });
  if (transaction.repaidCents === transaction.amountCents) {
    await moveTransaction(work, payment, transaction, 'refund', 'all of it was refunded');
  }
}

/** A complete refund came back: the money is the merchant's again, and may be refunded again. */
export async function undoRepaid(work: Work, { payment, transaction }: Both, amount: Cents): Promise<void> {
  if (transaction.state === 'refunded') {
    await moveTransaction(work, payment, transaction, 'unrefund', 'a refund came back');
  }
  change(work, store.transactions, transaction, {
    repaidCents: transaction.repaidCents - amount,
    refundedCents: transaction.refundedCents - amount,
  });
}
