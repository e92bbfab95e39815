// All SQL of subscription charges. A caller that locks a charge holds its subscription.
import { asText } from '../../kernel/db/arrays.ts';
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { firstRow, onlyRow } from '../../kernel/db/rows.ts';
import { columnsOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ChargeState } from './state.ts';
import type { Subscription } from './store.ts';

export const subscriptionCharges = table('subscription_charges', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  subscriptionId: t.uuid(),
  type: t.code<'scheduled' | 'adhoc' | 'signup'>(),
  /** The number of the due date, from 1; null for other types. */
  occurrence: t.integer().nullable(),
  state: t.code<ChargeState>().later(),
  stateReason: t.text('redact').nullable().later(),
  amountCents: t.bigint(),
  currency: t.code(),
  merchantReference: t.text('keep'),
  description: t.text('redact').nullable(),
  /** The nominal day, "2026-12-26", and the day to which the site's holiday rule moved it. */
  dueDate: t.date(),
  chargeDate: t.date(),
  attempts: t.integer().later().changes(),
  paymentId: t.uuid().nullable().later().changes(),
  /** The latest attempt. */
  transactionId: t.uuid().nullable().later().changes(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later(),
  dueAt: t.timestamptz().nullable().changes(),
  /** When the reminder was sent or skipped. */
  remindedAt: t.timestamptz().nullable().later().changes(),
});

export type Charge = RowOf<typeof subscriptionCharges>;

const columns = columnsOf(subscriptionCharges);

/** Locks charges in the order of their ids. all merchants: the caller holds their subscriptions. */
export const lockCharges = (tx: Tx, ids: readonly string[]) => tx<Charge[]>`
    select ${columns(tx)} from subscription_charges where id = any (${[...ids]}::uuid[])
    order by id for no key update`;

/** The same for the charges of payments. all merchants: the caller holds payments and subscriptions. */
export const lockOfPayments = (tx: Tx, paymentIds: readonly string[]) => tx<Charge[]>`
    select ${columns(tx)} from subscription_charges where payment_id = any (${[...paymentIds]}::uuid[])
    order by id for no key update`;

/** all merchants: the caller holds the e-mail about the charge. */
export const findCharge = (db: Db, id: string) =>
  firstRow(db<Charge[]>`select ${columns(db)} from subscription_charges where id = ${id}`);

/** all merchants: the caller holds the payment. */
export const findChargeOfPayment = (db: Db, paymentId: string) =>
  firstRow(db<Charge[]>`
    select ${columns(db)} from subscription_charges where payment_id = ${paymentId}`);

/** Returns a subscription's newest charge that was sent to a bank. all merchants: the caller holds the subscription. */
export const findNewestTried = (db: Db, subscriptionId: string) =>
  firstRow(db<Charge[]>`
    select ${columns(db)} from subscription_charges
    where subscription_id = ${subscriptionId} and attempts > 0
    order by created_at desc, id desc limit 1`);

/** Returns a page of a subscription's charges, newest first, without cancelled due dates. */
export async function listCharges(
  db: Db,
  { id, merchantId }: Pick<Subscription, 'id' | 'merchantId'>,
  page: PageRequest,
): Promise<Page<Charge>> {
  const found = await db<Charge[]>`
    select ${columns(db)} from subscription_charges
    where subscription_id = ${id} and merchant_id = ${merchantId} and state <> 'cancelled'
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

/** Locks a subscription's unstarted and retrying charges. all merchants: the caller holds the subscription. */
export const lockWaitingCharges = (tx: Tx, subscriptionId: string) => tx<Charge[]>`
    select ${columns(tx)} from subscription_charges
    where subscription_id = ${subscriptionId} and state in ('scheduled', 'retrying')
    order by created_at, id for no key update`;

/** Returns the next due date, if it has not started. all merchants: the caller holds the subscription. */
export const findUpcoming = (db: Db, subscriptionId: string) =>
  firstRow(db<Charge[]>`
    select ${columns(db)} from subscription_charges
    where subscription_id = ${subscriptionId} and type = 'scheduled' and state = 'scheduled'`);

/**
 * Returns the next due dates that have not started for the subscriptions of payments. all merchants: the caller holds
 * the subscriptions.
 */
export const findUpcomingOfPayments = (tx: Tx, paymentIds: readonly string[]) => tx<Charge[]>`
    select ${columns(tx)} from subscription_charges
    where type = 'scheduled' and state = 'scheduled' and subscription_id in (
      select subscription_id from subscription_charges where payment_id = any (${[...paymentIds]}::uuid[]))`;

/**
 * Returns the ids of the given charges with an earlier due date still at a bank. all merchants: the caller holds their
 * subscriptions.
 */
export const findHeldUp = (tx: Tx, ids: readonly string[]) => tx<{ id: string }[]>`
    select charge.id from subscription_charges charge
    where charge.id = any (${[...ids]}::uuid[]) and exists (
      select from subscription_charges earlier
      where earlier.subscription_id = charge.subscription_id and earlier.type = 'scheduled'
        and earlier.occurrence < charge.occurrence and earlier.state in ('scheduled', 'charging'))`;

export interface Outcomes {
  /** The failed due dates. */
  failed: number[];
  /** How many due dates have ended. */
  ended: number;
  /** How many charges of any type have not ended. */
  open: number;
}

/** Returns the outcomes of charges by subscription. all merchants: the caller holds the subscriptions. */
export async function readOutcomes(
  tx: Tx,
  subscriptionIds: readonly string[],
): Promise<Map<string, Outcomes>> {
  const rows = await tx<{ id: string; failed: number[] | null; ended: number; open: number }[]>`
    select subscription_id as id,
      array_agg(occurrence) filter (where type = 'scheduled' and state = 'failed') as failed,
      count(*) filter (where type = 'scheduled' and state in ('successful', 'failed'))::integer as ended,
      count(*) filter (where state in ('scheduled', 'charging', 'retrying'))::integer as open
    from subscription_charges where subscription_id = any (${[...subscriptionIds]}::uuid[])
    group by subscription_id`;
  return new Map(rows.map(({ id, failed, ended, open }) => [id, { failed: failed ?? [], ended, open }]));
}

/**
 * Returns how many single charges were requested and their total, including failed ones. all merchants: the caller
 * holds the subscription.
 */
export const sumAdhocCharges = (tx: Tx, subscriptionId: string) =>
  onlyRow(tx<{ count: number; cents: Cents }[]>`
    select count(*)::integer as count, coalesce(sum(amount_cents), 0)::bigint as cents
    from subscription_charges where subscription_id = ${subscriptionId} and type = 'adhoc'`);

export interface NewDue {
  charge: Pick<Charge, 'id' | 'state' | 'attempts'>;
  at: Date | null;
}

/**
 * Sets when charges are due next. Skips those that have changed in the meantime or are locked: that step decides. At
 * worst one comes due again when its lease has expired. all merchants: the caller has claimed the charges.
 */
export async function setChargesDue(db: Db, dues: readonly NewDue[]): Promise<void> {
  const column = (read: (due: NewDue) => unknown) => dues.map((due) => asText(read(due)));
  await db`
    with due as materialized (
      select charge.id, given.at
      from unnest(${column(({ charge }) => charge.id)}::uuid[], ${column(({ charge }) => charge.state)}::text[],
        ${column(({ charge }) => charge.attempts)}::text[]::integer[],
        ${column(({ at }) => at)}::text[]::timestamptz[]) as given (id, state, attempts, at)
      join subscription_charges charge on charge.id = given.id and charge.state = given.state
        and charge.attempts = given.attempts
      for no key update of charge skip locked)
    update subscription_charges charge set due_at = due.at from due where charge.id = due.id`;
}

/**
 * Claims due charges: sets due_at to `leaseUntil`, so that charges of a killed process come due again. all merchants:
 * the sweep serves every merchant.
 */
export const claimCharges = (db: Sql, now: Date, leaseUntil: Date, limit: number) => db<Charge[]>`
    update subscription_charges set due_at = ${leaseUntil}
    where id = any (array(
      select id from subscription_charges where due_at <= ${now}
      order by due_at limit ${limit} for update skip locked))
    returning ${columns(db)}`;

/** Returns the payments of subscriptions' charges. all merchants: the sweep of customers serves every merchant. */
export const findPaymentsOf = (tx: Tx, subscriptionIds: readonly string[]) => tx<
  { paymentId: string; subscriptionId: string }[]
>`
    select payment_id, subscription_id from subscription_charges
    where subscription_id = any (${[...subscriptionIds]}::uuid[]) and payment_id is not null`;

/** A site that reminds its customers so many days before a charge. */
export interface Reminding {
  siteId: string;
  days: number;
}

const remindingRows = (db: Db, sites: readonly Reminding[]) =>
  db`unnest(${sites.map(({ siteId }) => siteId)}::uuid[], ${sites.map(({ days }) => days)}::integer[]) as site (id, days)`;

const isToRemind = (db: Db) =>
  db`charge.site_id = site.id and charge.type = 'scheduled' and charge.state = 'scheduled' and charge.reminded_at is null`;

/**
 * Locks charges whose reminder is due on a day or before, without waiting for any that another step has locked. all merchants: the
 * sweep serves every merchant.
 */
export const lockToRemind = (tx: Tx, sites: readonly Reminding[], upTo: string, limit: number) => tx<
  Charge[]
>`
    select own.* from ${remindingRows(tx, sites)} cross join lateral (
      select ${columnsOf(subscriptionCharges, 'charge')(tx)} from subscription_charges charge
      where ${isToRemind(tx)} and charge.charge_date <= ${upTo}::date + site.days
      order by charge.charge_date limit ${limit} for no key update of charge skip locked) own
    limit ${limit}`;

/** Returns the day of the first reminder after a day; null without one. all merchants: the sweep serves every merchant. */
export async function firstReminder(
  db: Db,
  sites: readonly Reminding[],
  after: string,
): Promise<string | null> {
  if (sites.length === 0) return null;
  const { day } = await onlyRow(
    db<{ day: string | null }[]>`
      select min(own.day)::text as day from ${remindingRows(db, sites)} cross join lateral (
        select charge.charge_date - site.days as day from subscription_charges charge
        where ${isToRemind(db)} and charge.charge_date > ${after}::date + site.days
        order by charge.charge_date limit 1) own`,
  );
  return day;
}
