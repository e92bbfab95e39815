// What an order can become and when: the states, the steps between them, and the amounts that decide by themselves.
// Pure: an order and the time in, a move out.

import { type BankAnswer, type BankOutcome, type BankStep, BankTimeout } from '../../core/rails.ts';
import { plus } from '../../kernel/clock.ts';
import type { Cents } from '../../kernel/money.ts';

export type OpenState = 'started' | 'authenticated' | 'processing';
export type UnpaidState = 'declined' | 'cancelled' | 'abandoned' | 'error';
/** "returned": a collection that was paid, and whose money went back to the payer. */
export type OrderState = OpenState | UnpaidState | 'paid' | 'returned';

export interface Order {
  id: string;
  merchantId: string | null;
  bankId: string;
  amountCents: Cents;
  payee: string;
  reference: string;
  returnUrl: string;
  expiresAt: Date;
  state: OrderState;
  reason: string | null;
  payerAccount: string | null;
  /** When it ended; null while it is open. Of a collection that was returned: when that was. */
  decidedAt: Date | null;
  dueAt: Date | null;
  manner: Manner | null;
  /** The mandate that a collection is under. */
  mandateId: string | null;
  /** Why it was returned; null without a code. */
  unpaidCode: string | null;
}

/** While it processes, the bank reports nothing (an enquiry returns 'waiting') or is too busy to respond at all. */
export type Manner = 'silent' | 'busy';

/** A step of an order: from any of `from` to `to`, and what happens by itself afterwards. */
export interface Move {
  from: readonly OrderState[];
  to: OrderState;
  due?: { at: Date; state: 'paid' | 'declined' | 'abandoned' };
  manner?: Manner;
  /** The reason, if it differs from the state's usual one. */
  reason?: string;
  /** Of "returned". */
  unpaidCode?: string | undefined;
}

export const openStates: readonly OpenState[] = ['started', 'authenticated', 'processing'];
export const unpaidStates: readonly UnpaidState[] = ['declined', 'cancelled', 'abandoned', 'error'];

/** Why an order was not paid, for users; null if there is nothing to explain. */
export const reasons: Record<OrderState, string | null> = {
  started: null,
  authenticated: null,
  processing: null,
  paid: null,
  declined: 'The bank declined the payment.',
  cancelled: 'The payment was cancelled at the bank.',
  abandoned: 'The payer left the bank without deciding.',
  error: 'The bank could not process the payment.',
  returned: 'The bank returned the money.',
};

/** The outcomes a sandbox may force on an order. */
export type ForcedOutcome =
  | 'success'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'pending'
  | 'error'
  | 'late-success';

/**
 * Returns a scenario's rule for an order of its merchant, each time the order can be decided; undefined if it has none,
 * and the cents of the amount decide.
 */
export type Ruling = (order: Pick<Order, 'id' | 'merchantId' | 'amountCents'>) => Promise<Ruled>;
export type Ruled = ForcedOutcome | undefined;

/**
 * Returns the move of a payer's step; a rule, or the cents of the amount, decide the result of an arrival or an
 * approval.
 */
export function moveOf(order: Order, step: BankStep, ruled: Ruled, now: Date): Move {
  switch (step) {
    case 'authenticate':
      return arrival(order, ruled) ?? { from: ['started'], to: 'authenticated', due: lapse(order) };
    case 'approve':
      return { from: ['authenticated'], ...approval(order, ruled, now) };
    case 'decline':
      return { from: ['authenticated'], to: 'declined' };
    case 'cancel':
      return { from: ['started', 'authenticated'], to: 'cancelled' };
  }
}

/** The move of a collection: as its payer had approved it, or declined for the reason given. */
export function collectionMove(order: Order, refusal: string | undefined, ruled: Ruled, now: Date): Move {
  if (refusal !== undefined) return { from: ['authenticated'], to: 'declined', reason: refusal };
  return { from: ['authenticated'], ...approval(order, ruled, now) };
}

/** Returns the move at the payer's mere arrival at the bank, if a rule or the amount requires one. */
export function arrival(order: Order, ruled: Ruled): Move | undefined {
  const isLeft = ruled === undefined ? cents(order) === 93n : ruled === 'abandoned';
  return isLeft ? { from: ['started'], to: 'abandoned' } : undefined;
}

function approval(order: Order, ruled: Ruled, now: Date): Omit<Move, 'from'> {
  const processing = (seconds: number, state: 'paid' | 'declined', manner?: Manner, since = now) =>
    ({ to: 'processing', due: { at: plus(since, seconds * 1000), state }, manner }) as const;
  const late = () => processing(5, 'paid', 'silent', order.expiresAt > now ? order.expiresAt : now);
  if (ruled === 'late-success') return late();
  if (ruled !== undefined) return { to: forcedMove(ruled).to };
  switch (cents(order)) {
    case 91n:
      return { to: 'declined' };
    case 92n:
      return { to: 'cancelled' };
    case 94n:
      return processing(60, 'paid');
    case 95n:
      return processing(60, 'declined');
    case 96n:
      return late();
    case 99n:
      return processing(5, 'paid', 'busy');
    default:
      return { to: 'paid' };
  }
}

/** Returns when an undecided order ends. */
export function lapse(order: { expiresAt: Date }): Move['due'] {
  return { at: order.expiresAt, state: 'abandoned' };
}

/** The move that forces an outcome. Money may come after a failure, but nothing comes after the money. */
export function forcedMove(outcome: Exclude<ForcedOutcome, 'late-success'>): Move {
  if (outcome === 'success') return { from: [...openStates, ...unpaidStates], to: 'paid' };
  if (outcome === 'pending') return { from: openStates, to: 'processing' };
  return { from: openStates, to: outcome };
}

/** The move of a collection whose money goes back to the payer. */
export function returningMove(unpaidCode: string | undefined): Move {
  return { from: ['paid'], to: 'returned', unpaidCode };
}

/** Returns the bank's response about an order. Throws BankTimeout while it is too busy to respond about this one. */
export function answerOf(order: Order | undefined): BankAnswer {
  if (!order) return { outcome: 'error', reason: 'The bank does not know this payment.', payerAccount: null };
  if (order.manner === 'busy') throw new BankTimeout('The bank did not respond in time.');
  const { reason, payerAccount, unpaidCode } = order;
  return { outcome: outcomeOf(order), reason, payerAccount, ...(unpaidCode !== null && { unpaidCode }) };
}

function outcomeOf({ state, manner }: Order): BankOutcome {
  if (state === 'started' || manner === 'silent') return 'waiting';
  return state === 'processing' ? 'pending' : state;
}

function cents(order: Order): Cents {
  return order.amountCents % 100n;
}
