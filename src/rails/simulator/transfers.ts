// The verbs of a transfer at the bank: take it, look it up, force an outcome.
import { OrderConflict, type TransferAnswer, type TransferOrder } from '../../core/rails.ts';
import { required } from '../../kernel/required.ts';
import { type Books, bankOf } from './orders.ts';
import { readOrder } from './store.ts';
import {
  planOf,
  type Transfer,
  type TransferEnd,
  transferAnswerOf,
  transferReasons,
} from './transfer-plan.ts';
import { endTransfer, insertTransfer, moveDueTransfers, readTransfer } from './transfer-store.ts';

/** The bank does not know the transfer of a forced outcome. */
export class UnknownTransfer extends Error {}

/** The transfer has ended in another way already, which cannot be undone. */
export class TransferDecided extends Error {}

/**
 * Takes an order to pay, once for each transfer id; again, it returns the status of the first. Throws OrderConflict if
 * the same id comes with another amount or account, and BankUnavailable for an unknown bank.
 */
export async function takeTransfer(books: Books, order: TransferOrder): Promise<Transfer> {
  bankOf(books, order.bankId);
  const now = books.clock.now();
  const original = order.refundOf === null ? undefined : await readOrder(books.db, order.refundOf);
  await insertTransfer(books.db, order, planOf(order, original?.amountCents, now), now);
  const kept = required(await lookUpTransfer(books, order.id), 'transfer');
  const isSame =
    kept.amountCents === order.amount &&
    kept.bankId === order.bankId &&
    kept.branchCode === order.branchCode &&
    kept.accountNumber === order.accountNumber;
  if (!isSame) throw new OrderConflict(`transfer ${order.id} is at the bank with another amount or account`);
  return kept;
}

/** Returns the present transfer, including its own due steps. */
export async function lookUpTransfer(books: Books, id: string): Promise<Transfer | undefined> {
  const now = books.clock.now();
  let transfer = await readTransfer(books.db, id);
  // After a leap of the clock both may be due: that it is paid, and that it comes back.
  while (transfer?.dueAt && transfer.dueAt <= now) {
    await moveDueTransfers(books.db, now, 1, id);
    transfer = await readTransfer(books.db, id);
  }
  return transfer;
}

/**
 * Forces an outcome at once, whatever the amount says, and returns the same as an enquiry. Forcing the present outcome
 * does nothing. `reason` explains why it failed or came back. Throws UnknownTransfer, and TransferDecided if it has
 * ended in another way (only a paid one can still come back).
 */
export async function forceTransfer(
  books: Books,
  id: string,
  outcome: TransferEnd,
  reason?: string,
): Promise<TransferAnswer> {
  const why = outcome === 'paid' ? null : (reason ?? transferReasons[outcome]);
  await endTransfer(books.db, id, outcome, why, books.clock.now());
  const transfer = await readTransfer(books.db, id);
  if (!transfer) throw new UnknownTransfer(`The bank does not know ${id}.`);
  if (transfer.state !== outcome) throw new TransferDecided(`The transfer is ${transfer.state} already.`);
  return transferAnswerOf(transfer);
}
