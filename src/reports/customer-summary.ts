// The totals of a customer, and their subscriptions, payment links and refunds. all merchants: each statement names the viewer.
import { seenBy, type Viewer } from '../core/viewer.ts';
import type { Db } from '../kernel/db/db.ts';
import { onlyRow } from '../kernel/db/rows.ts';
import type { Cents } from '../kernel/money.ts';

/** The newest payments that are added up. */
export const mostTotalled = 1_000;
/** The newest subscriptions, links and refunds that are shown. */
const mostShown = 20;

export interface CustomerTotals {
  /** How many of the newest payments; one more than `mostTotalled` if there are more. */
  payments: number;
  paid: number;
  paidCents: Cents;
  refundedCents: Cents;
  firstAt: Date | null;
  latestAt: Date | null;
}

export interface Owned {
  id: string;
  kind: 'subscriptions' | 'links' | 'refunds';
  reference: string;
  state: string;
  amountCents: Cents | null;
  createdAt: Date;
}

/** Returns the totals of a customer's newest payments; the first payment is the very first. */
export const findTotals = (db: Db, viewer: Viewer, customerId: string) =>
  onlyRow(db<CustomerTotals[]>`
    with newest as materialized (
      select id, state, created_at from payments where customer_id = ${customerId} and ${seenBy(db, viewer)}
      order by created_at desc, id desc limit ${mostTotalled + 1}
    )
    select count(*)::integer as payments, count(*) filter (where newest.state = 'complete')::integer as paid,
      coalesce(sum(attempt.amount_cents) filter (where newest.state = 'complete'), 0)::bigint as paid_cents,
      coalesce(sum(attempt.repaid_cents), 0)::bigint as refunded_cents,
      (select created_at from payments where customer_id = ${customerId} and ${seenBy(db, viewer)}
        order by created_at, id limit 1) as first_at,
      max(newest.created_at) as latest_at
    from newest left join transactions attempt on attempt.payment_id = newest.id and attempt.counts`);

/** Returns the newest subscriptions, payment links, and refunds of the newest payments of a customer. */
export const findOwned = (db: Db, viewer: Viewer, customerId: string) => db<Owned[]>`
    (select 'subscriptions' as kind, id, merchant_reference as reference, state, amount_cents, created_at from subscriptions
      where customer_id = ${customerId} and ${seenBy(db, viewer)} order by created_at desc, id desc limit ${mostShown})
    union all
    (select 'links', id, merchant_reference, state, amount_cents, created_at from payment_links
      where customer_id = ${customerId} and ${seenBy(db, viewer)} order by created_at desc, id desc limit ${mostShown})
    union all
    (select 'refunds', refund.id, refund.merchant_reference, refund.state, refund.amount_cents, refund.created_at
      from (select id from payments where customer_id = ${customerId} and ${seenBy(db, viewer)}
        order by created_at desc, id desc limit ${mostTotalled}) payment
      join transactions attempt on attempt.payment_id = payment.id and attempt.counts
      join refunds refund on refund.transaction_id = attempt.id
      order by refund.created_at desc, refund.id desc limit ${mostShown})`;
