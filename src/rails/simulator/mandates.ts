// What a customer allows a payee to collect: the verbs of a mandate at the bank, and of a collection under it.
import type { Collection, MandateAnswer, MandateOrder } from '../../core/rails.ts';
import { required } from '../../kernel/required.ts';
import { accountsAt, payerAccounts } from './accounts.ts';
import {
  cancelMandate,
  decideWaiting,
  insertCollection,
  insertMandate,
  lapseMandate,
  type Mandate,
  readMandate,
} from './mandate-store.ts';
import { type Books, bankOf, lookUp, make } from './orders.ts';
import { collectionMove, type Order } from './outcomes.ts';

/** The bank does not know the mandate of a decision. */
export class UnknownMandate extends Error {}

/** The mandate has been decided in another way already. */
export class MandateDecided extends Error {}

/**
 * Opens a mandate, once for each mandate id; an undecided one moves to another bank. Throws if the same id comes with
 * other terms.
 */
export async function openMandate(books: Books, order: MandateOrder): Promise<Mandate> {
  await insertMandate(books.db, order, accountsAt(bankOf(books, order.bankId)), books.clock.now());
  const kept = required(await lookUpMandate(books, order.id), 'mandate');
  const isSame =
    kept.amountCents === order.amount &&
    kept.maximumCents === order.maximum &&
    kept.payableNowCents === order.payableNow;
  if (!isSame) {
    throw new Error(`mandate ${order.id} is at the bank with another amount`);
  }
  return kept;
}

/** Returns the present mandate: one without a decision in time has lapsed. */
export async function lookUpMandate(books: Books, id: string): Promise<Mandate | undefined> {
  const mandate = await readMandate(books.db, id);
  const now = books.clock.now();
  if (mandate?.state !== 'waiting' || mandate.expiresAt > now) return mandate;
  await lapseMandate(books.db, id, now);
  return readMandate(books.db, id);
}

/**
 * The customer decides, from the account they choose; again in the same way, it changes nothing. Throws UnknownMandate,
 * and MandateDecided if it has been decided in another way, or has lapsed.
 */
export async function decideMandate(
  books: Books,
  id: string,
  decision: 'approved' | 'declined',
  account?: string,
): Promise<Mandate> {
  const mandate = await lookUpMandate(books, id);
  if (!mandate) throw new UnknownMandate(`The bank does not know ${id}.`);
  const payer = account ?? payerAccounts(bankOf(books, mandate.bankId))[0].number;
  await decideWaiting(books.db, id, decision, decision === 'approved' ? payer : null, books.clock.now());
  const after = required(await readMandate(books.db, id), 'mandate');
  if (after.state !== decision) throw new MandateDecided(`The mandate is ${after.state} already.`);
  return after;
}

/** Ends a mandate; one that has ended, or was never there, stays as it is. */
export async function revokeMandate(books: Books, id: string): Promise<void> {
  await cancelMandate(books.db, id, books.clock.now());
}

/** Returns the bank's response about a mandate. */
export function mandateAnswerOf(mandate: Mandate | undefined): MandateAnswer {
  if (!mandate) return { outcome: 'unknown', status: 'unknown', bankId: null, payerAccount: null };
  const { state, bankId, payerAccount } = mandate;
  return { outcome: state, status: state, bankId, payerAccount };
}

/**
 * Collects under a mandate, once for each transaction id; again, it returns the status of the first. A collection that
 * the mandate does not allow is an order that was declined; without any mandate there is no order either.
 */
export async function collect(books: Books, collection: Collection): Promise<Order | undefined> {
  const mandate = await lookUpMandate(books, collection.mandateId);
  if (!mandate) return undefined;
  await insertCollection(books.db, collection, mandate, books.clock.now());
  const order = required(await lookUp(books, collection.id), 'order');
  if (order.amountCents !== collection.amount || order.bankId !== collection.bankId) {
    throw new Error(`order ${collection.id} is at the bank with another amount or bank`);
  }
  // Moved from here only once; a process killed before it does so when the collection is sent again.
  if (order.state !== 'authenticated') return order;
  const refusal = refusalOf(mandate, collection);
  const move = collectionMove(order, refusal, await books.ruling(order), books.clock.now());
  return make(books, order, move, mandate.payerAccount);
}

function refusalOf(mandate: Mandate, { bankId, amount }: Collection): string | undefined {
  if (mandate.state !== 'approved') return `The mandate is ${mandate.state}.`;
  if (mandate.bankId !== bankId) return 'The mandate is at another bank.';
  if (amount > mandate.maximumCents) return 'The amount is more than the mandate allows.';
  return undefined;
}
