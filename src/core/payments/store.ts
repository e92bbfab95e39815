// All SQL of payments.
import { firstDue } from '../../kernel/concurrency/jobs.ts';
import { batch } from '../../kernel/db/batch.ts';
import { batchedRead } from '../../kernel/db/batched-read.ts';
import type { Db, Fragment, Query, Sql, Tx } from '../../kernel/db/db.ts';
import { firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, type RowOf, recordOf, t, table } from '../../kernel/db/table.ts';
import type { Answer, KeyUse } from '../../kernel/http/idempotency.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Actor } from '../context.ts';
import { addingCustomers, type Identified } from '../customers/actions.ts';
import { atSitesOf } from '../merchants/sites-store.ts';
import { type PaymentState, paymentMachine } from './state.ts';

/** The contract under which a payment was requested: the One API or the Payments API. It decides how it is notified. */
export type Contract = 'one' | 'payments';

/** Data that a payment stores for its merchant and returns unchanged. */
export interface PaymentDetails {
  successUrl?: string;
  cancelUrl?: string;
  errorUrl?: string;
  returnUrl?: string;
  optional?: (string | null)[];
  customer?: string;
  payeeDisplayName?: string;
  customerIdentifier?: string;
  /** The identifier is not a South African id number with a valid check digit. */
  isIdentifierUnchecked?: true;
  customerCellphoneNumber?: string;
  payer?: unknown;
  payerReference?: string;
  region?: string;
  /** The subscription that it is a charge of. Only the bank can pay it, under the subscription's mandate. */
  subscriptionId?: string;
  /** The purpose, as the payer reads it. */
  description?: string;
}

export const payments = table('payments', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  contract: t.code<Contract>(),
  state: t.code<PaymentState>().later(),
  stateReason: t.text('redact').nullable().later(),
  amountCents: t.bigint(),
  currency: t.code(),
  /** The band in which the payer may choose the amount; null if the amount is fixed. */
  minimumCents: t.bigint().nullable(),
  maximumCents: t.bigint().nullable(),
  merchantReference: t.text('keep'),
  bankReference: t.text('keep').nullable(),
  isTest: t.boolean(),
  selectedBankId: t.uuid().nullable(),
  notifyUrl: t.text('redact').nullable(),
  details: t.jsonb<PaymentDetails>('without'),
  /** The fields whose end the hash leaves open, for a request that its payer carried; null without any. */
  ambiguousEnds: t.codes().nullable(),
  /** Its site forbids a second payment with its reference. */
  uniqueReference: t.boolean().unread(),
  /** The actor that requested it; null for the oldest payments. */
  createdBy: t.code<Actor>().nullable().unread(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  expiresAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later(),
  linkId: t.uuid().nullable(),
  /** Whose payment it is; null if nothing is known of its customer. */
  customerId: t.uuid('clear').nullable().changes(),
});

export type Payment = RowOf<typeof payments>;

const columns = columnsOf(payments);

export interface NewRow {
  payment: Payment;
  /** Absent if nothing is known, or if the customer is known already. */
  customer?: Identified | undefined;
  uniqueReference: boolean;
  createdBy: Actor;
  keyed?: { use: KeyUse; answer: Answer };
}

function toJson({ payment, uniqueReference, createdBy, keyed }: NewRow): Record<string, unknown> {
  return {
    ...recordOf(payments, { ...payment, uniqueReference, createdBy }),
    key: keyed?.use.key,
    operation: keyed?.use.operation,
    request_hash: keyed?.use.requestHash,
    status: keyed?.answer.status,
    location: keyed?.answer.location,
    body: keyed?.answer.body,
  };
}

/**
 * Adds payments, each with its idempotency key and response, in one statement. Returns for each whether it was added:
 * false if its key was used before, or its reference was and the site forbids that.
 */
export async function insertPayments(db: Db, rows: readonly NewRow[]): Promise<boolean[]> {
  const ids = new Set((await addingPayments(db, rows)).map(({ id }) => id));
  return rows.map((row) => ids.has(row.payment.id));
}

/** The statement of `insertPayments`, which returns the ids of those that it adds. */
export const addingPayments = (db: Db, rows: readonly NewRow[]): Fragment => db`
    with incoming as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows.map(toJson))}::text::jsonb) as incoming (
        ${db(payments.texts.record)}, key text, operation text,
        request_hash text, status integer, location text, body text)
    ), ${namedBy(db, rows)} keyed as (
      insert into idempotency_keys (merchant_id, operation, key, request_hash, status, location, body, created_at)
      select merchant_id, operation, key, request_hash, status, location, body, created_at
      from incoming where key is not null
      -- One order for all, so that two statements with the same keys wait for each other in one direction only.
      order by merchant_id, operation, key
      on conflict do nothing
      returning merchant_id, operation, key
    )
    insert into payments (${db(payments.texts.given)})
    select ${db(payments.texts.given)}
    from incoming
    where (key is null or (merchant_id, operation, key) in (select merchant_id, operation, key from keyed))
      -- A value, not an "exists": PostgreSQL could evaluate that by reading the whole table once.
      and not (unique_reference and (
        select true from payments earlier
        where earlier.site_id = incoming.site_id and earlier.merchant_reference = incoming.merchant_reference
        limit 1) is not null)
    on conflict do nothing
    returning id`;

/** The customers of new payments, as a part of their statement, which runs after all else of it. */
function namedBy(db: Db, rows: readonly NewRow[]): Fragment {
  const named = rows.flatMap(({ customer }) => customer ?? []);
  const [first] = rows;
  return first && named.length > 0
    ? db`named as (${addingCustomers(db, named, first.payment.createdAt)}),`
    : db``;
}

/** Adds a payment together with whatever other requests are adding just now; resolves after the commit. */
export const insertPaymentSoon = batch(insertEachKeyOnce);

// Two rows with one key in one statement would both find the key new; only the first is sent.
async function insertEachKeyOnce(db: Sql, rows: readonly NewRow[]): Promise<boolean[]> {
  const seen = new Set<string>();
  const isFirst = rows.map(({ keyed }) => {
    if (!keyed) return true;
    const name = `${keyed.use.merchantId} ${keyed.use.operation} ${keyed.use.key}`;
    return !seen.has(name) && Boolean(seen.add(name));
  });
  const added = await insertPayments(
    db,
    rows.filter((_, index) => isFirst[index]),
  );
  let next = 0;
  return isFirst.map((first) => (first ? added[next++]! : false));
}

export const findPayment = (db: Db, merchantId: string, id: string) =>
  firstRow(db<Payment[]>`
    select ${columns(db)} from payments where id = ${id} and merchant_id = ${merchantId}`);

/** Those of a merchant's payments that have one of the ids. */
export async function findPayments(db: Db, merchantId: string, ids: string[]): Promise<Payment[]> {
  return db<Payment[]>`
    select ${columns(db)} from payments where merchant_id = ${merchantId} and id = any (${ids})`;
}

/** all merchants: the customer's checkout, whose unguessable address is its right to see the payment. */
export const findPaymentForCustomer = batchedRead(
  (db, ids) => db<Payment[]>`select ${columns(db)} from payments where id = any (${ids}::uuid[])`,
  ({ id }) => id,
);

/**
 * Locks a payment, and with it everything about its attempts. Not its key: PostgreSQL itself shares that when it checks a
 * reference to the payment, also of a row that it was written twice in one transaction, whose writer holds other locks.
 * all merchants: the caller has found it before.
 */
export const lockPayment = (tx: Tx, id: string) =>
  firstRow(tx<Payment[]>`select ${columns(tx)} from payments where id = ${id} for no key update`);

/** Ids as the query that lockPayments takes. */
export const paymentIds = (tx: Tx, ids: readonly string[]): Fragment =>
  tx`select unnest(${[...ids]}::uuid[])`;

/** Locks the payments whose ids a query names, in the order of their ids. all merchants: the caller has found them before. */
export function lockPayments(tx: Tx, ids: Fragment): Query<Payment> {
  return tx<Payment[]>`
    select ${columns(tx)} from payments where id in (${ids}) order by id for no key update`;
}

export interface PaymentFilter {
  merchantId: string;
  from: Date;
  to: Date;
  siteId?: string;
  state?: PaymentState;
  merchantReference?: string;
}

/** A page of a merchant's payments made in [from, to), newest first. */
export async function pagePayments(db: Db, filter: PaymentFilter, page: PageRequest): Promise<Page<Payment>> {
  const found = await db<Payment[]>`
    select ${columns(db)} from payments
    where merchant_id = ${filter.merchantId} and created_at >= ${filter.from} and created_at < ${filter.to}
      ${filter.siteId ? db`and site_id = ${filter.siteId}` : db``}
      ${filter.state ? db`and state = ${filter.state} ${indexClause(db, filter.state)}` : db``}
      ${filter.merchantReference ? db`and merchant_reference = ${filter.merchantReference}` : db``}
      ${filter.merchantReference && !filter.siteId ? atSitesOf(db, filter.merchantId) : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

/**
 * Repeats the condition of the partial index of a state's payments: PostgreSQL uses the index only if it sees the same
 * text.
 */
function indexClause(db: Db, state: PaymentState) {
  if (state === 'complete') return db``;
  return state === 'created' ? db`and state = 'created'` : db`and state in ('cancelled', 'expired')`;
}

/** Returns when the first payment after an instant expires. all merchants: the expiry sweep serves every merchant. */
export function firstExpiry(db: Sql, after: Date): Promise<Date | undefined> {
  return firstDue(db, 'payments', 'expires_at', after, paymentMachine.initial);
}

/** Returns expired payments, oldest first. all merchants: the expiry sweep serves every merchant. */
export async function findExpired(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    select id from payments where state = 'created' and expires_at <= ${now} order by expires_at limit ${limit}`;
}

/**
 * Returns the first payment of each reference, amount and contract at a site. Charges of
 * subscriptions, which share a reference, are not among them.
 */
export async function findPaymentsByReference(
  db: Db,
  { id: siteId, merchantId }: { id: string; merchantId: string },
  references: readonly string[],
): Promise<Payment[]> {
  return db<Payment[]>`
    select distinct on (merchant_reference, amount_cents, contract) ${columns(db)} from payments
    where merchant_id = ${merchantId} and site_id = ${siteId} and merchant_reference = any (${[...references]}::text[])
      and details ->> 'subscriptionId' is null
    order by merchant_reference, amount_cents, contract, created_at, id`;
}

/** Returns the newest payment of a link; of several that were created at one instant, one that is open. */
export const findNewestOfLink = (db: Db, { merchantId, id }: { merchantId: string; id: string }) =>
  firstRow(db<Payment[]>`
    select ${columns(db)} from payments where link_id = ${id} and merchant_id = ${merchantId}
    order by created_at desc, state = 'created' desc, id desc limit 1`);

/** Returns the payments of a link that can be paid, at most a hundred. */
export const findOpenOfLink = (db: Db, { merchantId, id }: { merchantId: string; id: string }) => db<
  Payment[]
>`
    select ${columns(db)} from payments
    where link_id = ${id} and merchant_id = ${merchantId} and state = 'created' limit 100`;

/** Exactly as many paid payments of a link are counted. */
export const mostPaidCounted = 10_000;

/** Returns how many payments of each link are paid, at most `mostPaidCounted` + 1 of one; links without any are left out. */
export async function countPaidOfLinks(
  db: Db,
  merchantId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db<{ id: string; paid: number }[]>`
    select asked.id, counted.paid from unnest(${[...linkIds]}::uuid[]) as asked (id)
    cross join lateral (
      select count(*)::integer as paid from (
        select from payments
        where link_id = asked.id and merchant_id = ${merchantId} and state = 'complete' limit ${mostPaidCounted + 1}
      ) paid
    ) counted where counted.paid > 0`;
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}

/**
 * Restricts `transactions` to those whose payment can still be paid. all merchants: it is part of statements that name
 * the merchant.
 */
export const isOpen = (db: Db) => db`
  exists (select from payments where payments.id = transactions.payment_id and payments.state = 'created')`;
