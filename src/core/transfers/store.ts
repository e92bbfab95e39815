// All SQL of transfers.
import { asText } from '../../kernel/db/arrays.ts';
import { batch } from '../../kernel/db/batch.ts';
import type { Db, Fragment, Sql, Tx } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { notHeld } from './hold.ts';
import type { TransferState } from './state.ts';

/** What a transfer pays. */
export type Purpose = 'refund' | 'payout' | 'settlement' | 'deposit';

export interface Transfer {
  id: string;
  /** Null, as siteId is, where a deposit goes back that was nobody's. */
  merchantId: string | null;
  siteId: string | null;
  purpose: Purpose;
  /** The refund, payout, settlement or part of a deposit that it pays. */
  objectId: string;
  /** The transaction whose money goes back, for refunds. */
  refundOf: string | null;
  /** Our account that pays. */
  bankAccount: string;
  state: TransferState;
  stateReason: string | null;
  amountCents: Cents;
  currency: string;
  bankId: string;
  branchCode: string;
  accountSealed: string;
  accountHolder: string | null;
  reference: string;
  realTime: boolean;
  correlationId: string;
  createdAt: Date;
  dueAt: Date | null;
  /** How often it was due in its present state. */
  tries: number;
}

const columns = (db: Db) => db`
  id, merchant_id, site_id, purpose, object_id, refund_of, bank_account, state, state_reason, amount_cents, currency, bank_id, branch_code,
  account_sealed, account_holder, reference, real_time, correlation_id, created_at, due_at, tries`;

/** Adds transfers unless money out is held. */
export function insertTransfers(tx: Tx, rows: readonly Transfer[]): Fragment {
  const texts = (name: keyof Transfer) => rows.map((row) => asText(row[name]));
  return tx`
      insert into transfers (id, merchant_id, site_id, purpose, object_id, refund_of, bank_account, amount_cents, currency,
        bank_id, branch_code, account_sealed, account_holder, reference, real_time, correlation_id, created_at, due_at)
      select * from unnest(${texts('id')}::uuid[], ${texts('merchantId')}::uuid[], ${texts('siteId')}::uuid[],
        ${texts('purpose')}::text[], ${texts('objectId')}::uuid[], ${texts('refundOf')}::uuid[],
        ${texts('bankAccount')}::text[], ${texts('amountCents')}::text[]::bigint[], ${texts('currency')}::text[], ${texts('bankId')}::uuid[],
        ${texts('branchCode')}::text[], ${texts('accountSealed')}::text[], ${texts('accountHolder')}::text[],
        ${texts('reference')}::text[], ${texts('realTime')}::text[]::boolean[], ${texts('correlationId')}::text[],
        ${texts('createdAt')}::text[]::timestamptz[], ${texts('dueAt')}::text[]::timestamptz[])
      where ${notHeld(tx)}`;
}

/** all merchants: banks know a transfer by its id alone. */
export async function findTransfer(db: Db, id: string): Promise<Transfer | undefined> {
  const [row] = await db<Transfer[]>`select ${columns(db)} from transfers where id = ${id}`;
  return row;
}

/** all merchants: the caller has found it before. */
export async function lockTransfer(tx: Tx, id: string): Promise<Transfer | undefined> {
  const [row] = await tx<Transfer[]>`select ${columns(tx)} from transfers where id = ${id} for update`;
  return row;
}

/** Locks transfers in the order of their ids. all merchants: the caller has found them before. */
export async function lockTransfers(tx: Tx, ids: readonly string[]): Promise<Map<string, Transfer>> {
  const rows = await tx<Transfer[]>`
    select ${columns(tx)} from transfers where id = any (${[...ids]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whose sites' the transfers are. all merchants: the caller holds them. */
export async function findSitesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ siteId: string }[]>`
    select distinct site_id from transfers where id = any (${[...ids]}::uuid[]) and site_id is not null`;
  return rows.map(({ siteId }) => siteId);
}

/** What each of the transfers pays. all merchants: banks know a transfer by its id alone. */
export async function findPurposes(db: Db, ids: readonly string[]): Promise<Map<string, Purpose>> {
  const rows = await db<Pick<Transfer, 'id' | 'purpose'>[]>`
    select id, purpose from transfers where id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, purpose }) => [id, purpose]));
}

/** How many transfers are to leave through an account and have not reached its bank. all merchants: the account's. */
export async function countWaiting(db: Db, bankAccount: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from transfers where bank_account = ${bankAccount} and state = 'ready'`;
  return row!.count;
}

/** What each transfer pays. all merchants: banks know a transfer by its id alone. */
export async function findObjects(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; objectId: string }[]>`
    select id, object_id from transfers where id = any (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, objectId }) => [id, objectId]));
}

/** The newest transfer of an object. all merchants: the caller holds the object. */
export async function findTransferOf(db: Db, objectId: string): Promise<Transfer | undefined> {
  const [row] = await db<Transfer[]>`
    select ${columns(db)} from transfers where object_id = ${objectId} order by created_at desc, id desc limit 1`;
  return row;
}

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
 * Sets when a transfer is due next, unless it has moved on meanwhile. What is set at the same time shares a statement.
 * all merchants: the sweep has claimed the transfer.
 */
export const setDue = batch<Due, void>(async (db, dues) => {
  await db`
    update transfers set due_at = given.due_at, tries = given.tries
    from unnest(${dues.map(({ id }) => id)}::uuid[], ${dues.map(({ state }) => state)}::text[],
      ${dues.map(({ at }) => asText(at))}::timestamptz[], ${dues.map(({ tries }) => tries)}::integer[])
      as given (id, state, due_at, tries)
    where transfers.id = given.id and transfers.state = given.state`;
});

/** Claims due transfers, while money out is held only those that are sent already, until `leaseUntil`. all merchants: the sweep serves everybody. */
export async function claimTransfers(
  db: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<Transfer[]> {
  return db<Transfer[]>`
    update transfers set due_at = ${leaseUntil}, tries = tries + 1
    where id in (
      select id from transfers where due_at <= ${now} and (state <> 'ready' or ${notHeld(db)}) order by due_at limit ${limit} for update skip locked)
    returning ${columns(db)}`;
}
