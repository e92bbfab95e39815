// All SQL of bulk jobs and their items.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { BulkJobState } from './state.ts';

export const bulkJobs = table('bulk_jobs', {
  id: t.uuid(),
  merchantId: t.uuid(),
  /** The site whose private key signs the result. */
  siteId: t.uuid(),
  /** The merchant's own name for it, unique per site. */
  reference: t.text('keep'),
  notifyUrl: t.text('redact'),
  state: t.code<BulkJobState>().later(),
  stateReason: t.text('redact').nullable().later(),
  itemCount: t.integer(),
  /** Items before this one have a payment or an error. */
  nextIndex: t.integer().later(),
  /** How many times it was claimed since the last progress. */
  tries: t.integer().later(),
  createdBy: t.code<Actor>().nullable().unread(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  modifiedAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later().unread(),
  dueAt: t.timestamptz().nullable().unread(),
});

export type BulkJob = RowOf<typeof bulkJobs>;

const columns = columnsOf(bulkJobs);

/** Elements with their outcomes: a payment, an error, or neither yet. */
export const bulkItems = table('bulk_items', {
  jobId: t.uuid().unread(),
  /** Its position in the job, from 0. */
  index: t.integer(),
  merchantId: t.uuid().unread(),
  /** As it was sent; null when it is not a record, or longer than any request may be. */
  element: t.text('redact').nullable(),
  paymentId: t.uuid().nullable().later(),
  error: t.text('redact').nullable(),
});

export type BulkItem = RowOf<typeof bulkItems>;

const itemColumns = columnsOf(bulkItems);

/** Adds a job that is due at once; returns false when its site already has one with the reference. */
export async function insertJob(tx: Tx, job: BulkJob, createdBy: Actor): Promise<boolean> {
  const row = { ...job, createdBy, dueAt: job.createdAt };
  return (await insertRows(tx, bulkJobs, [row], tx`on conflict (site_id, reference) do nothing`)).count > 0;
}

export const findSeenBulkJob = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<BulkJob[]>`
    select ${columns(db)} from bulk_jobs where id = ${id} and ${seenBy(db, viewer)}`);

export async function insertItems(
  tx: Tx,
  { id, merchantId }: BulkJob,
  elements: readonly BulkItem[],
): Promise<void> {
  const rows = elements.map((item) => ({ ...item, jobId: id, merchantId }));
  await insertRows(tx, bulkItems, rows);
}

/**
 * Claims the job that has been due the longest, and moves its due_at as a lease: if this process dies, it comes due
 * again. Running jobs take turns, because each is due again after every step. all merchants: the sweep serves every
 * merchant.
 */
export const claimJob = (db: Sql, now: Date, leaseUntil: Date) =>
  firstRow(db<BulkJob[]>`
    update bulk_jobs set due_at = ${leaseUntil}, tries = tries + 1
    where id = (
      select id from bulk_jobs where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${columns(db)}`);

/** Returns the items in [from, to) without an outcome, in order. all merchants: the caller holds the job. */
export const findOpenItems = (db: Db, jobId: string, from: number, to: number) => db<BulkItem[]>`
    select ${itemColumns(db)} from bulk_items
    where job_id = ${jobId} and index >= ${from} and index < ${to} and payment_id is null and error is null
    order by index`;

/** all merchants: the caller has found it before. */
export const lockJob = (tx: Tx, id: string) =>
  firstRow(tx<BulkJob[]>`select ${columns(tx)} from bulk_jobs where id = ${id} for update`);

/**
 * Writes the outcomes of open items, in the order of their indexes. Throws when one of them is no longer open.
 * all merchants: the caller has claimed the job.
 */
export async function setOutcomes(tx: Tx, jobId: string, decided: readonly BulkItem[]): Promise<void> {
  const indexes = decided.map(({ index }) => index);
  const [first = 0, last = 0] = [indexes[0], indexes.at(-1)];
  // The bounds restrict every plan to these items: without statistics the planner assumes that a job is small.
  const written = await tx`
    update bulk_items item set payment_id = known.payment_id, error = known.error
    from unnest(${indexes}::integer[], ${decided.map(({ paymentId }) => paymentId)}::uuid[],
      ${decided.map(({ error }) => error)}::text[]) as known (index, payment_id, error)
    where item.job_id = ${jobId} and item.index between ${first}::integer and ${last}::integer
      and item.index = known.index and item.payment_id is null and item.error is null`;
  if (written.count !== decided.length)
    throw new Error(`items of the bulk job ${jobId} already have outcomes`);
}

/** Gives every item without an outcome an error. all merchants: the caller has claimed the job. */
export const setRest = (tx: Tx, jobId: string, error: string) =>
  execute(tx`
    update bulk_items set error = ${error}
    where job_id = ${jobId} and payment_id is null and error is null`);

/**
 * Stores a job's progress and when it continues; `dueAt` is null at its end. all merchants: the caller has claimed the
 * job.
 */
export const setProgress = (
  tx: Tx,
  id: string,
  progress: { nextIndex: number; at: Date; dueAt: Date | null },
) =>
  execute(tx`
    update bulk_jobs
    set next_index = ${progress.nextIndex}, modified_at = ${progress.at}, due_at = ${progress.dueAt}, tries = 0
    where id = ${id}`);

/** all merchants: the caller has claimed the job. */
export const hasErrors = (tx: Tx, jobId: string) =>
  onlyValue(tx<{ found: boolean }[]>`
    select exists (select 1 from bulk_items where job_id = ${jobId} and error is not null) as found`);

/** Returns a merchant's jobs with a reference received since then, newest first: at most one per site. */
export const findJobs = (db: Db, merchantId: string, reference: string, since: Date) => db<BulkJob[]>`
    select ${columns(db)} from bulk_jobs
    where merchant_id = ${merchantId} and reference = ${reference} and created_at >= ${since}
    order by created_at desc, id desc`;

export const listBulkItems = (db: Db, merchantId: string, jobId: string) => db<BulkItem[]>`
    select ${itemColumns(db)} from bulk_items
    where job_id = ${jobId} and merchant_id = ${merchantId} order by index`;
