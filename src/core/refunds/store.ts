// All SQL of refunds and their batches.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Actor } from '../context.ts';
import type { Contract } from '../payments/actions.ts';
import { notHeld } from '../transfers/actions.ts';
import type { PayeeCheck } from '../verifications/payees.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { RefundState } from './state.ts';

export const refunds = table('refunds', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  transactionId: t.uuid(),
  /** The surface whose rules its notification follows. */
  contract: t.code<Contract>(),
  state: t.code<RefundState>().later(),
  stateReason: t.text('redact').nullable().later().changes(),
  amountCents: t.bigint(),
  currency: t.code(),
  /** The merchant's reason. */
  reason: t.text('redact'),
  notifyUrl: t.text('redact').nullable(),
  realTime: t.boolean(),
  bankId: t.uuid(),
  bankName: t.code(),
  /** The account, masked to its last four digits. */
  account: t.text('mask'),
  branchCode: t.code(),
  /** The number of an account other than the payer's, sealed; null: it goes to the payer's account. */
  accountSealed: t.text('blank').nullable(),
  /** The holder of that account, as the requester named them. */
  accountHolder: t.text('redact').nullable(),
  /** The bank's result about that account; null until it was queried, or if the site does not require it. */
  payeeCheck: t.jsonb<PayeeCheck>('keep').nullable().later().changes(),
  /** The second person who approved that account. */
  approvedBy: t.code<Actor>().nullable().later().changes(),
  /** The number of queries to the bank about that account. */
  tries: t.integer().later().changes(),
  /** The text on the payer's statement. */
  statementReference: t.text('keep'),
  merchantReference: t.text('keep'),
  /** The merchant's name for the payer, from the payment. */
  customer: t.text('clear').nullable(),
  batchId: t.uuid().nullable().later().changes(),
  createdBy: t.code(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  submittedAt: t.timestamptz().nullable().later().changes(),
  completedAt: t.timestamptz().nullable().later(),
  /** When to pick it up, while it is pending. */
  dueAt: t.timestamptz().changes(),
});

export type Refund = RowOf<typeof refunds>;

const columns = columnsOf(refunds);

export const insertRefunds = (tx: Tx, rows: readonly Refund[]) => execute(insertRows(tx, refunds, rows));

export const findRefund = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Refund[]>`
    select ${columns(db)} from refunds where id = ${id} and ${seenBy(db, viewer)}`);

/**
 * Returns the amount that a user has had refunded of a transaction, in cents, or will have. The caller holds its
 * payment.
 */
export const sumRefundsBy = (
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  createdBy: string,
) =>
  onlyValue(tx<{ total: Cents }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as total from refunds
    where transaction_id = ${id} and merchant_id = ${merchantId} and created_by = ${createdBy}
      and state not in ('cancelled', 'failed', 'returned', 'refused')`);

/** all merchants: jobs and banks know only a refund's id. */
export const findAnyRefund = (db: Db, id: string) =>
  firstRow(db<Refund[]>`select ${columns(db)} from refunds where id = ${id}`);

/** all merchants: the caller has found it before. */
export const lockRefund = (tx: Tx, id: string) =>
  firstRow(tx<Refund[]>`select ${columns(tx)} from refunds where id = ${id} for update`);

/** Locks refunds in the order of their ids. all merchants: the caller has found them before. */
export async function lockRefunds(tx: Tx, ids: readonly string[]): Promise<Map<string, Refund>> {
  const rows = await tx<Refund[]>`
    select ${columns(tx)} from refunds where id = any (${[...ids]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row]));
}

export interface RefundFilter {
  merchantId: string;
  from?: Date;
  to?: Date;
  siteId?: string;
  transactionId?: string;
  /** Absent: any state. */
  states?: readonly RefundState[] | undefined;
}

/** Returns a page of a merchant's refunds requested in [from, to), newest first. */
export async function pageRefunds(db: Db, filter: RefundFilter, page: PageRequest): Promise<Page<Refund>> {
  const found = await db<Refund[]>`
    select ${columns(db)} from refunds
    where merchant_id = ${filter.merchantId}
      ${filter.from ? db`and created_at >= ${filter.from}` : db``}
      ${filter.to ? db`and created_at < ${filter.to}` : db``}
      ${filter.siteId ? db`and site_id = ${filter.siteId}` : db``}
      ${filter.transactionId ? db`and transaction_id = ${filter.transactionId}` : db``}
      ${filter.states ? db`and state = any (${[...filter.states]}::text[]) ${indexClause(db, filter.states)}` : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

/** Returns the conditions of the partial indexes for states: PostgreSQL must find them in the query literally. */
function indexClause(db: Db, states: readonly RefundState[]) {
  const isIn = (some: readonly RefundState[]) => states.some((state) => some.includes(state));
  if (isIn(['complete'])) return db``;
  return db`and (
    ${isIn(['pending', 'approved']) ? db`state in ('pending', 'approved')` : db`false`}
    or ${isIn(['payee_check', 'approval', 'approved', 'refused']) ? db`state in ('payee_check', 'approval', 'approved', 'refused')` : db`false`}
    or ${isIn(['submitted', 'failed', 'cancelled', 'returned']) ? db`state in ('submitted', 'failed', 'cancelled', 'returned')` : db`false`})`;
}

export type DueRefund = Pick<Refund, 'id' | 'transactionId' | 'dueAt'>;

/** Returns refunds to pick up, the longest due first, after `last`. all merchants: the batch serves every merchant. */
export async function findDueRefunds(
  db: Sql,
  now: Date,
  last: DueRefund | undefined,
  limit: number,
): Promise<DueRefund[]> {
  return db<DueRefund[]>`
    select id, transaction_id, due_at from refunds
    where state in ('pending', 'approved') and due_at <= ${now} and ${notHeld(db)}
      ${last ? db`and (due_at, id) > (${last.dueAt}, ${last.id})` : db``}
    order by due_at, id limit ${limit}`;
}

/** Returns when the next refund is picked up after a time. all merchants: the batch serves every merchant. */
export const nextDueRefund = (db: Sql, after: Date) =>
  onlyValue(db<{ due: Date | null }[]>`
    select min(due_at) as due from refunds where state in ('pending', 'approved') and due_at > ${after}`);

/** Claims refunds whose account is verified at its bank, until `leaseUntil`. all merchants: the sweep serves every merchant. */
export const claimChecks = (db: Sql, now: Date, leaseUntil: Date, limit: number) => db<Refund[]>`
    update refunds set due_at = ${leaseUntil}, tries = tries + 1
    where id in (
      select id from refunds where state = 'payee_check' and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked)
    returning ${columns(db)}`;

/** Sets when the bank is queried again about a claimed refund. all merchants: the sweep has claimed it. */
export const retryCheck = (db: Sql, { id, tries }: Refund, dueAt: Date) =>
  execute(db`
    update refunds set due_at = ${dueAt} where id = ${id} and state = 'payee_check' and tries = ${tries}`);

export const refundBatches = table('refund_batches', { id: t.uuid(), pickedUpAt: t.timestamptz() });

export type Batch = RowOf<typeof refundBatches>;

/** Stores a batch with its first refunds; repeating it changes nothing. */
export const insertBatch = (tx: Tx, batch: Batch) =>
  execute(insertRows(tx, refundBatches, [batch], tx`on conflict do nothing`));
