// SQL of the search. Each statement is held to the searcher's merchants or sites before its limit, goes by an index, and
// reads a bounded number of rows of each: however often a reference or an amount was used, it takes no longer.

import type { Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { findNewest, readCustomerText } from '../customers.ts';
import { type Outcome, outcomeOf } from '../outcomes.ts';
import { ofMerchants } from '../timelines/scope.ts';
import { type Scope as AnyScope, ofMerchantsAt, sitesOf } from '../timelines/store.ts';
import type { TimelineKind } from '../timelines/timeline.ts';

export interface Found {
  kind: TimelineKind | 'refund' | 'customer';
  id: string;
  createdAt: Date;
  /** The step of the timeline that the text identifies. */
  record?: string;
}

export interface Scope extends AnyScope {
  /** So many of each meaning are read: one more than all pages up to the requested one show. */
  mostOfEach: number;
}

/** Of one site, one reference or beginning is read so often; of one merchant, so many of the newest payments. */
const mostRead = 2_000;

/** The columns of references, each with an index that begins with the site. */
const referenced = [
  { kind: 'payment', table: 'payments', column: 'merchant_reference' },
  { kind: 'payout', table: 'payouts', column: 'merchant_reference' },
  { kind: 'subscription', table: 'subscriptions', column: 'merchant_reference' },
  { kind: 'bulk_job', table: 'bulk_jobs', column: 'reference' },
  { kind: 'refused_request', table: 'hash_mismatches', column: 'reference' },
  { kind: 'payment_link', table: 'payment_links', column: 'merchant_reference' },
] as const;

/** What banks print. */
const printed = [
  { kind: 'payment', table: 'payments', column: 'bank_reference' },
  { kind: 'payout', table: 'payouts', column: 'customer_bank_reference' },
] as const;

type Place = (typeof referenced | typeof printed)[number];

/**
 * Restricts to the rows in the index of bank references: the merchant's own reference is found there; those of open
 * payments are found among the newest.
 */
const isIndexed = (db: Db, { column }: Place) =>
  column === 'bank_reference' ? db`bank_reference <> merchant_reference and state <> 'created'` : db`true`;

/**
 * A word is looked for as a range: where all references of a table are one text, as bank references may be, PostgreSQL takes
 * an equal one for likely, and reads the whole site.
 */
async function findWhole(scope: Scope, places: readonly Place[], words: string[]): Promise<Found[]> {
  const { db, mostOfEach } = scope;
  const found = places.map(
    (place) => db<Found[]>`
      with ${sitesOf(scope)}
      select ${place.kind} as kind, found.id, found.created_at
      from site cross join unnest(${words}::text[]) as word cross join lateral (
        select id, created_at from ${db(place.table)}
        where site_id = site.id and ${db(place.column)} between word and word and ${isIndexed(db, place)} limit ${mostRead}
      ) found
      order by found.created_at desc, found.id desc limit ${mostOfEach}`,
  );
  return (await Promise.all(found)).flat();
}

export const findReferences = (scope: Scope, words: string[]) => findWhole(scope, referenced, words);
export const findPrinted = (scope: Scope, words: string[]) => findWhole(scope, printed, words);

/** The last character there is: it sorts behind all that begins with a text. */
const last = '\u{10ffff}';

/** Reads the references that begin with a text from their end: those that count upwards have their newest there. */
export async function findBeginnings(scope: Scope, beginnings: string[]): Promise<Found[]> {
  if (beginnings.length === 0) return [];
  const { db, mostOfEach } = scope;
  const found = referenced.map(
    ({ kind, table, column }) => db<Found[]>`
      with ${sitesOf(scope)}
      select ${kind} as kind, found.id, found.created_at
      from site cross join unnest(${beginnings}::text[]) as beginning cross join lateral (
        select id, created_at from ${db(table)}
        where site_id = site.id and ${db(column)} >= beginning and ${db(column)} < beginning || ${last}
          and starts_with(${db(column)}, beginning)
        order by ${db(column)} desc limit ${mostRead}
      ) found
      order by found.created_at desc, found.id desc limit ${mostOfEach}`,
  );
  return (await Promise.all(found)).flat();
}

/** The expression of the index payments_spoken. */
const spokenReference = (db: Db) => db`translate(upper(merchant_reference), 'OIL -_./#:', '011')`;

/** Returns payments with a part of a reference as it is read aloud. `findAmongNewest` finds the newest if many have the part. */
export const findSpoken = (scope: Scope, spoken: string) => {
  const { db, mostOfEach } = scope;
  return db<Found[]>`
    select 'payment' as kind, id, created_at from (
      select id, created_at from payments
      where ${spokenReference(db)} like ${`%${spoken}%`} and ${ofMerchantsAt(scope, 'payments')} limit ${mostRead}
    ) held order by created_at desc, id desc limit ${mostOfEach}`;
};

/**
 * Returns payment links with a part of a reference as it is read aloud, among the newest of each merchant, or of all together
 * for operators. all merchants: an operator's search; other viewers get their scope only.
 */
export const findSpokenLinks = (scope: Scope, spoken: string) => {
  const { db, viewer, mostOfEach } = scope;
  const columns = db`id, site_id, merchant_id, merchant_reference, created_at`;
  const newest =
    viewer.merchants === 'all'
      ? db`newest as (select ${columns} from payment_links order by created_at desc, id desc limit ${mostRead})`
      : db`${merchantsOf(scope)}, newest as (
          select own.* from merchant cross join lateral (
            select ${columns} from payment_links where merchant_id = merchant.id
            order by created_at desc, id desc limit ${mostRead}
          ) own)`;
  return db<Found[]>`
    with ${newest}
    select 'payment_link' as kind, id, created_at from newest
    where strpos(${spokenReference(db)}, ${spoken}) > 0 and ${ofMerchantsAt(scope, 'newest')}
    order by created_at desc, id desc limit ${mostOfEach}`;
};

/**
 * Returns the customers with a text in their name, address or number, and the newest payments of each. all merchants: the
 * conditions limit both to the viewer's.
 */
export async function findCustomers(scope: Scope, viewer: Viewer, text: string): Promise<Found[]> {
  const { db, mostOfEach } = scope;
  const parts = await readCustomerText(db, text, { viewer });
  const found = await findNewest(db, parts, { viewer }, mostOfEach);
  const paid = await db<Found[]>`
    select 'payment' as kind, paid.id, paid.created_at
    from unnest(${found.map(({ id }) => id)}::uuid[]) as customer (id) cross join lateral (
      select id, created_at from payments where customer_id = customer.id and ${ofMerchantsAt(scope, 'payments')}
      order by created_at desc, id desc limit ${mostOfEach}
    ) paid
    order by paid.created_at desc, paid.id desc limit ${mostOfEach}`;
  return [...found.map(({ id, createdAt }) => ({ kind: 'customer' as const, id, createdAt })), ...paid];
}

/** Returns the outcomes of payments. all merchants: the caller has found them in the viewer's scope. */
export const describeOutcomes = ({ db }: Scope, ids: string[]) => db<{ id: string; outcome: Outcome }[]>`
  select payment.id, ${outcomeOf(db, 'payment', 'attempt')} as outcome
  from payments payment left join transactions attempt on attempt.payment_id = payment.id and attempt.counts
  where payment.id = any (${ids}::uuid[])`;

export interface CustomerRow {
  id: string;
  name: string;
  /** The e-mail address or telephone number next to the name. */
  contact: string | null;
  createdAt: Date;
}

/** Returns customers as the search shows them. all merchants: the caller has found them in the viewer's scope. */
export const describeCustomers = ({ db }: Scope, ids: string[]) => db<CustomerRow[]>`
  select id, coalesce(name, email, phone) as name, case when name is not null then coalesce(email, phone) end as contact,
    created_at
  from customers where id = any (${ids}::uuid[])`;

/** Finds by references that are unique in the whole service: settlements, deposits, orders to banks. */
export async function findOurs(
  scope: Scope,
  { words, comparable }: { words: string[]; comparable: string[] },
): Promise<Found[]> {
  const { db, mostOfEach } = scope;
  return db<Found[]>`
    (select 'settlement' as kind, id, created_at from settlements
      where reference = any (${words}::text[]) and ${ofMerchantsAt(scope, 'settlements')})
    union (select 'payment', payment.id, payment.created_at from deposit_references drawn
      join payments payment on payment.id = drawn.payment_id
      where drawn.reference = any (${comparable}::text[]) and ${ofMerchantsAt(scope, 'drawn')})
    union (select 'payment', payment.id, payment.created_at from deposit_references drawn
      cross join lateral (select id, created_at from payments payment
        where payment.site_id = drawn.site_id and payment.merchant_reference = drawn.merchant_reference
        limit ${mostRead}) payment
      where drawn.reference = any (${comparable}::text[]) and ${ofMerchantsAt(scope, 'drawn')})
    union (select 'deposit', id, received_at from deposits
      where reference = any (${[...words, ...comparable]}::text[]) and ${ofMerchantsAt(scope, 'deposits')}
      order by received_at desc limit ${mostOfEach})
    order by created_at desc limit ${mostOfEach}`;
}

/** Returns the object that an order to a bank pays, by the reference under which the bank has it. */
export async function findOrdered(scope: Scope, words: string[]): Promise<string[]> {
  const rows = await scope.db<{ id: string }[]>`
    select transfer.object_id as id from payment_orders ordered join transfers transfer on transfer.id = ordered.id
    where ordered.bank_reference = any (${words}::text[]) and ${ofMerchantsAt(scope, 'transfer')}`;
  return rows.map(({ id }) => id);
}

const merchantsOf = ({ db, viewer }: Scope) => db`
  merchant as materialized (select id from merchants where ${ofMerchants({ db, viewer }, 'id')})`;

/** The columns of amounts, each with an index that begins with the merchant and the amount. */
const amounts = [
  { kind: 'payment', table: 'transactions', id: 'payment_id', column: 'amount_cents' },
  { kind: 'refund', table: 'refunds', id: 'id', column: 'amount_cents' },
  { kind: 'payout', table: 'payouts', id: 'id', column: 'amount_cents' },
  { kind: 'settlement', table: 'settlements', id: 'id', column: 'total_cents' },
] as const;

export async function findAmounts(scope: Scope, cents: readonly Cents[]): Promise<Found[]> {
  const { db, mostOfEach } = scope;
  const found = amounts.map(
    ({ kind, table, id, column }) => db<Found[]>`
      with ${merchantsOf(scope)}
      select ${kind} as kind, found.id, found.created_at
      from merchant cross join unnest(${cents.map(String)}::bigint[]) as amount cross join lateral (
        select ${db(id)} as id, created_at from ${db(table)} held
        where merchant_id = merchant.id and ${db(column)} = amount and ${ofMerchantsAt(scope, 'held')}
        order by created_at desc, held.id desc limit ${mostOfEach}
      ) found
      order by found.created_at desc limit ${mostOfEach}`,
  );
  const deposits = db<Found[]>`
    select 'deposit' as kind, id, received_at as created_at from deposits
    where amount_cents = any (${cents.map(String)}::bigint[]) and ${ofMerchantsAt(scope, 'deposits')}
    order by received_at desc limit ${mostOfEach}`;
  return (await Promise.all([...found, deposits])).flat();
}

/** Returns the payments whose payer's account number ends with these four digits. */
export const findAccounts = (scope: Scope, lastFour: string) => {
  const { db, mostOfEach } = scope;
  return db<Found[]>`
  with ${merchantsOf(scope)}
  select 'payment' as kind, found.id, found.created_at
  from merchant cross join lateral (
    select payment_id as id, created_at from transactions held
    where merchant_id = merchant.id and right(payer_account, 4) = ${lastFour} and payer_account is not null
      and ${ofMerchantsAt(scope, 'held')}
    order by created_at desc, held.id desc limit ${mostOfEach}
  ) found
  order by found.created_at desc limit ${mostOfEach}`;
};

export interface Wanted {
  words: string[];
  beginnings: string[];
  cents: readonly Cents[];
  spoken: string | null;
  siteId: string | null;
}

/**
 * Looks through the newest payments of each merchant, or of all together for operators. They include references that
 * are used so often that their index is read in part only, payments without an attempt, and a site's newest. Ids follow
 * the time at which payments were created. all merchants: an operator's search; other viewers get their scope only.
 */
export function findAmongNewest(scope: Scope, wanted: Wanted) {
  const { db, viewer, mostOfEach } = scope;
  const columns = db`id, site_id, merchant_id, merchant_reference, bank_reference, amount_cents, created_at`;
  const newest =
    viewer.merchants === 'all'
      ? db`newest as (select ${columns} from payments order by id desc limit ${mostRead})`
      : db`${merchantsOf(scope)}, newest as (
          select own.* from merchant cross join lateral (
            select ${columns} from payments where merchant_id = merchant.id
            order by created_at desc, id desc limit ${mostRead}
          ) own)`;
  const { words, beginnings, cents, spoken, siteId } = wanted;
  return db<
    (Found & Record<'isReference' | 'isPrinted' | 'isBeginning' | 'isSpoken' | 'isAmount', boolean>)[]
  >`
    with ${newest}, judged as (
      select *, merchant_reference = any (${words}::text[]) as is_reference,
        coalesce(bank_reference = any (${words}::text[]), false) as is_printed,
        exists (select from unnest(${beginnings}::text[]) as beginning where starts_with(merchant_reference, beginning)) as is_beginning,
        amount_cents = any (${cents.map(String)}::bigint[]) as is_amount,
        coalesce(strpos(${spokenReference(db)}, ${spoken}) > 0, false) as is_spoken,
        coalesce(site_id = ${siteId}, false) as is_site
      from newest
    )
    select 'payment' as kind, id, created_at, is_reference, is_printed, is_beginning, is_spoken, is_amount from judged
    where (is_reference or is_printed or is_beginning or is_spoken or is_amount or is_site) and ${ofMerchantsAt(scope, 'judged')}
    order by created_at desc, id desc limit ${mostOfEach}`;
}

export interface SiteRow {
  id: string;
  code: string;
  name: string;
  createdAt: Date;
}

/** all merchants: the condition limits it to the viewer's. */
export const findSite = ({ db, viewer }: AnyScope, code: string) => db<SiteRow[]>`
  select id, code, name, created_at from sites where code = ${code} and ${ofMerchants({ db, viewer })}`;

export interface RefundRow {
  id: string;
  paymentId: string;
  reference: string;
  siteCode: string;
  state: string;
  amountCents: Cents;
  createdAt: Date;
}

/** Returns refunds as the search shows them. */
export const describeRefunds = (scope: Scope, ids: string[]) => scope.db<RefundRow[]>`
  select refund.id, transaction.payment_id, refund.merchant_reference as reference, site.code as site_code, refund.state,
    refund.amount_cents, refund.created_at
  from refunds refund
  join transactions transaction on transaction.id = refund.transaction_id
  join sites site on site.id = refund.site_id
  where refund.id = any (${ids}::uuid[]) and ${ofMerchantsAt(scope, 'refund')}`;
