// What refunds do to the transaction they give back. Callers hold the payment's lock, so the sums are exact whatever
// the concurrency, and the database holds them to the amount as well.
import type { Tx } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
import { type Both, moveTransaction } from './moves.ts';
import * as store from './store.ts';

/** What may still be refunded of a transaction, in cents. */
export function refundable(transaction: store.Transaction): Cents {
  return transaction.state === 'successful' ? transaction.amountCents - transaction.refundedCents : 0n;
}

/**
 * Claims a part of a transaction for a refund; the caller has compared it with `refundable`. The claims of one request
 * are written together, by `saveClaims`.
 */
export function claimRefund({ transaction }: Both, amount: Cents): void {
  transaction.refundedCents += amount;
}

export function saveClaims(tx: Tx, claimed: Iterable<Both>): Promise<void> {
  return store.setRefunded(
    tx,
    Array.from(claimed, ({ transaction }) => transaction),
  );
}

/** Gives a claim back: the refund was cancelled, failed, or came back before it was complete. */
export async function releaseRefund(tx: Tx, { transaction }: Both, amount: Cents): Promise<void> {
  transaction.refundedCents -= amount;
  await store.setRefunded(tx, [transaction]);
}

/** A refund is complete; with the last cent the transaction is refunded. */
export async function recordRepaid(work: Work, { payment, transaction }: Both, amount: Cents): Promise<void> {
  transaction.repaidCents += amount;
  await store.setRefunded(work.tx, [transaction]);
  if (transaction.repaidCents === transaction.amountCents) {
    await moveTransaction(work, payment, transaction, 'refund', 'all of it was refunded');
  }
}

/** A complete refund came back: the money is the merchant's again, and may be refunded again. */
export async function undoRepaid(work: Work, { payment, transaction }: Both, amount: Cents): Promise<void> {
  if (transaction.state === 'refunded') {
    await moveTransaction(work, payment, transaction, 'unrefund', 'a refund came back');
  }
  transaction.repaidCents -= amount;
  transaction.refundedCents -= amount;
  await store.setRefunded(work.tx, [transaction]);
}
