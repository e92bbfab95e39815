// The verbs of an order at the bank: open it, look it up, take a payer's step, force an outcome.
import type { BankDetails } from '../../core/banks.ts';
import { disputeDays, isDisputable, lastDisputeDay } from '../../core/dispute-window.ts';
import { type BankStep, BankUnavailable, type PaymentOrder } from '../../core/rails.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/db/db.ts';
import { accountsAt, payerAccounts } from './accounts.ts';
import {
  type ForcedOutcome,
  forcedMove,
  type Move,
  moveOf,
  type Order,
  type Ruling,
  returningMove,
} from './outcomes.ts';
import { insertOrder, moveDueOrders, moveOrder, readOrder } from './store.ts';

/** What every verb works with. */
export interface Books {
  db: Sql;
  clock: Clock;
  banks: ReadonlyMap<string, BankDetails>;
  ruling: Ruling;
}

/** The bank does not know the transaction of a forced outcome. */
export class UnknownOrder extends Error {}

/** The order has ended in another way already, which cannot be undone. */
export class OrderDecided extends Error {}

/** Returns the bank of an order. Throws BankUnavailable for an unknown id. */
export function bankOf(books: Books, bankId: string): BankDetails {
  const bank = books.banks.get(bankId);
  if (!bank) throw new BankUnavailable(`There is no bank ${bankId}.`);
  return bank;
}

/** Opens an order, once for each transaction id. Throws when the same id comes with other terms. */
export async function openOrder(books: Books, order: PaymentOrder): Promise<void> {
  const bank = bankOf(books, order.bankId);
  const kept = await insertOrder(books.db, { order, accounts: accountsAt(bank), now: books.clock.now() });
  if (kept.bankId !== order.bankId || kept.amountCents !== order.amount) {
    throw new Error(`order ${order.id} is at the bank with another amount or bank`);
  }
}

/** Returns the present order, including its own due steps. */
export async function lookUp(books: Books, id: string): Promise<Order | undefined> {
  const order = await readOrder(books.db, id);
  if (!order?.dueAt || order.dueAt > books.clock.now()) return order;
  await moveDueOrders(books.db, books.clock.now(), 1, id);
  return readOrder(books.db, id);
}

/**
 * Takes a payer's step. A step that the order's state does not allow changes nothing. Returns the order afterwards;
 * undefined for an order that the bank does not know.
 */
export async function takeStep(
  books: Books,
  id: string,
  step: BankStep,
  account?: string,
): Promise<Order | undefined> {
  const order = await lookUp(books, id);
  if (!order) return undefined;
  const payer = step === 'approve' ? (account ?? defaultAccount(books, order)) : null;
  const ruled = await books.ruling(order);
  return make(books, order, moveOf(order, step, ruled, books.clock.now()), payer);
}

/** Makes a move, or finds that another was made in the meantime; returns the order afterwards. */
export async function make(
  books: Books,
  order: Order,
  move: Move,
  payerAccount: string | null,
): Promise<Order> {
  const moved = await moveOrder(books.db, { id: order.id, move, payerAccount, now: books.clock.now() });
  return moved ?? (await readOrder(books.db, order.id)) ?? order;
}

/**
 * Forces an outcome, whatever the amount says. Forcing the present outcome does nothing. Throws UnknownOrder, and
 * OrderDecided if the order has ended in another way (only money can still come then).
 */
export async function force(
  books: Books,
  id: string,
  outcome: Exclude<ForcedOutcome, 'late-success'>,
): Promise<void> {
  const order = await readOrder(books.db, id);
  if (!order) throw new UnknownOrder(`The bank does not know ${id}.`);
  const move = forcedMove(outcome);
  const after = await make(books, order, move, outcome === 'success' ? defaultAccount(books, order) : null);
  if (after.state !== move.to) throw new OrderDecided(`The order is ${after.state} already.`);
}

/**
 * Returns the money of a collection to its payer; again, with any code, it changes nothing. Throws UnknownOrder, and
 * OrderDecided for an order that is no collection, was not paid, or is past its dispute window.
 */
export async function returnCollection(books: Books, id: string, unpaidCode?: string): Promise<void> {
  const order = await lookUp(books, id);
  if (!order) throw new UnknownOrder(`The bank does not know ${id}.`);
  if (order.mandateId === null)
    throw new OrderDecided('The payer approved the order: only collections under a mandate can come back.');
  const paidAt = order.state === 'paid' ? order.decidedAt : null;
  if (paidAt && !isDisputable(paidAt, books.clock.now()))
    throw new OrderDecided(
      `The dispute window has ended: a collection can be returned for ${disputeDays(paidAt)} days, this one until ${lastDisputeDay(paidAt)}.`,
    );
  const after = await make(books, order, returningMove(unpaidCode), null);
  if (after.state !== 'returned')
    throw new OrderDecided(`The order is ${after.state}, and has no money to return.`);
}

/** Lets an order that is still open end unpaid; one that has ended, or is unknown, stays as it is. */
export async function failIfOpen(books: Books, id: string): Promise<void> {
  const now = books.clock.now();
  await moveOrder(books.db, { id, move: forcedMove('abandoned'), payerAccount: null, now });
}

function defaultAccount(books: Books, order: Order): string {
  return payerAccounts(bankOf(books, order.bankId))[0].number;
}
