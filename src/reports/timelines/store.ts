// SQL that finds timelines. It can read tables of other nouns, because no action runs it: it is only for reports. Each
// statement limits the merchants before its limit of rows: otherwise the rows of one would push out those of another.
import type { Fragment } from '../../kernel/db/db.ts';
import { ofDeposits, ofMerchants, type ReadScope } from './scope.ts';
import type { Match, Root, TimelineKind } from './timeline.ts';

const mostFound = 100;

/** The merchants whose rows are searched: those that the viewer can see, at one site if `siteCode` names it. */
export interface Scope extends ReadScope {
  siteCode?: string;
}

/** Returns the sites of a scope, as the first of a statement's common tables. */
export const sitesOf = (scope: Scope) => scope.db`
  site as materialized (select id from sites where ${ofMerchants(scope)} and ${codeIs(scope)})`;

const codeIs = ({ db, siteCode }: Scope) => (siteCode === undefined ? db`true` : db`code = ${siteCode}`);

/** Returns the condition that keeps a statement to a scope. */
export const ofMerchantsAt = (scope: Scope, table: string) => scope.db`
  ${ofMerchants(scope, `${table}.merchant_id`)} and ${atSite(scope, table)}`;

/** all merchants: it is part of conditions that name them. */
const atSite = ({ db, siteCode }: Scope, table: string) =>
  siteCode === undefined
    ? db`true`
    : db`${db(`${table}.site_id`)} = (select id from sites where code = ${siteCode})`;

/** Returns the object of an event, a delivery, an attempt or a booking, and the step that shows it. */
export const findSubjects = (readScope: ReadScope, ids: string[]) => readScope.db<
  { id: string; record: string }[]
>`
  select object_id as id, 'events/' || id as record from events
    where id = any (${ids}::uuid[]) and ${ofMerchants(readScope)}
  union select object_id, 'archived_events/' || id from archived_events
    where id = any (${ids}::uuid[]) and ${ofMerchants(readScope)}
  union select object_id, 'events/' || event_id from deliveries
    where id = any (${ids}::uuid[]) and ${ofMerchants(readScope)}
  union select delivery.object_id, 'delivery_attempts/' || attempt.id from delivery_attempts attempt
    join deliveries delivery on delivery.id = attempt.delivery_id
    where attempt.id = any (${ids}::uuid[]) and ${ofMerchants(readScope, 'delivery.merchant_id')}
  union select object_id, 'ledger_journals/' || id from ledger_journals
    where id = any (${ids}::uuid[]) and ${ofMerchants(readScope)}`;

/** The objects that keep which request made them. */
const asked = [
  'payments',
  'refunds',
  'payouts',
  'verifications',
  'subscriptions',
  'payment_links',
  'bulk_jobs',
  'hash_mismatches',
];

/** What one request made or moved is read so far: a client may send the same correlation id for ever. */
const mostOfRequest = 5_000;

/** Returns what one request made, moved or had refused; of more, the newest. */
export async function findByCorrelation(scope: Scope, correlationId: string): Promise<string[]> {
  const { db } = scope;
  // Work without a request.
  if (correlationId === 'system') return [];
  const made = asked.map(
    (table) => db`
      (select id from (select id, created_at from ${db(table)} made
          where correlation_id = ${correlationId} and ${ofMerchantsAt(scope, 'made')} limit ${mostOfRequest}) made
        order by created_at desc limit ${mostFound}) union`,
  );
  const rows = await db<{ id: string }[]>`
    ${made}
    (select object_id from (select object_id, max(id) as id from (select object_id, id from transitions
          where correlation_id = ${correlationId} and ${ofMerchants(scope)} limit ${mostOfRequest}) moved
        group by object_id) moved
      order by id desc limit ${mostFound})`;
  return rows.map((row) => row.id);
}

/**
 * Returns the objects with a reference: a merchant's own, one on a statement, or one of Tefo; the newest of each kind.
 * `given` is as typed, `comparable` as deposit references are compared.
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
    union (select link.id from site join payment_links link
      on link.site_id = site.id and link.merchant_reference = ${given}
      order by link.created_at desc limit ${mostFound})
    union (select job.id from site join bulk_jobs job on job.site_id = site.id and job.reference = ${given})
    union (select mismatch.id from site join hash_mismatches mismatch
      on mismatch.site_id = site.id and mismatch.reference = ${given}
      order by mismatch.created_at desc limit ${mostFound})
    union select id from settlements made where reference = ${given} and ${ofMerchantsAt(scope, 'made')}
    union select payment_id from deposit_references made
      where reference = ${comparable} and payment_id is not null and ${ofMerchantsAt(scope, 'made')}
    union (select id from deposits made
      where reference = any (${[given, comparable]}::text[]) and ${ofMerchantsAt(scope, 'made')}
      order by received_at desc limit ${mostFound})`;
  return rows.map((row) => row.id);
}

/** A timeline, and the id that led to it. */
export interface Found extends Root {
  of: string;
}

/** Returns the timelines of objects with these ids. A transfer belongs to the object it pays. */
export async function findRoots(readScope: ReadScope, ids: readonly string[]): Promise<Found[]> {
  const own = (table: string) => ofMerchants(readScope, `${table}.merchant_id`);
  return readScope.db<Found[]>`
    with wanted as materialized (
      select given as id, given as of from unnest(${[...ids]}::uuid[]) as given
      union select object_id, id from transfers where id = any (${[...ids]}::uuid[]) and ${ofMerchants(readScope)}
    )
    select 'payment' as kind, payment.id, wanted.of from wanted join payments payment using (id) where ${own('payment')}
    union select 'payment', transaction.payment_id, wanted.of from wanted join transactions transaction using (id)
      where ${own('transaction')}
    union select 'payment', transaction.payment_id, wanted.of from wanted join refunds refund using (id)
      join transactions transaction on transaction.id = refund.transaction_id where ${own('refund')}
    union select case when charge.payment_id is null then 'charge' else 'payment' end,
      coalesce(charge.payment_id, charge.id), wanted.of from wanted join subscription_charges charge using (id)
      where ${own('charge')}
    union select 'payout', payout.id, wanted.of from wanted join payouts payout using (id) where ${own('payout')}
    union select 'settlement', settlement.id, wanted.of from wanted join settlements settlement using (id)
      where ${own('settlement')}
    union select 'subscription', subscription.id, wanted.of from wanted join subscriptions subscription using (id)
      where ${own('subscription')}
    union select 'payment_link', link.id, wanted.of from wanted join payment_links link using (id) where ${own('link')}
    union select 'deposit', deposit.id, wanted.of from wanted join deposits deposit using (id)
      where ${ofDeposits(readScope, 'deposit')}
    union select 'deposit', deposit.id, wanted.of from wanted join deposit_parts part using (id)
      join deposits deposit on deposit.id = part.deposit_id where ${ofDeposits(readScope, 'deposit')} and ${own('part')}
    union select 'bulk_job', job.id, wanted.of from wanted join bulk_jobs job using (id) where ${own('job')}
    union select 'verification', verification.id, wanted.of from wanted join verifications verification using (id)
      where ${own('verification')}
    union select 'refused_request', mismatch.id, wanted.of from wanted join hash_mismatches mismatch using (id)
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

/**
 * Selects the list columns of each kind, for the wanted ids. Only the wanted kinds become part of a statement: to plan
 * all of them takes longer than to read one. all merchants: the caller limits the combined rows to the viewer's.
 */
const describing = (scope: Scope, db = scope.db): Record<TimelineKind, Fragment> => ({
  payment: db`
    select 'payment' as kind, id, payment.merchant_reference as reference, merchant_id, site_id, payment.state,
      payment.amount_cents, payment.created_at,
      (select charge.subscription_id from subscription_charges charge where charge.payment_id = payment.id)
        as subscription_id
    from wanted join payments payment using (id)`,
  payout: db`
    select 'payout' as kind, id, merchant_reference as reference, merchant_id, site_id, state, amount_cents, created_at,
      null::uuid as subscription_id
    from wanted join payouts using (id)`,
  settlement: db`
    select 'settlement' as kind, id, reference, merchant_id, site_id, state, total_cents as amount_cents, created_at,
      null::uuid as subscription_id
    from wanted join settlements using (id)`,
  subscription: db`
    select 'subscription' as kind, id, merchant_reference as reference, merchant_id, site_id, state, amount_cents,
      created_at, id as subscription_id
    from wanted join subscriptions using (id)`,
  payment_link: db`
    select 'payment_link' as kind, id, merchant_reference as reference, merchant_id, site_id, state, amount_cents,
      created_at, null::uuid as subscription_id
    from wanted join payment_links using (id)`,
  charge: db`
    select 'charge' as kind, id, merchant_reference as reference, merchant_id, site_id, state, amount_cents, created_at,
      subscription_id
    from wanted join subscription_charges using (id)`,
  deposit: db`
    select 'deposit' as kind, id, reference, merchant_id, site_id, state, amount_cents, received_at as created_at,
      null::uuid as subscription_id
    from wanted join deposits using (id)
    where ${ofDeposits(scope, 'deposits')}`,
  bulk_job: db`
    select 'bulk_job' as kind, id, reference, merchant_id, site_id, state, null::bigint as amount_cents, created_at,
      null::uuid as subscription_id
    from wanted join bulk_jobs using (id)`,
  verification: db`
    select 'verification' as kind, id, account as reference, merchant_id, site_id, outcome as state,
      null::bigint as amount_cents, created_at, null::uuid as subscription_id
    from wanted join verifications using (id)`,
  refused_request: db`
    select 'refused_request' as kind, id, reference, merchant_id, site_id, null::text as state,
      null::bigint as amount_cents, created_at, null::uuid as subscription_id
    from wanted join hash_mismatches using (id)`,
});

/** Returns each timeline of the scope as lists show it, the newest first. */
export async function describeRoots(scope: Scope, roots: readonly Root[]): Promise<Described[]> {
  const kinds = [...new Set(roots.map(({ kind }) => kind))];
  if (kinds.length === 0) return [];
  const { db } = scope;
  const found = kinds
    .map((kind) => describing(scope)[kind])
    .reduce((all, one) => db`${all} union all ${one}`);
  const rows = await db<(Match & Owner & Pick<Described, 'subscriptionId'>)[]>`
    with wanted as materialized (select distinct unnest(${roots.map(({ id }) => id)}::uuid[]) as id), found as (${found})
    select found.kind, found.id, found.reference, site.code as site_code, found.state, found.amount_cents,
      found.created_at, found.subscription_id, site.id as site_id, site.name as site_name,
      merchant.id as merchant_id, merchant.name as merchant
    from found
    left join sites site on site.id = found.site_id
    left join merchants merchant on merchant.id = site.merchant_id
    where ${ofMerchantsAt(scope, 'found')}
      or found.kind = 'deposit' and found.merchant_id is null and ${scope.siteCode === undefined}
    order by found.created_at desc, found.id desc`;
  return rows.map(({ siteId, siteName, merchantId, merchant, ...match }) => ({
    ...match,
    owner: siteId === null ? null : { siteId, siteName, merchantId, merchant },
  }));
}
