// Going through bulk jobs, some items at a time: claim, commit, judge, and then one transaction that makes the payments
// and notes them on their items. A process that is killed in between has done nothing, or all of it, so no link is made
// twice and none is lost.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type Context, inWork, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { createPayments, type NewPayment } from '../payments/actions.ts';
import { bulkSweep } from './actions.ts';
import { moveBulkJob } from './moves.ts';
import { bulkJobMachine } from './state.ts';
import * as store from './store.ts';

// Some fifty milliseconds of work: other requests of this process wait no longer than that.
const itemsPerStep = 200;
// Many times what a step takes. One that takes longer all the same finds its items done by another, and does nothing.
const leaseMs = 10_000;
const mostTries = 10;
const serviceFailed = 'The service failed; send this request again';

/** How an element is read and judged; the format and the words are the surface's. */
export interface BulkForm {
  /** The payment an element asks for, or why there is none, as a request of its own would be told. */
  judge(ctx: Context, merchantId: string, element: string): Promise<JudgedElement>;
  /** What the core's refusal of a payment is called. */
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
      await (job.tries > mostTries ? giveUp(own, job) : goOn(own, form, job));
      return 1;
    },
  };
}

/** Does the next items of a job; where they fail together, the first of them alone, so that it fails no other. */
async function goOn(ctx: Context, form: BulkForm, job: store.BulkJob): Promise<void> {
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
    outcomes.push({ index, ...(await form.judge(ctx, job.merchantId, element!)) });
  }
  await record(ctx, form, job, outcomes, to);
}

/** Makes the payments of items, notes what became of each, and ends the job with its last one: all of it, or nothing. */
function record(
  ctx: Context,
  form: BulkForm,
  claimed: store.BulkJob,
  outcomes: readonly Outcome[],
  nextIndex: number,
): Promise<void> {
  return inWork(ctx, async (work) => {
    const job = await store.lockJob(work.tx, claimed.id);
    // Somebody else has done them in the meantime.
    if (!job || job.nextIndex !== claimed.nextIndex || isEnded(job)) return;
    await store.setOutcomes(work.tx, job.id, await makePayments(work, form, outcomes));
    if (job.state === 'received') await moveBulkJob(work, job, 'begin', null);
    const isLast = nextIndex === job.itemCount;
    const at = work.clock.now();
    await store.setProgress(work.tx, job.id, { nextIndex, at, dueAt: isLast ? null : at });
    if (!isLast) return;
    const verb = (await store.hasErrors(work.tx, job.id)) ? 'completeWithErrors' : 'complete';
    await moveBulkJob(work, job, verb, null);
  });
}

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
  const results = new Map(asked.map(({ index }, place) => [index, made[place]!]));
  return outcomes.map((outcome) => {
    const result = results.get(outcome.index);
    const error =
      'refused' in outcome ? outcome.refused : result instanceof DomainError ? form.explain(result) : null;
    const paymentId = result && !(result instanceof DomainError) ? result.id : null;
    return { index: outcome.index, element: null, paymentId, error };
  });
}

function giveUp(ctx: Context, claimed: store.BulkJob): Promise<void> {
  return inWork(ctx, async (work) => {
    const job = await store.lockJob(work.tx, claimed.id);
    if (!job || job.nextIndex !== claimed.nextIndex || isEnded(job)) return;
    await store.setRest(work.tx, job.id, serviceFailed);
    const at = work.clock.now();
    await store.setProgress(work.tx, job.id, { nextIndex: job.itemCount, at, dueAt: null });
    await moveBulkJob(work, job, 'fail', 'The service failed; what has no link was not done');
  });
}

const isEnded = ({ state }: store.BulkJob): boolean => bulkJobMachine.ended.includes(state);
