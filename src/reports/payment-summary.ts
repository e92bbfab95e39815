// The first facts that support needs about a payment: its outcome with the reason, and its customer.
import type { Db } from '../kernel/db/db.ts';
import { firstRow } from '../kernel/db/rows.ts';
import { customerColumns, customerSource, joinSubscription } from './customers.ts';
import { type Outcome, outcomeOf } from './outcomes.ts';

export interface PaymentSummary {
  outcome: Outcome;
  /** Why it has that outcome, as the bank or the service recorded it; null if there is no reason on record. */
  reason: string | null;
  customer: string | null;
  email: string | null;
  phone: string | null;
  /** The customer's page; null if nothing is known. */
  customerId: string | null;
}

/** Returns the summary of a payment. all merchants: the caller has found the payment among those that its reader may see. */
export const findSummary = (db: Db, paymentId: string): Promise<PaymentSummary | undefined> =>
  firstRow(db<PaymentSummary[]>`
    select ${outcomeOf(db, 'payment', 'attempt')} as outcome, payment.customer_id, coalesce(attempt.state_reason, payment.state_reason) as reason,
      ${customerColumns(db, { payment: 'payment', attempt: 'attempt', subscription: 'subscription' })}
    from (select id, state, state_reason, customer_id, ${customerSource(db)} from payments where id = ${paymentId}) payment
    left join transactions attempt on attempt.payment_id = payment.id and attempt.counts
    ${joinSubscription(db, 'payment')}`);
