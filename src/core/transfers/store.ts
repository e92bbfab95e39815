// All SQL of transfers.
import { asText } from '../../kernel/db/arrays.ts';
import { batch } from '../../kernel/db/batch.ts';
import type { Db, Fragment, Sql, Tx } from '../../kernel/db/db.ts';
import { allValues, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import { notHeld } from './hold.ts';
import type { TransferState } from './state.ts';

/** The kind of object that a transfer pays. */
export type Purpose = 'refund' | 'payout' | 'settlement' | 'deposit';

export const transfers = table('transfers', {
  id: t.uuid(),
  /** Null, as siteId is, for the return of an unallocated deposit. */
  merchantId: t.uuid().nullable(),
  siteId: t.uuid().nullable(),
  purpose: t.code<Purpose>(),
  /** The refund, payout, settlement or part of a deposit that it pays. */
  objectId: t.uuid(),
  /** The transaction whose money goes back, for refunds. */
  refundOf: t.uuid().nullable(),
  /** The account of this service that pays. */
  bankAccount: t.code(),
  state: t.code<TransferState>().later(),
  stateReason: t.text('redact').nullable().later(),
  amountCents: t.bigint(),
  currency: t.code(),
  bankId: t.uuid(),
  branchCode: t.code(),
  accountSealed: t.text('blank'),
  accountHolder: t.text('clear').nullable(),
  reference: t.text('keep'),
  realTime: t.boolean(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later().unread(),
  dueAt: t.timestamptz().nullable().changes(),
  /** How often it was due in its present state. */
  tries: t.integer().later().changes(),
});

export type Transfer = RowOf<typeof transfers>;

const columns = columnsOf(transfers);

/** Adds transfers unless money out is held. */
export const insertTransfers = (tx: Tx, rows: readonly Transfer[]): Fragment =>
  insertRows(tx, transfers, rows, tx`where ${notHeld(tx)}`);

/** all merchants: banks know a transfer by its id alone. */
export const findTransfer = (db: Db, id: string) =>
  firstRow(db<Transfer[]>`select ${columns(db)} from transfers where id = ${id}`);

/** all merchants: the caller has found it before. */
export const lockTransfer = (tx: Tx, id: string) =>
  firstRow(tx<Transfer[]>`select ${columns(tx)} from transfers where id = ${id} for update`);

/** Locks transfers in the order of their ids. all merchants: the caller has found them before. */
export async function lockTransfers(tx: Tx, ids: readonly string[]): Promise<Map<string, Transfer>> {
  const rows = await tx<Transfer[]>`
    select ${columns(tx)} from transfers where id = any (${[...ids]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whose sites' the transfers are. all merchants: the caller holds them. */
export const findSitesOf = (db: Db, ids: readonly string[]) =>
  allValues(db<{ siteId: string }[]>`
    select distinct site_id from transfers where id = any (${[...ids]}::uuid[]) and site_id is not null`);

/** Returns the purpose of each transfer. all merchants: banks know a transfer by its id alone. */
export async function findPurposes(db: Db, ids: readonly string[]): Promise<Map<string, Purpose>> {
  const rows = await db<Pick<Transfer, 'id' | 'purpose'>[]>`
    select id, purpose from transfers where id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, purpose }) => [id, purpose]));
}

/** How many transfers are to leave through an account and have not reached its bank. all merchants: the account's. */
export const countWaiting = (db: Db, bankAccount: string) =>
  onlyValue(db<{ count: number }[]>`
    select count(*)::integer as count from transfers where bank_account = ${bankAccount} and state = 'ready'`);

/** Returns the object that each transfer pays. all merchants: banks know a transfer by its id alone. */
export async function findObjects(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; objectId: string }[]>`
    select id, object_id from transfers where id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, objectId }) => [id, objectId]));
}

/** The newest transfer of an object. all merchants: the caller holds the object. */
export const findTransferOf = (db: Db, objectId: string) =>
  firstRow(db<Transfer[]>`
    select ${columns(db)} from transfers where object_id = ${objectId} order by created_at desc, id desc limit 1`);

/** How many transfers an object has had. all merchants: the caller holds the object. */
export async function countTransfersOf(db: Db, objectId: string): Promise<number> {
  return (await db`select from transfers where object_id = ${objectId}`).count;
}

/** How many transfers have refunded each of the transactions. all merchants: the caller holds the transactions. */
export async function countRefundTransfers(
  db: Db,
  transactionIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db<{ refundOf: string; count: number }[]>`
    select refund_of, count(*)::integer as count from transfers
    where refund_of = any (${[...transactionIds]}::uuid[]) group by refund_of`;
  return new Map(rows.map(({ refundOf, count }) => [refundOf, count]));
}

/** When a transfer in a state is due next, and how often it was due in that state. */
export type Due = Pick<Transfer, 'id' | 'state' | 'tries'> & { at: Date | null };

/**
 * Sets when a transfer is due next, unless it has moved on in the meantime. Concurrent calls share a statement. all
 * merchants: the sweep has claimed the transfer.
 */
export const setDue = batch<Due, void>(async (db, dues) => {
  await db`
    update transfers set due_at = given.due_at, tries = given.tries
    from unnest(${dues.map(({ id }) => id)}::uuid[], ${dues.map(({ state }) => state)}::text[],
      ${dues.map(({ at }) => asText(at))}::timestamptz[], ${dues.map(({ tries }) => tries)}::integer[])
      as given (id, state, due_at, tries)
    where transfers.id = given.id and transfers.state = given.state`;
});

/**
 * Claims due transfers until `leaseUntil`; while payments out are held, only those already sent. all merchants: the
 * sweep serves every merchant.
 */
export const claimTransfers = (db: Sql, now: Date, leaseUntil: Date, limit: number) => db<Transfer[]>`
    update transfers set due_at = ${leaseUntil}, tries = tries + 1
    where id in (
      select id from transfers where due_at <= ${now} and (state <> 'ready' or ${notHeld(db)}) order by due_at limit ${limit} for update skip locked)
    returning ${columns(db)}`;
