// All SQL of batches of payouts.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { PayoutBatchState } from './state.ts';

export const payoutBatches = table('payout_batches', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  state: t.code<PayoutBatchState>().later(),
  stateReason: t.text('redact').nullable().later(),
  fileName: t.text('redact'),
  /** The SHA-256 of the file in hexadecimal. */
  fileDigest: t.code(),
  /** How many payouts it has, and their sum. */
  payouts: t.integer(),
  sumCents: t.bigint(),
  correlationId: t.code(),
  createdBy: t.code<Actor>(),
  createdAt: t.timestamptz(),
  /** Who approved or declined it: never its creator. */
  decidedBy: t.code<Actor>().nullable().later().changes(),
  decidedAt: t.timestamptz().nullable().later().changes(),
  completedAt: t.timestamptz().nullable().later(),
  /** When its next payouts are decided; null before its decision, and after the last. */
  dueAt: t.timestamptz().nullable().later().changes(),
});

export type PayoutBatch = RowOf<typeof payoutBatches>;

const columns = columnsOf(payoutBatches);

export const insertBatch = (tx: Tx, row: PayoutBatch) => execute(insertRows(tx, payoutBatches, [row]));

export const findBatch = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<PayoutBatch[]>`
    select ${columns(db)} from payout_batches where id = ${id} and ${seenBy(db, viewer)}`);

export const lockBatch = (tx: Tx, viewer: Viewer, id: string) =>
  firstRow(tx<PayoutBatch[]>`
    select ${columns(tx)} from payout_batches where id = ${id} and ${seenBy(tx, viewer)} for update`);

/** Returns the newest batch of a merchant from the same file. */
export const findByDigest = (db: Db, merchantId: string, digest: string) =>
  firstRow(db<PayoutBatch[]>`
    select ${columns(db)} from payout_batches where merchant_id = ${merchantId} and file_digest = ${digest}
    order by created_at desc limit 1`);

/** Returns batches that wait for a decision, the oldest first. */
export const findWaiting = (db: Db, viewer: Viewer, limit: number) => db<PayoutBatch[]>`
    select ${columns(db)} from payout_batches where state = 'waiting' and ${seenBy(db, viewer)}
    order by created_at, id limit ${limit}`;

/**
 * Claims the batch that has been due the longest, until `leaseUntil`: if this process dies, it comes due again. all merchants: the
 * sweep serves every merchant.
 */
export const claimBatch = (db: Sql, now: Date, leaseUntil: Date) =>
  firstRow(db<PayoutBatch[]>`
    update payout_batches set due_at = ${leaseUntil}
    where id = (
      select id from payout_batches where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${columns(db)}`);
