// SQL that finds stories. It may read what other nouns own, because no action runs it: it is only for reports. Whose rows
// are found is said in each statement, before its limit: otherwise the rows of one push out those of another.
import { ofMerchants, type Sight } from './sight.ts';
import type { Match, Root } from './story.ts';

const mostFound = 100;

/** Whose rows are looked for: those that the viewer may see, at one site if `siteCode` says so. */
export interface Scope extends Sight {
  siteCode?: string;
}

/** Returns the sites of a scope, as the first of a statement's common tables. */
const sitesOf = (scope: Scope) => scope.db`
  site as materialized (select id from sites where ${ofMerchants(scope)} and ${codeIs(scope)})`;

const codeIs = ({ db, siteCode }: Scope) => (siteCode === undefined ? db`true` : db`code = ${siteCode}`);

/** Returns the condition that keeps a statement to a scope. */
const ofScope = (scope: Scope, table: string) => scope.db`
  ${ofMerchants(scope, `${table}.merchant_id`)} and ${atSite(scope, table)}`;

const atSite = ({ db, siteCode }: Scope, table: string) =>
  siteCode === undefined
    ? db`true`
    : db`${db(`${table}.site_id`)} = (select id from sites where code = ${siteCode})`;

/** Returns the object of an event, a delivery, an attempt or a booking. */
export async function findSubjects(sight: Sight, id: string): Promise<string[]> {
  const rows = await sight.db<{ id: string }[]>`
    select object_id as id from events where id = ${id} and ${ofMerchants(sight)}
    union select object_id from deliveries where id = ${id} and ${ofMerchants(sight)}
    union select delivery.object_id from delivery_attempts attempt
      join deliveries delivery on delivery.id = attempt.delivery_id
      where attempt.id = ${id} and ${ofMerchants(sight, 'delivery.merchant_id')}
    union select object_id from ledger_journals where id = ${id} and ${ofMerchants(sight)}`;
  return rows.map((row) => row.id);
}

/** The objects that keep which request made them, but for the payments. */
const asked = ['refunds', 'payouts', 'verifications', 'subscriptions', 'bulk_jobs', 'hash_mismatches'];

/** Returns what one request made, moved or had refused. */
export async function findByCorrelation(scope: Scope, correlationId: string): Promise<string[]> {
  const { db } = scope;
  const others = asked.map(
    (table) => db`
      union (select id from ${db(table)} made
        where correlation_id = ${correlationId} and ${ofScope(scope, 'made')} limit ${mostFound})`,
  );
  const rows = await db<{ id: string }[]>`
    (select id from payments made
      where correlation_id = ${correlationId} and ${ofScope(scope, 'made')} limit ${mostFound})
    ${others}
    union (select distinct object_id from transitions
      where correlation_id = ${correlationId} and ${ofMerchants(scope)} limit ${mostFound})`;
  return rows.map((row) => row.id);
}

/**
 * Returns what has a reference: a merchant's own, one on a statement, or one of ours; the newest of each kind. `given`
 * is as typed, `comparable` as deposit references are compared.
 */
export async function findByReference(
  scope: Scope,
  { given, comparable }: { given: string; comparable: string },
): Promise<string[]> {
  const { db } = scope;
  const rows = await db<{ id: string }[]>`
    with ${sitesOf(scope)}
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
    union select id from settlements made where reference = ${given} and ${ofScope(scope, 'made')}
    union select payment_id from deposit_references made
      where reference = ${comparable} and payment_id is not null and ${ofScope(scope, 'made')}
    union (select id from deposits made
      where reference = any (${[given, comparable]}::text[]) and ${ofScope(scope, 'made')}
      order by received_at desc limit ${mostFound})`;
  return rows.map((row) => row.id);
}

/** Returns the stories of objects with these ids. A transfer belongs to what it pays. */
export async function findRoots(sight: Sight, ids: readonly string[]): Promise<Root[]> {
  const own = (table: string) => ofMerchants(sight, `${table}.merchant_id`);
  return sight.db<Root[]>`
    with wanted as materialized (
      select unnest(${[...ids]}::uuid[]) as id
      union select object_id from transfers where id = any (${[...ids]}::uuid[]) and ${ofMerchants(sight)}
    )
    select 'payment' as kind, payment.id from wanted join payments payment using (id) where ${own('payment')}
    union select 'payment', transaction.payment_id from wanted join transactions transaction using (id)
      where ${own('transaction')}
    union select 'payment', transaction.payment_id from wanted join refunds refund using (id)
      join transactions transaction on transaction.id = refund.transaction_id where ${own('refund')}
    union select case when charge.payment_id is null then 'charge' else 'payment' end,
      coalesce(charge.payment_id, charge.id) from wanted join subscription_charges charge using (id)
      where ${own('charge')}
    union select 'payout', payout.id from wanted join payouts payout using (id) where ${own('payout')}
    union select 'settlement', settlement.id from wanted join settlements settlement using (id)
      where ${own('settlement')}
    union select 'subscription', subscription.id from wanted join subscriptions subscription using (id)
      where ${own('subscription')}
    union select 'deposit', deposit.id from wanted join deposits deposit using (id) where ${own('deposit')}
    union select 'deposit', deposit.id from wanted join deposit_parts part using (id)
      join deposits deposit on deposit.id = part.deposit_id where ${own('deposit')}
    union select 'bulk_job', job.id from wanted join bulk_jobs job using (id) where ${own('job')}
    union select 'verification', verification.id from wanted join verifications verification using (id)
      where ${own('verification')}
    union select 'refused_request', mismatch.id from wanted join hash_mismatches mismatch using (id)
      where ${own('mismatch')}`;
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

/** Returns each story of the scope as lists show it, the newest first. */
export async function describeRoots(scope: Scope, roots: readonly Root[]): Promise<Described[]> {
  const rows = await scope.db<(Match & Owner & Pick<Described, 'subscriptionId'>)[]>`
    with wanted as materialized (select unnest(${roots.map(({ id }) => id)}::uuid[]) as id), found as (
      select 'payment' as kind, id, payment.merchant_reference as reference, merchant_id, site_id, payment.state,
        payment.amount_cents, payment.created_at,
        (select charge.subscription_id from subscription_charges charge where charge.payment_id = payment.id)
          as subscription_id
      from wanted join payments payment using (id)
      union all select 'payout', id, merchant_reference, merchant_id, site_id, state, amount_cents, created_at, null
      from wanted join payouts using (id)
      union all select 'settlement', id, reference, merchant_id, site_id, state, total_cents, created_at, null
      from wanted join settlements using (id)
      union all select 'subscription', id, merchant_reference, merchant_id, site_id, state, amount_cents, created_at, id
      from wanted join subscriptions using (id)
      union all select 'charge', id, merchant_reference, merchant_id, site_id, state, amount_cents, created_at,
        subscription_id
      from wanted join subscription_charges using (id)
      union all select 'deposit', id, reference, merchant_id, site_id, state, amount_cents, received_at, null
      from wanted join deposits using (id)
      union all select 'bulk_job', id, reference, merchant_id, site_id, state, null, created_at, null
      from wanted join bulk_jobs using (id)
      union all select 'verification', id, account, merchant_id, site_id, outcome, null, created_at, null
      from wanted join verifications using (id)
      union all select 'refused_request', id, reference, merchant_id, site_id, null, null, created_at, null
      from wanted join hash_mismatches using (id)
    )
    select found.kind, found.id, found.reference, site.code as site_code, found.state, found.amount_cents,
      found.created_at, found.subscription_id, site.id as site_id, site.name as site_name,
      merchant.id as merchant_id, merchant.name as merchant
    from found
    left join sites site on site.id = found.site_id
    left join merchants merchant on merchant.id = site.merchant_id
    where ${ofScope(scope, 'found')}
    order by found.created_at desc, found.id desc`;
  return rows.map(({ siteId, siteName, merchantId, merchant, ...match }) => ({
    ...match,
    owner: siteId === null ? null : { siteId, siteName, merchantId, merchant },
  }));
}
