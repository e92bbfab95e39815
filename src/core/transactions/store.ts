// All SQL of transactions and of the consents customers gave.
import { batchedRead } from '../../kernel/db/batched-read.ts';
import type { Db, Fragment, Query, Sql, Tx } from '../../kernel/db/db.ts';
import { firstRow, firstValue } from '../../kernel/db/rows.ts';
import { columnsOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import { lastOf } from '../../kernel/required.ts';
import { atSitesOf } from '../merchants/sites-store.ts';
import {
  debitType,
  depositType,
  failedStates,
  isFailed,
  isLive,
  liveStates,
  paidStates,
  reversedState,
  type TransactionState,
} from './state.ts';

export const transactions = table('transactions', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  paymentId: t.uuid(),
  state: t.code<TransactionState>().later(),
  stateReason: t.text('redact').nullable().later(),
  /**
   * "redirect" (hosted), "payshap", "bankdeposit", a bank's own API type, "test", "debit" (a charge of a subscription), or
   * "none" where no bank was ever chosen.
   */
  paymentType: t.code(),
  /** The reference that a deposit must carry to pay it; null if it waits for no deposit. */
  depositReference: t.code().nullable(),
  /** The bank account of this service that is paid; null until the payer has chosen how to pay. */
  bankAccount: t.code().nullable().changes(),
  bankId: t.uuid().nullable().changes(),
  bankName: t.code().nullable().changes(),
  /** The bank's page for the payer, once the bank has given it. */
  bankUrl: t.text('redact').nullable().later().changes(),
  amountCents: t.bigint().changes(),
  currency: t.code(),
  merchantReference: t.text('keep'),
  isTest: t.boolean(),
  paidLate: t.boolean().later().changes(),
  /** Masked to its last four digits. */
  payerAccount: t.text('mask').nullable().later().changes(),
  /** The payer's whole account number, sealed, for refunds. Null if the bank did not report it. */
  payerAccountSealed: t.text('clear').nullable().later().changes(),
  /** The name on that account; null if the bank's statement does not contain it. */
  payerHolder: t.text('clear').nullable().later().changes(),
  /** That account's own branch, six digits; null if the bank's universal branch is used. */
  payerBranchCode: t.code().nullable().later().changes(),
  /** What refunds have claimed of the amount: all that are not cancelled, failed or returned. */
  refundedCents: t.bigint().later().changes(),
  /** What refunds have paid out. */
  repaidCents: t.bigint().later().changes(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later(),
  enquireAt: t.timestamptz().nullable().later().changes(),
  enquiries: t.integer().later().changes(),
  /** When its merchant was notified that its deposit is awaited, or that it failed; null before the notification. */
  announcedAt: t.timestamptz().nullable().later().changes(),
  /** When the bank reported that it returns a charge's money: afterwards none of its reports pays the transaction. */
  returnedAt: t.timestamptz().nullable().later().changes(),
  /** True if the totals count it. */
  counts: t.boolean().later().unread(),
});

export type Transaction = RowOf<typeof transactions>;

export const consents = table('consents', {
  transactionId: t.uuid(),
  merchantId: t.uuid(),
  textVersion: t.code(),
  language: t.code(),
  address: t.text('blank'),
  userAgent: t.text('clear').nullable(),
  givenAt: t.timestamptz(),
});

export type Consent = RowOf<typeof consents>;

const columns = columnsOf(transactions);

/** Returns the language of the consent to a transaction. all merchants: the caller has found the transaction. */
export const findConsentLanguage = (db: Db, id: string) =>
  firstValue(db<{ language: string }[]>`select language from consents where transaction_id = ${id}`);

/**
 * Sets when the bank is queried next, and how often it was queried in the present state. Changes nothing when the row
 * has moved on in the meantime: the step that moved it has decided that already. all merchants: the sweep has claimed
 * the transaction.
 */
export async function setEnquiry(
  db: Db,
  row: { id: string; state: TransactionState },
  at: Date | null,
  enquiries: number,
): Promise<void> {
  await db`
    update transactions set enquire_at = ${at}, enquiries = ${enquiries}
    where id = ${row.id} and state = ${row.state}`;
}

export const findTransaction = (db: Db, merchantId: string, id: string) =>
  firstRow(db<Transaction[]>`
    select ${columns(db)} from transactions where id = ${id} and merchant_id = ${merchantId}`);

/** all merchants: banks and the checkout know a transaction by its id alone. */
export const findAnyTransaction = batchedRead(
  (db, ids) => db<Transaction[]>`select ${columns(db)} from transactions where id = any (${ids}::uuid[])`,
  ({ id }) => id,
);

/** The sites of those of the transactions that are the merchant's, by the transaction's id. */
export async function sitesOfTransactions(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; siteId: string }[]>`
    select id, site_id from transactions where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, siteId }) => [id, siteId]));
}

/**
 * Returns the ids of the transactions' payments, and of the named payments, to lock them. all merchants: one batch
 * locks the payments of every merchant that banks report.
 */
export function paymentsOf(
  tx: Tx,
  transactionIds: readonly string[],
  paymentIds: readonly string[],
): Fragment {
  const named = tx`select unnest(${[...paymentIds]}::uuid[])`;
  const own = tx`select payment_id from transactions where id = any (${[...transactionIds]}::uuid[])`;
  if (transactionIds.length === 0) return named;
  return paymentIds.length === 0 ? own : tx`${own} union all ${named}`;
}

/**
 * The transactions, and the attempts under way of the payments. all merchants: banks know a transaction by its id alone,
 * and the caller holds the payments.
 */
export function findForSteps(
  tx: Tx,
  transactionIds: readonly string[],
  paymentIds: readonly string[],
): Query<Transaction> {
  const own = tx`select ${columns(tx)} from transactions where id = any (${[...transactionIds]}::uuid[])`;
  const live = tx`
    select ${columns(tx)} from transactions
    where payment_id = any (${[...paymentIds]}::uuid[]) and state = any (${[...liveStates]})`;
  if (transactionIds.length === 0) return tx<Transaction[]>`${live}`;
  return paymentIds.length === 0 ? tx<Transaction[]>`${own}` : tx<Transaction[]>`${own} union ${live}`;
}

/** The attempt of a payment that is under way. all merchants: the caller holds the payment. */
export const findLive = (db: Db, paymentId: string) =>
  firstRow(db<Transaction[]>`
    select ${columns(db)} from transactions where payment_id = ${paymentId} and state = any (${[...liveStates]})`);

/**
 * The attempt of a payment that waits for its deposit, else the newest that a deposit was to pay. all merchants: the
 * caller holds the payment.
 */
export const findDepositAttempt = (db: Db, paymentId: string) =>
  firstRow(db<Transaction[]>`
    select ${columns(db)} from transactions where payment_id = ${paymentId} and payment_type = ${depositType}
    order by (state = 'created') desc, created_at desc, id desc limit 1`);

/**
 * Returns the attempt that decides a payment's status: the one under way, else the paid one, else the reversed one,
 * else the newest. A reversed charge is tried again, so its newest attempt counts. all merchants: the caller holds the
 * payment.
 */
export const findCurrent = batchedRead(
  (db, paymentIds) => db<Transaction[]>`
    select distinct on (payment_id) ${columns(db)} from transactions where payment_id = any (${paymentIds}::uuid[])
    order by payment_id, (state = any (${[...liveStates]})) desc, (state = any (${[...paidStates]})) desc,
      (state = ${reversedState} and payment_type <> ${debitType}) desc, created_at desc, id desc`,
  ({ paymentId }) => paymentId,
);

/** All attempts of a payment, oldest first. all merchants: the caller has found the payment. */
export async function findAttempts(db: Db, paymentId: string): Promise<Transaction[]> {
  return db<Transaction[]>`
    select ${columns(db)} from transactions where payment_id = ${paymentId} order by created_at, id`;
}

/** Returns the newest attempt, if it failed without a notification yet. all merchants: the caller holds the payment. */
export async function findUntoldFailure(db: Db, paymentId: string): Promise<Transaction | undefined> {
  const [row] = await db<Transaction[]>`
    select ${columns(db)} from transactions where payment_id = ${paymentId}
    order by created_at desc, id desc limit 1`;
  return row && row.announcedAt === null && (failedStates as readonly string[]).includes(row.state)
    ? row
    : undefined;
}

export interface TransactionFilter {
  merchantId: string;
  from: Date;
  to: Date;
  paymentId?: string;
  siteId?: string;
  states?: TransactionState[];
  /** Also those that wait for a deposit, and whose merchant was notified of that; false for all but those. */
  awaited?: boolean;
  merchantReference?: string;
}

/** A page of a merchant's transactions made in [from, to), newest first. */
export async function pageTransactions(
  db: Db,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Page<Transaction>> {
  const found = await db<Transaction[]>`
    select ${columns(db)} from transactions
    where merchant_id = ${filter.merchantId} and created_at >= ${filter.from} and created_at < ${filter.to}
      ${filter.paymentId ? db`and payment_id = ${filter.paymentId}` : db``}
      ${filter.siteId ? db`and site_id = ${filter.siteId}` : db``}
      ${filter.states ? statesClause(db, filter.states, filter.awaited) : db``}
      ${filter.merchantReference ? db`and merchant_reference = ${filter.merchantReference}` : db``}
      ${filter.merchantReference && !filter.siteId ? atSitesOf(db, filter.merchantId) : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

function statesClause(db: Db, states: readonly TransactionState[], awaited: boolean | undefined) {
  const isAnnounced = db`(state = 'created' and announced_at is not null)`;
  const all = awaited
    ? db`(state = any (${[...states]}) or ${isAnnounced})`
    : db`state = any (${[...states]})`;
  return db`and ${all} ${awaited === false ? db`and not ${isAnnounced}` : db``} ${indexClause(db, states)}`;
}

/**
 * Repeats the condition of the partial index of these states: PostgreSQL uses the index only if it sees the same text.
 */
function indexClause(db: Db, states: readonly TransactionState[]) {
  if (states.every((state) => state === 'refunded')) return db`and state = 'refunded'`;
  if (states.every((state) => isFailed(state) || state === reversedState))
    return db`and state in ('declined', 'cancelled', 'abandoned', 'failed', 'expired', 'reversed')`;
  if (states.every(isLive))
    return db`and state in ('created', 'started', 'authenticated', 'pending', 'unknown')`;
  return db``;
}

interface AtSite {
  merchantId: string;
  siteId: string;
  isTest: boolean;
}

/** The newest ten transactions with a merchant's reference at a site, of [from, to) where they are given. */
export async function findByReference(
  db: Db,
  by: AtSite & { merchantReference: string; from?: Date; to?: Date },
): Promise<Transaction[]> {
  return db<Transaction[]>`
    select ${columns(db)} from transactions
    where merchant_id = ${by.merchantId} and site_id = ${by.siteId}
      and merchant_reference = ${by.merchantReference} and is_test = ${by.isTest}
      ${by.from ? db`and created_at >= ${by.from}` : db``}
      ${by.to ? db`and created_at < ${by.to}` : db``}
    order by created_at desc, id desc limit 10`;
}

/** The newest ten transactions of a site's payment. */
export async function findOfPayment(db: Db, by: AtSite & { paymentId: string }): Promise<Transaction[]> {
  return db<Transaction[]>`
    select ${columns(db)} from transactions
    where merchant_id = ${by.merchantId} and site_id = ${by.siteId}
      and payment_id = ${by.paymentId} and is_test = ${by.isTest}
    order by created_at desc, id desc limit 10`;
}

const reportBatch = 500;

/**
 * Streams a site's transactions created in [from, to), oldest first, in batches: a report is never whole in memory.
 * Each batch is a query by itself, so that a slow reader of the report holds no connection.
 */
export async function* reportTransactions(
  db: Sql,
  by: { merchantId: string; siteId: string; from: Date; to: Date },
): AsyncGenerator<Transaction[]> {
  let last = { createdAt: by.from, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const batch = await db<Transaction[]>`
      select ${columns(db)} from transactions
      where merchant_id = ${by.merchantId} and site_id = ${by.siteId} and not is_test
        and (created_at, id) > (${last.createdAt}, ${last.id}) and created_at < ${by.to}
      order by created_at, id limit ${reportBatch}`;
    if (batch.length > 0) yield batch;
    if (batch.length < reportBatch) return;
    last = lastOf(batch);
  }
}

/**
 * Claims transactions with a due enquiry: moves enquire_at to `leaseUntil`, so that a killed process's enquiries come
 * due again. all merchants: the enquiry sweep serves every merchant.
 */
export async function claimEnquiries(
  db: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<Transaction[]> {
  return db<Transaction[]>`
    update transactions set enquire_at = ${leaseUntil}, enquiries = enquiries + 1
    where id = any (array(
      select id from transactions where enquire_at <= ${now} order by enquire_at limit ${limit} for update skip locked))
    returning ${columns(db)}`;
}
