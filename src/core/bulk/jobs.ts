// Processes bulk jobs, some items at a time: claim, commit, validate, then make the payments and write them to their
// items in one transaction. A killed process has done all of a step or nothing, so that no link is made twice and none
// is lost.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { itemAt, required } from '../../kernel/required.ts';
import type { Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { createPayments, type NewPayment } from '../payments/actions.ts';
import { action } from '../unit-of-work.ts';
import { bulkSweep } from './actions.ts';
import { bulkJobMachine } from './state.ts';
import * as store from './store.ts';
import { moveBulkJob } from './transitions.ts';

// About fifty milliseconds of work: other requests of this process wait no longer.
const itemsPerStep = 200;
// Many times the length of a step. A slower step finds its items done by another process and does nothing.
const leaseMs = 10_000;
const mostTries = 10;
const serviceFailed = 'The service failed; send this request again';

/** Reads and validates elements; the surface defines the format and the texts. */
export interface BulkForm {
  /** Returns the payment that an element requests, or the reason for its refusal as for a single request. */
  judge(ctx: Context, merchantId: string, element: string): Promise<JudgedElement>;
  /** Returns the text for the core's refusal of a payment. */
  explain(error: DomainError): string;
}

export type JudgedElement = { payment: NewPayment } | { refused: string };

type Outcome = { index: number } & JudgedElement;

export function createBulkSweep(ctx: Context, form: BulkForm): Sweep {
  return {
    name: bulkSweep,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'bulk_jobs', 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const job = await store.claimJob(ctx.db, now, plus(now, leaseMs));
      if (!job) return 0;
      const own = { ...ctx, correlationId: job.correlationId };
      await (job.tries > mostTries ? giveUp(own, job) : processNext(own, form, job));
      return 1;
    },
  };
}

/** Processes the next items of a job; if they fail together, only the first one, so that it fails no other. */
async function processNext(ctx: Context, form: BulkForm, job: store.BulkJob): Promise<void> {
  const step = (size: number) => Math.min(job.nextIndex + size, job.itemCount);
  try {
    await doItems(ctx, form, job, step(itemsPerStep));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ error, correlationId: ctx.correlationId, jobId: job.id }, 'items of a bulk job failed');
    await doItems(ctx, form, job, step(1)).catch(async (again) => {
      if (isDatabaseAway(again)) throw again;
      await record(ctx, form, job, [{ index: job.nextIndex, refused: serviceFailed }], step(1));
    });
  }
}

async function doItems(ctx: Context, form: BulkForm, job: store.BulkJob, to: number): Promise<void> {
  const items = await store.findOpenItems(ctx.db, job.id, job.nextIndex, to);
  const outcomes: Outcome[] = [];
  for (const { index, element } of items) {
    outcomes.push({ index, ...(await form.judge(ctx, job.merchantId, required(element, 'element'))) });
  }
  await record(ctx, form, job, outcomes, to);
}

/** Makes the payments of items, writes the outcomes, and ends the job with its last item: all of it, or nothing. */
const record = action(
  async (work, form: BulkForm, claimed: store.BulkJob, outcomes: readonly Outcome[], nextIndex: number) => {
    const job = await store.lockJob(work.tx, claimed.id);
    // Another process has done them in the meantime.
    if (!job || job.nextIndex !== claimed.nextIndex || isEnded(job)) return;
    await store.setOutcomes(work.tx, job.id, await makePayments(work, form, outcomes));
    if (job.state === 'received') await moveBulkJob(work, job, 'begin', null);
    const isLast = nextIndex === job.itemCount;
    const at = work.clock.now();
    await store.setProgress(work.tx, job.id, { nextIndex, at, dueAt: isLast ? null : at });
    if (!isLast) return;
    const verb = (await store.hasErrors(work.tx, job.id)) ? 'completeWithErrors' : 'complete';
    await moveBulkJob(work, job, verb, null);
  },
);

async function makePayments(
  work: Work,
  form: BulkForm,
  outcomes: readonly Outcome[],
): Promise<store.BulkItem[]> {
  const asked = outcomes.filter((outcome) => 'payment' in outcome);
  const made = await createPayments(
    work,
    asked.map(({ payment }) => payment),
  );
  const results = new Map(asked.map(({ index }, place) => [index, itemAt(made, place)]));
  return outcomes.map((outcome) => {
    const result = results.get(outcome.index);
    const error =
      'refused' in outcome ? outcome.refused : result instanceof DomainError ? form.explain(result) : null;
    const paymentId = result && !(result instanceof DomainError) ? result.id : null;
    return { index: outcome.index, element: null, paymentId, error };
  });
}

const giveUp = action(async (work, claimed: store.BulkJob): Promise<void> => {
  const job = await store.lockJob(work.tx, claimed.id);
  if (!job || job.nextIndex !== claimed.nextIndex || isEnded(job)) return;
  await store.setRest(work.tx, job.id, serviceFailed);
  const at = work.clock.now();
  await store.setProgress(work.tx, job.id, { nextIndex: job.itemCount, at, dueAt: null });
  await moveBulkJob(work, job, 'fail', 'The service failed; elements without a link were not processed');
});

const isEnded = ({ state }: store.BulkJob): boolean => bulkJobMachine.ended.includes(state);
