// The filter of outcomes. all merchants: part of statements that state whose rows they read.
import type { PaymentState } from '../../core/payments/actions.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { attemptOutcome, type Outcome, outcomeOf } from '../outcomes.ts';
import type { Filters } from './list.ts';
import { idsWithin } from './order.ts';

/**
 * The place of the payments of an outcome: among those in a state, among attempts with the outcome, or in both. The
 * expression of the outcome then decides: this only names an index that leads to few others.
 */
const foundBy: Record<Outcome, { state?: PaymentState; isByAttempt?: true }> = {
  open: { state: 'created' },
  paid: { state: 'complete' },
  expired: { state: 'expired' },
  cancelled: { state: 'cancelled', isByAttempt: true },
  'paid-late': { isByAttempt: true },
  'partly-refunded': { isByAttempt: true },
  refunded: { isByAttempt: true },
  declined: { isByAttempt: true },
  failed: { isByAttempt: true },
  abandoned: { isByAttempt: true },
  reversed: { isByAttempt: true },
};

/** Joins to `listed`, a row of payments, when its outcome is the given one. */
export function withOutcome(db: Db, outcome: Outcome, filters: Filters, viewer: Viewer): Fragment {
  // Most payments are paid: the order of the list finds them soonest.
  const isPaid = outcome === 'paid';
  return db`
    ${isPaid ? db`` : db`join (${candidates(db, outcome, filters, viewer)}) candidate on candidate.payment_id = listed.id`}
    join lateral (
      select ${outcomeOf(db, 'listed', 'attempt')} as outcome
      from (select) one left join transactions attempt on attempt.payment_id = listed.id and attempt.counts
    ) reached on reached.outcome = ${outcome} ${isPaid ? db`and listed.state = 'complete'` : db``}`;
}

/** The ids of payments that can have an outcome, in the order of the list. */
function candidates(db: Db, outcome: Outcome, filters: Filters, viewer: Viewer): Fragment {
  const { state, isByAttempt } = foundBy[outcome];
  const own = filters.merchantId === undefined ? db`` : db`and merchant_id = ${filters.merchantId}`;
  const whose = db`${seenBy(db, viewer)} ${own}`;
  const byAttempt = db`
    select payment_id from transactions attempt
    where counts and (state in ('declined', 'failed', 'abandoned', 'cancelled', 'reversed') or refunded_cents > 0 or paid_late)
      and ${attemptOutcome(db, 'attempt')} = ${outcome} and ${whose} ${idsWithin(db, filters, 'payment_id')}`;
  if (state === undefined) return byAttempt;
  // Each has its partial index, which PostgreSQL uses only for the same text.
  const isIn =
    state === 'created' ? db`state = 'created'` : db`state in ('cancelled', 'expired') and state = ${state}`;
  const byState = db`select id as payment_id from payments where ${isIn} and ${whose} ${idsWithin(db, filters, 'id')}`;
  if (!isByAttempt) return byState;
  const others = db`${byAttempt} and not exists (
    select from payments both_ways where both_ways.id = attempt.payment_id and both_ways.state = ${state})`;
  return db`${byState} union all ${others} order by payment_id desc`;
}
