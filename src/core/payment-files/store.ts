// All SQL of payment files, their orders and their responses. all merchants: a file pays the orders of every merchant
// from one account.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { allValues, anyRow, execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, setOf, t, table } from '../../kernel/db/table.ts';
import type { AnswerMeaning } from './format.ts';
import type { FileState } from './state.ts';

export const paymentOrders = table('payment_orders', {
  /** The transfer's id. */
  id: t.uuid(),
  bankAccount: t.code(),
  /** "PAY" and twelve digits. */
  bankReference: t.text('keep'),
  merchantId: t.uuid().nullable(),
  purpose: t.code<'refund' | 'payout' | 'settlement' | 'deposit'>(),
  amountCents: t.bigint(),
  bankId: t.uuid(),
  branchCode: t.code(),
  /** Masked to its last four digits. */
  account: t.text('mask'),
  accountSealed: t.text('blank'),
  accountHolder: t.text('clear').nullable(),
  reference: t.text('keep'),
  orderedAt: t.timestamptz(),
  /** Null for an order that leaves by itself, in no file. */
  closesAt: t.timestamptz().nullable(),
  /** The day on which the bank is to pay such an order, "2026-12-01"; null if its file states it. */
  paysOn: t.date().nullable(),
  fileId: t.uuid().nullable().later(),
  /** The last report of the bank about it; null: none. */
  meaning: t.code<AnswerMeaning>().nullable().later().changes(),
  /** In the bank's words. */
  said: t.text('redact').nullable().later().changes(),
  reason: t.text('redact').nullable().later().changes(),
  /** True if it was ever booked as paid. */
  wasPaid: t.boolean().later().changes(),
  /** True if a statement shows it in the sum of its file. */
  inSum: t.boolean().later(),
});

export type PaymentOrder = RowOf<typeof paymentOrders>;

const orderColumns = columnsOf(paymentOrders);

/** Files of orders that a bank is given. */
export const paymentFiles = table('payment_files', {
  id: t.uuid(),
  messageId: t.code(),
  bankAccount: t.code(),
  state: t.code<FileState>().later(),
  stateReason: t.text('redact').nullable().later().unread(),
  completedAt: t.timestamptz().nullable().later().unread(),
  format: t.code(),
  extension: t.code(),
  /** "2026-12-01". */
  executionDate: t.date(),
  payments: t.integer(),
  amountCents: t.bigint(),
  contentSealed: t.text('redact').unread(),
  sha256: t.code(),
  createdAt: t.timestamptz(),
  /** Null if it was closed at the account's cut-off. */
  exportedBy: t.code().nullable(),
  releasedBy: t.codes().later(),
  /** The number of users who must release it. */
  releases: t.smallint(),
  handedOutAt: t.timestamptz().nullable().later(),
});

export type StoredFile = RowOf<typeof paymentFiles> & { merchantId: null };

const ownColumns = columnsOf(paymentFiles);
const fileColumns = (db: Db) => db`${ownColumns(db)}, null as merchant_id`;

/** Adds an order; returns false if it is there already, or its bank reference is taken. */
export const insertOrder = (db: Db, row: PaymentOrder) =>
  anyRow(insertRows(db, paymentOrders, [row], db`on conflict do nothing`));

/** all merchants: the caller names the order. */
export const findOrder = (db: Db, id: string) =>
  firstRow(db<PaymentOrder[]>`select ${orderColumns(db)} from payment_orders where id = ${id}`);

/**
 * Returns an account's orders with any of the references. all merchants: an account's files pay the orders of every
 * merchant.
 */
export function findOrdersByReference(
  db: Db,
  bankAccount: string,
  references: readonly string[],
): Promise<PaymentOrder[]> {
  return db<PaymentOrder[]>`
    select ${orderColumns(db)} from payment_orders
    where bank_account = ${bankAccount} and bank_reference = any (${[...references]})`;
}

/**
 * True if a payment was ordered under any of the references, on any account. all merchants: an account's files pay the
 * orders of every merchant.
 */
export async function isOrdered(db: Db, references: readonly string[]): Promise<boolean> {
  return (
    (await db`select from payment_orders where bank_reference = any (${[...references]}) limit 1`).count > 0
  );
}

/** all merchants: the caller names the files. */
export const findOrdersOfFiles = (db: Db, fileIds: readonly string[]) => db<PaymentOrder[]>`
    select ${orderColumns(db)} from payment_orders where file_id = any (${[...fileIds]}::uuid[])
    order by ordered_at, id`;

/**
 * Locks the orders of an account that are in no file: those that close by an instant, or all. all merchants: an
 * account's files pay the orders of every merchant.
 */
export const lockOpenOrders = (tx: Tx, bankAccount: string, closingBy: Date | null) => tx<PaymentOrder[]>`
    select ${orderColumns(tx)} from payment_orders
    where bank_account = ${bankAccount} and file_id is null
      and closes_at <= coalesce(${closingBy}, 'infinity'::timestamptz)
    order by ordered_at, id for update`;

/** Locks orders, in the order of their ids. all merchants: an account's files pay the orders of every merchant. */
export const lockOrders = (tx: Tx, ids: readonly string[]) => tx<PaymentOrder[]>`
    select ${orderColumns(tx)} from payment_orders where id = any (${[...ids]}::uuid[]) order by id for update`;

/**
 * Returns how many orders of an account are not decided. One that leaves by itself is under way once its bank may have
 * it. all merchants: an account's files pay the orders of every merchant.
 */
export const countUnderWay = (db: Db, bankAccount: string) =>
  onlyValue(db<{ count: number }[]>`
    select count(*)::integer as count from payment_orders
    where bank_account = ${bankAccount} and (meaning = 'pending' or (meaning is null and closes_at is not null))`);

/**
 * Returns the accounts with orders whose file should be closed. all merchants: an account's files pay the orders of
 * every merchant.
 */
export const findClosing = (db: Db, now: Date) =>
  allValues(db<{ bankAccount: string }[]>`
    select distinct bank_account from payment_orders where file_id is null and closes_at <= ${now}`);

export const insertFile = (tx: Tx, row: StoredFile & { contentSealed: string }) =>
  execute(insertRows(tx, paymentFiles, [row]));

/** all merchants: the caller holds the orders. */
export const setFile = (tx: Tx, orderIds: readonly string[], fileId: string) =>
  execute(tx`update payment_orders set file_id = ${fileId} where id = any (${[...orderIds]}::uuid[])`);

/** all merchants: no two files have one id. */
export const isMessageIdTaken = (db: Db, messageId: string) =>
  anyRow(db`select from payment_files where message_id = ${messageId}`);

/** all merchants: the caller names the account. */
export const findFiles = (db: Db, bankAccount: string) => db<StoredFile[]>`
    select ${fileColumns(db)} from payment_files where bank_account = ${bankAccount} order by created_at, message_id`;

/** all merchants: the caller names the file. */
/** Returns the files of an account that have not left yet, the first comes first. */
export const findWaitingFiles = (db: Db, bankAccount: string) => db<StoredFile[]>`
    select ${fileColumns(db)} from payment_files
    where bank_account = ${bankAccount} and state in ('waiting', 'released') order by created_at, id limit 100`;

export const findFileByMessage = (db: Db, messageId: string) =>
  firstRow(db<StoredFile[]>`select ${fileColumns(db)} from payment_files where message_id = ${messageId}`);

/** all merchants: the caller names the file. */
export const lockFile = (tx: Tx, messageId: string) =>
  firstRow(tx<StoredFile[]>`
    select ${fileColumns(tx)} from payment_files where message_id = ${messageId} for update`);

/**
 * Locks the files of an account that no export has returned. Those that still wait for a release are listed again. all
 * merchants: an account's files pay the orders of every merchant.
 */
export const lockUntold = (tx: Tx, bankAccount: string) => tx<StoredFile[]>`
    select ${fileColumns(tx)} from payment_files
    where bank_account = ${bankAccount} and handed_out_at is null order by created_at, message_id for update`;

/** all merchants: the caller holds the files. */
export const setHandedOut = (tx: Tx, ids: readonly string[], at: Date) =>
  execute(tx`update payment_files set handed_out_at = ${at} where id = any (${[...ids]}::uuid[])`);

/** all merchants: the caller holds the file. */
export const addRelease = (tx: Tx, id: string, by: string) =>
  execute(tx`update payment_files set released_by = released_by || ${by}::text where id = ${id}`);

/**
 * Returns the released files that have not left, of all accounts. all merchants: an account's files pay the orders of
 * every merchant.
 */
export const findLeaving = (db: Sql) => db<StoredFile[]>`
    select ${fileColumns(db)} from payment_files where state = 'released' order by created_at, message_id`;

/** all merchants: the caller names the file. */
export const findContent = (db: Db, id: string) =>
  onlyValue(db<{ contentSealed: string }[]>`select content_sealed from payment_files where id = ${id}`);

/** The responses of banks to files. */
export const paymentAnswers = table('payment_answers', {
  id: t.uuid(),
  bankAccount: t.code(),
  sha256: t.code(),
  messageId: t.code(),
  groupStatus: t.code().nullable(),
  contentSealed: t.text('redact'),
  receivedAt: t.timestamptz(),
});

export type StoredAnswer = RowOf<typeof paymentAnswers>;

/** Adds a response; returns false if the same bytes are there already. */
export const insertAnswer = (tx: Tx, row: StoredAnswer) =>
  anyRow(insertRows(tx, paymentAnswers, [row], tx`on conflict do nothing`));

/** Records a report about an order. all merchants: an account's files pay the orders of every merchant. */
export const setReceived = (
  tx: Tx,
  {
    id,
    meaning,
    said,
    reason,
    wasPaid,
  }: Pick<PaymentOrder, 'id' | 'meaning' | 'said' | 'reason' | 'wasPaid'>,
) =>
  execute(tx`
    update payment_orders set ${setOf(tx, paymentOrders, { meaning, said, reason, wasPaid })} where id = ${id}`);

/**
 * Records that a line of the file's sum shows the orders. all merchants: an account's files pay the orders of every
 * merchant.
 */
export const markInSum = (tx: Tx, ids: readonly string[]) =>
  execute(tx`update payment_orders set in_sum = true where id = any (${[...ids]}::uuid[])`);
