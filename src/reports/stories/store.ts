// SQL that finds stories. It may read what other nouns own, because no action runs it: it is only for reports.
// all merchants: a story is told to an operator, about any object.
import type { Db } from '../../kernel/db/db.ts';
import type { Match, Root } from './story.ts';

const mostFound = 100;

/** Returns the object of an event, a delivery, an attempt or a booking. */
export async function findSubjects(db: Db, id: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select object_id as id from events where id = ${id}
    union select object_id from deliveries where id = ${id}
    union select delivery.object_id from delivery_attempts attempt
      join deliveries delivery on delivery.id = attempt.delivery_id where attempt.id = ${id}
    union select object_id from ledger_journals where id = ${id}`;
  return rows.map((row) => row.id);
}

/** Returns what one request made, moved or had refused. */
export async function findByCorrelation(db: Db, correlationId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from payments where correlation_id = ${correlationId}
    union select id from refunds where correlation_id = ${correlationId}
    union select id from payouts where correlation_id = ${correlationId}
    union select id from verifications where correlation_id = ${correlationId}
    union select id from subscriptions where correlation_id = ${correlationId}
    union select id from bulk_jobs where correlation_id = ${correlationId}
    union select id from hash_mismatches where correlation_id = ${correlationId}
    union (select object_id from transitions where correlation_id = ${correlationId} limit ${mostFound})
    limit ${mostFound}`;
  return rows.map((row) => row.id);
}

/**
 * Returns what has a reference: a merchant's own, one on a statement, or one of ours; the newest of each kind. `given`
 * is as typed, `comparable` as deposit references are compared.
 */
export async function findByReference(
  db: Db,
  { given, comparable }: { given: string; comparable: string },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with site as materialized (select id from sites)
    (select payment.id from site join payments payment
      on payment.site_id = site.id and payment.merchant_reference = ${given}
      order by payment.created_at desc limit ${mostFound})
    union (select payout.id from site join payouts payout
      on payout.site_id = site.id and payout.merchant_reference = ${given})
    union (select payout.id from site join payouts payout
      on payout.site_id = site.id and payout.customer_bank_reference = ${given}
      order by payout.created_at desc limit ${mostFound})
    union (select subscription.id from site join subscriptions subscription
      on subscription.site_id = site.id and subscription.merchant_reference = ${given}
      order by subscription.created_at desc limit ${mostFound})
    union (select job.id from site join bulk_jobs job on job.site_id = site.id and job.reference = ${given})
    union (select mismatch.id from site join hash_mismatches mismatch
      on mismatch.site_id = site.id and mismatch.reference = ${given}
      order by mismatch.created_at desc limit ${mostFound})
    union select id from settlements where reference = ${given}
    union select payment_id from deposit_references where reference = ${comparable} and payment_id is not null
    union (select id from deposits where reference = any (${[given, comparable]}::text[])
      order by received_at desc limit ${mostFound})
    limit ${mostFound}`;
  return rows.map((row) => row.id);
}

/** Returns the stories of objects with these ids. A transfer belongs to what it pays. */
export async function findRoots(db: Db, ids: readonly string[]): Promise<Root[]> {
  return db<Root[]>`
    with wanted as materialized (
      select unnest(${[...ids]}::uuid[]) as id
      union select object_id from transfers where id = any (${[...ids]}::uuid[])
    )
    select 'payment' as kind, payment.id from wanted join payments payment using (id)
    union select 'payment', transaction.payment_id from wanted join transactions transaction using (id)
    union select 'payment', transaction.payment_id from wanted join refunds refund using (id)
      join transactions transaction on transaction.id = refund.transaction_id
    union select case when charge.payment_id is null then 'charge' else 'payment' end,
      coalesce(charge.payment_id, charge.id) from wanted join subscription_charges charge using (id)
    union select 'payout', payout.id from wanted join payouts payout using (id)
    union select 'settlement', settlement.id from wanted join settlements settlement using (id)
    union select 'subscription', subscription.id from wanted join subscriptions subscription using (id)
    union select 'deposit', deposit.id from wanted join deposits deposit using (id)
    union select 'deposit', part.deposit_id from wanted join deposit_parts part using (id)
    union select 'bulk_job', job.id from wanted join bulk_jobs job using (id)
    union select 'verification', verification.id from wanted join verifications verification using (id)
    union select 'refused_request', mismatch.id from wanted join hash_mismatches mismatch using (id)`;
}

export interface Owner {
  siteId: string;
  siteName: string;
  merchantId: string;
  merchant: string;
}

export interface Described extends Match {
  /** Null for money without an owner yet. */
  owner: Owner | null;
  /** The subscription that it is or belongs to. */
  subscriptionId: string | null;
}

/** Returns each story as lists show it, the newest first. */
export async function describeRoots(db: Db, roots: readonly Root[]): Promise<Described[]> {
  const rows = await db<(Match & Owner & Pick<Described, 'subscriptionId'>)[]>`
    with wanted as materialized (select unnest(${roots.map(({ id }) => id)}::uuid[]) as id), found as (
      select 'payment' as kind, id, payment.merchant_reference as reference, payment.site_id, payment.state,
        payment.amount_cents, payment.created_at,
        (select charge.subscription_id from subscription_charges charge where charge.payment_id = payment.id)
          as subscription_id
      from wanted join payments payment using (id)
      union all select 'payout', id, merchant_reference, site_id, state, amount_cents, created_at, null
      from wanted join payouts using (id)
      union all select 'settlement', id, reference, site_id, state, total_cents, created_at, null
      from wanted join settlements using (id)
      union all select 'subscription', id, merchant_reference, site_id, state, amount_cents, created_at, id
      from wanted join subscriptions using (id)
      union all select 'charge', id, merchant_reference, site_id, state, amount_cents, created_at, subscription_id
      from wanted join subscription_charges using (id)
      union all select 'deposit', id, reference, site_id, state, amount_cents, received_at, null
      from wanted join deposits using (id)
      union all select 'bulk_job', id, reference, site_id, state, null, created_at, null
      from wanted join bulk_jobs using (id)
      union all select 'verification', id, account, site_id, outcome, null, created_at, null
      from wanted join verifications using (id)
      union all select 'refused_request', id, reference, site_id, null, null, created_at, null
      from wanted join hash_mismatches using (id)
    )
    select found.kind, found.id, found.reference, site.code as site_code, found.state, found.amount_cents,
      found.created_at, found.subscription_id, site.id as site_id, site.name as site_name,
      merchant.id as merchant_id, merchant.name as merchant
    from found
    left join sites site on site.id = found.site_id
    left join merchants merchant on merchant.id = site.merchant_id
    order by found.created_at desc, found.id desc`;
  return rows.map(({ siteId, siteName, merchantId, merchant, ...match }) => ({
    ...match,
    owner: siteId === null ? null : { siteId, siteName, merchantId, merchant },
  }));
}
