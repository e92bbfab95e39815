// Bulk jobs: received with all their elements, and read later.

import { plus } from '../../kernel/clock.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { AnyContext, Context } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import { correlated } from '../traces.ts';
import { inWork } from '../unit-of-work.ts';
import { bulkJobMachine } from './state.ts';
import * as store from './store.ts';

export { type BulkJobState, bulkJobMachine } from './state.ts';
export { type BulkItem, type BulkJob, bulkItems, bulkJobs, findSeenBulkJob, listBulkItems } from './store.ts';

export const bulkSweep = 'bulk.process';

const dayMs = 24 * 60 * 60 * 1000;
/** How long a job can be found by its reference, in milliseconds. */
const foundForMs = 7 * dayMs;
const itemsPerInsert = 500;

export interface NewBulkJob {
  /** The site whose private key signs the result. */
  site: Site;
  reference: string;
  notifyUrl: string;
  /** 1 to `mostItems` of them; one with an error is done, and has no element if it cannot be returned. */
  items: readonly Pick<store.BulkItem, 'element' | 'error'>[];
}

/** Creates a job with all its items, or nothing; undefined when the site already has one with the reference. */
export function createBulkJob(ctx: AnyContext, input: NewBulkJob): Promise<store.BulkJob | undefined> {
  const { site, reference, notifyUrl } = input;
  const createdAt = ctx.clock.now();
  const job: store.BulkJob = {
    id: newId(ctx.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    reference,
    notifyUrl,
    state: bulkJobMachine.initial,
    stateReason: null,
    itemCount: input.items.length,
    nextIndex: 0,
    tries: 0,
    correlationId: correlated(ctx, site.merchantId),
    createdAt,
    modifiedAt: createdAt,
  };
  const items = input.items.map((item, index) => ({ ...item, index, paymentId: null }));
  return inWork(ctx, async (work) => {
    if (!(await store.insertJob(work.tx, job, work.actor))) return undefined;
    for (let from = 0; from < items.length; from += itemsPerInsert) {
      await store.insertItems(work.tx, job, items.slice(from, from + itemsPerInsert));
    }
    await wakeAfterCommit(work.tx, bulkSweep);
    return job;
  });
}

/** Returns a merchant's jobs of the last seven days with a reference, at most one per site, newest first. */
export function findBulkJobs(ctx: Context, merchantId: string, reference: string): Promise<store.BulkJob[]> {
  return store.findJobs(ctx.db, merchantId, reference, plus(ctx.clock.now(), -foundForMs));
}

/** Returns a job's refused items that can be sent again, in order. The caller has found the job. */
export async function listRefusedItems(
  ctx: AnyContext,
  { id, merchantId }: store.BulkJob,
): Promise<{ element: string; error: string }[]> {
  const items = await store.listBulkItems(ctx.db, merchantId, id);
  return items.flatMap(({ element, error }) =>
    element !== null && error !== null ? [{ element, error }] : [],
  );
}
