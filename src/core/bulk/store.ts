// All SQL of bulk jobs and their items.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { firstOf } from '../../kernel/required.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { BulkJobState } from './state.ts';

export interface BulkJob {
  id: string;
  merchantId: string;
  /** The site whose private key signs the result. */
  siteId: string;
  /** The merchant's own name for it, unique per site. */
  reference: string;
  notifyUrl: string;
  state: BulkJobState;
  stateReason: string | null;
  itemCount: number;
  /** Items before this one have a payment or an error. */
  nextIndex: number;
  /** How many times it was claimed since the last progress. */
  tries: number;
  correlationId: string;
  createdAt: Date;
  modifiedAt: Date;
}

/** An element and its outcome: a payment, an error, or neither yet. */
export interface BulkItem {
  /** Its position in the job, from 0. */
  index: number;
  /** As it was sent; null when it is not a record, or longer than any request may be. */
  element: string | null;
  paymentId: string | null;
  error: string | null;
}

const columns = (db: Db) => db`
  id, merchant_id, site_id, reference, notify_url, state, state_reason, item_count, next_index, tries, correlation_id,
  created_at, modified_at`;

/** Adds a job that is due at once; returns false when its site already has one with the reference. */
export async function insertJob(tx: Tx, job: BulkJob, createdBy: Actor): Promise<boolean> {
  const added = await tx`
    insert into bulk_jobs (id, merchant_id, site_id, reference, notify_url, item_count, created_by,
      correlation_id, created_at, modified_at, due_at)
    values (${job.id}, ${job.merchantId}, ${job.siteId}, ${job.reference}, ${job.notifyUrl}, ${job.itemCount},
      ${createdBy}, ${job.correlationId}, ${job.createdAt}, ${job.createdAt}, ${job.createdAt})
    on conflict (site_id, reference) do nothing
    returning 1`;
  return added.length > 0;
}

/** Returns a job that a viewer sees. */
export async function findSeenJob(db: Db, viewer: Viewer, id: string): Promise<BulkJob | undefined> {
  const [job] = await db<BulkJob[]>`
    select ${columns(db)} from bulk_jobs where id = ${id} and ${seenBy(db, viewer)}`;
  return job;
}

export async function insertItems(tx: Tx, job: BulkJob, items: readonly BulkItem[]): Promise<void> {
  await tx`
    insert into bulk_items (job_id, merchant_id, index, element, error)
    select ${job.id}, ${job.merchantId}, index, element, error
    from unnest(${items.map(({ index }) => index)}::integer[], ${items.map(({ element }) => element)}::text[],
      ${items.map(({ error }) => error)}::text[]) as item (index, element, error)`;
}

/**
 * Claims the job that has been due the longest, and moves its due_at as a lease: if this process dies, it comes due
 * again. Running jobs take turns, because each is due again after every step. all merchants: the sweep serves
 * everybody.
 */
export async function claimJob(db: Sql, now: Date, leaseUntil: Date): Promise<BulkJob | undefined> {
  const [job] = await db<BulkJob[]>`
    update bulk_jobs set due_at = ${leaseUntil}, tries = tries + 1
    where id = (
      select id from bulk_jobs where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${columns(db)}`;
  return job;
}

/** Returns the items in [from, to) without an outcome, in order. all merchants: the caller holds the job. */
export async function findOpenItems(db: Db, jobId: string, from: number, to: number): Promise<BulkItem[]> {
  return db<BulkItem[]>`
    select index, element, payment_id, error from bulk_items
    where job_id = ${jobId} and index >= ${from} and index < ${to} and payment_id is null and error is null
    order by index`;
}

/** all merchants: the caller has found it before. */
export async function lockJob(tx: Tx, id: string): Promise<BulkJob | undefined> {
  const [job] = await tx<BulkJob[]>`select ${columns(tx)} from bulk_jobs where id = ${id} for update`;
  return job;
}

/**
 * Writes the outcomes of open items, in the order of their indexes. Throws when one of them is no longer open.
 * all merchants: the caller has claimed the job.
 */
export async function setOutcomes(tx: Tx, jobId: string, items: readonly BulkItem[]): Promise<void> {
  const indexes = items.map(({ index }) => index);
  const [first = 0, last = 0] = [indexes[0], indexes.at(-1)];
  // The bounds restrict every plan to these items: without statistics the planner assumes that a job is small.
  const written = await tx`
    update bulk_items item set payment_id = known.payment_id, error = known.error
    from unnest(${indexes}::integer[], ${items.map(({ paymentId }) => paymentId)}::uuid[],
      ${items.map(({ error }) => error)}::text[]) as known (index, payment_id, error)
    where item.job_id = ${jobId} and item.index between ${first}::integer and ${last}::integer
      and item.index = known.index and item.payment_id is null and item.error is null`;
  if (written.count !== items.length) throw new Error(`items of the bulk job ${jobId} already have outcomes`);
}

/** Gives every item without an outcome an error. all merchants: the caller has claimed the job. */
export async function setRest(tx: Tx, jobId: string, error: string): Promise<void> {
  await tx`
    update bulk_items set error = ${error}
    where job_id = ${jobId} and payment_id is null and error is null`;
}

/**
 * Stores a job's progress and when it continues; `dueAt` is null at its end. all merchants: the caller has claimed the
 * job.
 */
export async function setProgress(
  tx: Tx,
  id: string,
  progress: { nextIndex: number; at: Date; dueAt: Date | null },
): Promise<void> {
  await tx`
    update bulk_jobs
    set next_index = ${progress.nextIndex}, modified_at = ${progress.at}, due_at = ${progress.dueAt}, tries = 0
    where id = ${id}`;
}

/** all merchants: the caller has claimed the job. */
export async function hasErrors(tx: Tx, jobId: string): Promise<boolean> {
  const row = firstOf(
    await tx<{ found: boolean }[]>`
    select exists (select 1 from bulk_items where job_id = ${jobId} and error is not null) as found`,
  );
  return row.found;
}

/** Returns a merchant's jobs with a reference received since then, newest first: at most one per site. */
export async function findJobs(
  db: Db,
  merchantId: string,
  reference: string,
  since: Date,
): Promise<BulkJob[]> {
  return db<BulkJob[]>`
    select ${columns(db)} from bulk_jobs
    where merchant_id = ${merchantId} and reference = ${reference} and created_at >= ${since}
    order by created_at desc, id desc`;
}

export async function findItems(db: Db, merchantId: string, jobId: string): Promise<BulkItem[]> {
  return db<BulkItem[]>`
    select index, element, payment_id, error from bulk_items
    where job_id = ${jobId} and merchant_id = ${merchantId} order by index`;
}
