// The outcome of a payment: one word for users, from the payment's state and the attempt that counts. A payment that is
// still open for its customer has the outcome of its last attempt, because support needs that one. all merchants:
// parts of statements that state whose rows they read.
import { depositType } from '../core/transactions/state.ts';
import type { Db, Fragment } from '../kernel/db/db.ts';

export const outcomes = [
  'open',
  'paid',
  'paid-late',
  'declined',
  'failed',
  'abandoned',
  'expired',
  'cancelled',
  'partly-refunded',
  'refunded',
  'reversed',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Returns the outcome of a payment in words: "Partly refunded". */
export const outcomeLabel = (outcome: Outcome): string => {
  const text = outcome.replaceAll('-', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/**
 * Returns the expression of an attempt's outcome, which the index transactions_outcome holds in the same words: an outcome, or
 * the state of an attempt without one.
 */
export const attemptOutcome = (db: Db, attempt: string): Fragment => {
  const of = (column: string) => db(`${attempt}.${column}`);
  return db`case
    when ${of('state')} = 'reversed' then 'reversed'
    when ${of('refunded_cents')} >= ${of('amount_cents')} then 'refunded'
    when ${of('refunded_cents')} > 0 then 'partly-refunded'
    when ${of('paid_late')} then 'paid-late'
    else ${of('state')} end`;
};

/** Returns the expression of an outcome: `payment` and `attempt` name rows of both tables; the attempt may be null. */
export const outcomeOf = (db: Db, payment: string, attempt: string): Fragment => {
  const [state, attemptState] = [db(`${payment}.state`), db(`${attempt}.state`)];
  // A payment whose deposit was matched in error is open again.
  const type = db(`${attempt}.payment_type`);
  return db`case
    when ${state} = 'complete' then coalesce(nullif(${attemptOutcome(db, attempt)}, 'successful'), 'paid')
    when ${attemptState} = 'reversed' and (${state} = 'cancelled' or ${type} <> ${depositType}) then 'reversed'
    when ${state} = 'cancelled' then 'cancelled'
    when ${attemptState} in ('declined', 'failed', 'abandoned', 'cancelled') then ${attemptState}
    when ${state} = 'expired' then 'expired'
    else 'open' end`;
};
