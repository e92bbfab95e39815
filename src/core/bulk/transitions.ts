// Every step of a bulk job with its side effect: the merchant's notification. Callers hold the job's lock.
import { required } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { findSite } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import { advance } from '../transitions.ts';
import { type BulkJobState, type BulkJobVerb, bulkJobMachine } from './state.ts';
import type { BulkJob } from './store.ts';

/** The event data of a job. The body's writer reads its items: they may be megabytes, and never change any more. */
export type BulkSnapshot = {
  siteCode: string;
  jobId: string;
  jobReference: string;
  state: BulkJobState;
  reason: string | null;
};

/** Takes a step; returns false when the job's state does not allow it, and changes nothing. */
export async function moveBulkJob(
  work: Work,
  job: BulkJob,
  verb: BulkJobVerb,
  reason: string | null,
): Promise<boolean> {
  const edge = advance(work, bulkJobMachine, job, verb, reason);
  if (edge?.event) {
    const site = required(await findSite(work.tx, job.siteId), 'site');
    const data: BulkSnapshot = {
      siteCode: site.code,
      jobId: job.id,
      jobReference: job.reference,
      state: job.state,
      reason,
    };
    publish(work, {
      type: edge.event,
      object: bulkJobMachine.object,
      objectId: job.id,
      merchantId: job.merchantId,
      siteId: job.siteId,
      data,
      correlationId: job.correlationId,
      receivers: [{ url: job.notifyUrl, format: 'bulk' }],
    });
  }
  return edge !== undefined;
}
