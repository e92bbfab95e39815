// All SQL of restores: questions to banks, and orders that banks have and the ledger does not.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { allValues, anyRow, execute, firstRow, onlyRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Cents } from '../../kernel/money.ts';
import type { KnownTransfer, TransferAnswer } from '../rails.ts';

export const restores = table('restores', {
  id: t.uuid(),
  /** To when the database was put back. */
  restoredTo: t.timestamptz(),
  /** From when on the bank's orders are looked through. */
  since: t.timestamptz(),
  begunAt: t.timestamptz(),
  begunBy: t.code(),
  /** When the orders of all accounts were known last, from their banks' lists or from statements; null until they were. */
  listedAt: t.timestamptz().nullable().later(),
  /** The obstacles, for each account without a read statement. */
  trouble: t.code().nullable().later(),
  dueAt: t.timestamptz().unread(),
  releasedAt: t.timestamptz().nullable().later(),
  releasedBy: t.code().nullable().later(),
  isForced: t.boolean().later(),
});

export type Restore = RowOf<typeof restores>;

const columns = columnsOf(restores);

/** The restore that holds money out; undefined if none does. */
export const findOpen = (db: Db) =>
  firstRow(db<Restore[]>`select ${columns(db)} from restores where released_at is null`);

/** The restore that began last, released or not. */
export const findLast = (db: Db) =>
  firstRow(db<Restore[]>`select ${columns(db)} from restores order by begun_at desc, id desc limit 1`);

/**
 * Begins a restore, with a question about every transfer that is not over, or was ordered since. all merchants: a
 * restore affects the rows of every merchant.
 */
export async function insertRestore(
  tx: Tx,
  row: Pick<Restore, 'id' | 'restoredTo' | 'since' | 'begunAt' | 'begunBy'>,
): Promise<void> {
  await insertRows(tx, restores, [{ ...row, dueAt: row.begunAt }]);
  await tx`
    insert into restore_questions (restore_id, transfer_id, due_at)
    select ${row.id}, id, ${row.begunAt} from transfers
    where state in ('ready', 'sent') or created_at >= ${row.since}`;
}

/** Claims due questions until `leaseUntil`; returns the transfers that they are about. */
export const claimQuestions = (db: Sql, restoreId: string, now: Date, leaseUntil: Date, limit: number) =>
  allValues(db<{ transferId: string }[]>`
    update restore_questions set due_at = ${leaseUntil}
    where restore_id = ${restoreId} and transfer_id in (
      select transfer_id from restore_questions
      where restore_id = ${restoreId} and asked_at is null and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked)
    returning transfer_id`);

export const setAnswer = (
  db: Db,
  restoreId: string,
  transferId: string,
  outcome: TransferAnswer['outcome'],
  at: Date,
) =>
  execute(db`
    update restore_questions set asked_at = ${at}, outcome = ${outcome}
    where restore_id = ${restoreId} and transfer_id = ${transferId}`);

/** Takes the reading of the bank's list on until `leaseUntil`; false if it is not due, or another process has. */
export const claimListing = (db: Sql, restoreId: string, now: Date, leaseUntil: Date) =>
  anyRow(db`
    update restores set due_at = ${leaseUntil}
    where id = ${restoreId} and released_at is null and due_at <= ${now}`);

/** The reason why an account's list of orders could not be read, by account; null if it was read. */
export type Troubles = ReadonlyMap<string, string | null>;

export async function setListed(tx: Tx, restoreId: string, at: Date, troubles: Troubles): Promise<void> {
  const rows = [...troubles].map(([account, trouble]) => ({ account, trouble }));
  await tx`
    insert into restore_statements (restore_id, account, trouble)
    select ${restoreId}, account, trouble from jsonb_to_recordset(${tx.json(rows)}) as listed (account text, trouble text)
    on conflict (restore_id, account) do update set trouble = excluded.trouble`;
  await sumUp(tx, restoreId, at);
}

/** Records that an operator has read an account's statement and confirms it; false if no list is missing. */
export async function setStatementRead(
  tx: Tx,
  restoreId: string,
  account: string,
  by: string,
  at: Date,
): Promise<boolean> {
  const { count } = await tx`
    update restore_statements set read_at = coalesce(read_at, ${at}), read_by = coalesce(read_by, ${by})
    where restore_id = ${restoreId} and account = ${account} and trouble is not null`;
  if (count > 0) await sumUp(tx, restoreId, at);
  return count > 0;
}

/**
 * Stores the status of its lists in the restore itself, because the previous version reads it there and can run at the
 * same time.
 */
const sumUp = (tx: Tx, restoreId: string, at: Date) =>
  execute(tx`
    update restores set trouble = open.trouble, listed_at = case when open.trouble is null then ${at} else listed_at end
    from (
      select string_agg(account || ': ' || trouble, '; ' order by account) as trouble from restore_statements
      where restore_id = ${restoreId} and trouble is not null and read_at is null
    ) open where id = ${restoreId}`);

/** An account whose bank cannot list its orders, and whose statement an operator has read. */
export interface ReadStatement {
  account: string;
  readAt: Date;
  readBy: string;
}

export const listReadStatements = (db: Db, restoreId: string) => db<ReadStatement[]>`
    select account, read_at, read_by from restore_statements
    where restore_id = ${restoreId} and read_at is not null order by account`;

/** Stores the bank's orders that match no transfer here; updates those already stored. */
export async function keepUnknown(db: Db, restoreId: string, listed: KnownTransfer[]): Promise<void> {
  const rows = listed.map(({ amount, orderedAt, ...rest }) => ({
    ...rest,
    amount: String(amount),
    orderedAt: orderedAt.toISOString(),
  }));
  await db`
    insert into restore_orders (restore_id, transfer_id, merchant_id, purpose, refund_of, amount_cents, reference, ordered_at,
      outcome)
    select ${restoreId}, listed.id, listed."merchantId", listed.purpose, listed."refundOf", listed.amount,
      listed.reference, listed."orderedAt", listed.outcome
    from jsonb_to_recordset(${db.json(rows)}) as listed (id uuid, "merchantId" uuid, purpose text, "refundOf" uuid,
      amount bigint, reference text, "orderedAt" timestamptz, outcome text)
    -- all merchants: the bank's list covers every merchant.
    where not exists (select from transfers where transfers.id = listed.id)
    on conflict (restore_id, transfer_id) do update set outcome = excluded.outcome`;
}

/** An order that the bank has and these books had not. */
export interface UnknownOrder extends Omit<KnownTransfer, 'account' | 'id' | 'amount'> {
  transferId: string;
  amountCents: Cents;
  acceptedBy: string | null;
  /** True if a transfer here has the id by now: it was requested again. */
  isTaken: boolean;
}

/**
 * Lists the orders that only the bank had, the oldest first; at most `limit`. all merchants: operators see the
 * orders of every merchant.
 */
export const listUnknown = (db: Db, restoreId: string, limit: number) => db<UnknownOrder[]>`
    select transfer_id, merchant_id, purpose, refund_of, amount_cents, reference, ordered_at, outcome, accepted_by,
      exists (select from transfers where id = restore_orders.transfer_id) as is_taken
    from restore_orders where restore_id = ${restoreId} order by ordered_at, transfer_id limit ${limit}`;

export interface Counts {
  toAsk: number;
  asked: number;
  /** The number of queried transfers that the bank does not know. */
  neverHeardOf: number;
  /** Orders that only the bank had, and of them the unconfirmed ones. */
  onlyAtBank: number;
  unexplained: number;
}

export const countAll = (db: Db, restoreId: string) =>
  onlyRow(db<Counts[]>`
    select questions.*, orders.* from (
      select count(*) filter (where asked_at is null)::integer as to_ask, count(asked_at)::integer as asked,
        count(*) filter (where outcome = 'unknown')::integer as never_heard_of
      from restore_questions where restore_id = ${restoreId}
    ) questions, (
      -- all merchants: the restore covers the ledger of every merchant.
      select count(*)::integer as only_at_bank, count(*) filter (
        where accepted_at is null and not exists (select from transfers where id = restore_orders.transfer_id)
      )::integer as unexplained
      from restore_orders where restore_id = ${restoreId}
    ) orders`);

/**
 * Confirms an order by an operator; false if it is not on the list. all merchants: operators confirm the orders of
 * every merchant.
 */
export const setAccepted = (tx: Tx, restoreId: string, transferId: string, by: string, at: Date) =>
  anyRow(tx`
    update restore_orders set accepted_at = coalesce(accepted_at, ${at}), accepted_by = coalesce(accepted_by, ${by})
    where restore_id = ${restoreId} and transfer_id = ${transferId}`);

export const setReleased = (tx: Tx, restoreId: string, by: string, at: Date, isForced: boolean) =>
  execute(tx`
    update restores set released_at = ${at}, released_by = ${by}, is_forced = ${isForced} where id = ${restoreId}`);
