// All SQL of refunds and their batches.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Contract } from '../payments/actions.ts';
import { notHeld } from '../transfers/actions.ts';
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
      and state not in ('cancelled', 'failed', 'returned')`);

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
  state?: RefundState;
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
      ${filter.state ? db`and state = ${filter.state} ${indexClause(db, filter.state)}` : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

/** Returns the condition of the partial index for a state: PostgreSQL must find it in the query literally. */
function indexClause(db: Db, state: RefundState) {
  if (state === 'complete') return db``;
  if (state === 'pending') return db`and state = 'pending'`;
  return db`and state in ('submitted', 'failed', 'cancelled', 'returned')`;
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
    where state = 'pending' and due_at <= ${now} and ${notHeld(db)}
      ${last ? db`and (due_at, id) > (${last.dueAt}, ${last.id})` : db``}
    order by due_at, id limit ${limit}`;
}

export const refundBatches = table('refund_batches', { id: t.uuid(), pickedUpAt: t.timestamptz() });

export type Batch = RowOf<typeof refundBatches>;

/** Stores a batch with its first refunds; repeating it changes nothing. */
export const insertBatch = (tx: Tx, batch: Batch) =>
  execute(insertRows(tx, refundBatches, [batch], tx`on conflict do nothing`));
