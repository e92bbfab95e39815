// The outcome of a payment: one word for users, from the payment's state and the attempt that counts. A payment that is
// still open for its customer has the outcome of its last attempt, because support needs that one. all merchants:
// parts of statements that state whose rows they read.
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

/** The states of payments that have each outcome, so that an index of states can serve a filter. */
const paymentStatesOf: Record<Outcome, readonly string[]> = {
  open: ['created'],
  paid: ['complete'],
  'paid-late': ['complete'],
  'partly-refunded': ['complete'],
  refunded: ['complete'],
  declined: ['created', 'expired'],
  failed: ['created', 'expired'],
  abandoned: ['created', 'expired'],
  expired: ['expired'],
  cancelled: ['created', 'cancelled', 'expired'],
  reversed: ['created', 'cancelled', 'expired'],
};

/** Returns the expression of an outcome: `payment` and `attempt` name rows of both tables; the attempt may be null. */
export const outcomeOf = (db: Db, payment: string, attempt: string): Fragment => {
  const [state, of] = [db(`${payment}.state`), (column: string) => db(`${attempt}.${column}`)];
  return db`case
    when ${state} = 'complete' then case
      when ${of('refunded_cents')} >= ${of('amount_cents')} then 'refunded'
      when ${of('refunded_cents')} > 0 then 'partly-refunded'
      when ${of('paid_late')} then 'paid-late'
      else 'paid' end
    when ${of('state')} = 'reversed' then 'reversed'
    when ${state} = 'cancelled' then 'cancelled'
    when ${of('state')} in ('declined', 'failed', 'abandoned', 'cancelled') then ${of('state')}
    when ${state} = 'expired' then 'expired'
    else 'open' end`;
};

/** Joins to `listed`, a row of payments, when its outcome is the given one. */
export const withOutcome = (db: Db, outcome: Outcome): Fragment => db`
  join lateral (
    select ${outcomeOf(db, 'listed', 'attempt')} as outcome
    from (select) one left join transactions attempt on attempt.payment_id = listed.id and attempt.counts
  ) reached on reached.outcome = ${outcome} and listed.state = any (${[...paymentStatesOf[outcome]]})`;
