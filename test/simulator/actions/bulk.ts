// Bulk jobs of the club: good and bad payment requests in one body, each done once, and the result that the merchant receives.
import { claimJob } from '../../../src/core/bulk/store.ts';
import { packed, resultOf } from '../../bulk/merchant.ts';
import { signedFields } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';

export interface Job {
  id: string;
  reference: string;
  /** The references of its requests, in order; null for a bad one. */
  items: (string | null)[];
  state: 'Complete' | 'CompleteWithErrors' | 'Error';
  createdAt: number;
}

/** How long a job can be found by its reference. */
const foundForMs = 7 * 24 * 3_600_000;

/** Sends a job; again where the machine was too slow to unpack it in time, which refuses the whole job. */
async function send({ world }: Turn, jobReference: string, requests: readonly object[]) {
  const body = { jobReference, notifyUrl: `${world.inbox.url}bulk`, compressedData: packed(requests) };
  for (let tries = 1; ; tries += 1) {
    const answer = await world.merchant.payments('/secure/bulkpaymentrequests/create', body);
    if (tries === 5 || !answer.text.includes('takes too long to read')) return answer;
  }
}

const bulkJob: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const number = random.between(1, 9);
    const badShare = random.pick([0, 0.4]);
    const items = Array.from({ length: number }, (_, index) =>
      random.chance(badShare) ? null : `BULK-${step}-${index}`,
    );
    const requests = items.map((item, index) => {
      const transactionReference = item ?? `BAD-${step}-${index}`;
      const request = signedFields(world.club, { transactionReference, bankReference: `B ${index}` });
      return item === null ? { ...request, hashCheck: 'ab'.repeat(64) } : request;
    });
    const reference = `JOB-${step}`;
    const { status, text, body } = await send(turn, reference, requests);
    const bad = items.flatMap((item, index) => (item === null ? [index] : []));
    const named = body?.errors?.map((error: string) => Number(/^\[(\d+)\]/.exec(error)?.[1]));
    expect(
      status === 200 && typeof body?.jobId === 'string' && String(named) === String(bad),
      () => `a bulk job with the bad elements ${bad} was answered ${status}: ${text}`,
    );
    if (typeof body?.jobId !== 'string') return;
    const isDoomed = random.chance(0.2) && (await killWorkers(turn, body.jobId));
    await world.service.drain();
    const state = isDoomed ? 'Error' : bad.length > 0 ? 'CompleteWithErrors' : 'Complete';
    const createdAt = world.service.clock.now().getTime();
    const job: Job = { id: body.jobId, reference, items, state, createdAt };
    model.jobs.push(job);
    await compareJob(turn, job);
    reach(`bulk job ${state}`);
  },
};

/** Processes take the job and are killed, again and again: it makes no progress. False where another has done it. */
async function killWorkers({ world, fault }: Turn, id: string): Promise<boolean> {
  const { db, clock } = world.service;
  for (let times = 0; times < 11; times += 1) {
    const claimed = await claimJob(db, clock.now(), clock.now());
    if (claimed?.id !== id) return false;
    fault('kill of a worker');
  }
  return true;
}

const bulkJobAgain: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, expect, reach } = turn;
    const job = someOf(turn, turn.model.jobs);
    if (!job) return;
    const request = signedFields(world.club, { transactionReference: `AGAIN-${turn.step}` });
    const { status, text, body } = await send(turn, job.reference, [request]);
    expect(
      status === 200 && body?.jobId === undefined && body?.errors?.length === 1,
      () => `a job with the reference of another was answered ${status}: ${text}`,
    );
    await world.service.drain();
    await compareJob(turn, job);
    reach('reference of a bulk job used twice');
  },
};

/** Compares a job with the model: each good request has one payment, and no other has any. */
async function compareJob(turn: Turn, { reference, items, state, id, createdAt }: Job): Promise<void> {
  const { world, expect } = turn;
  const path = `/secure/bulkpaymentrequests/getbulkjobbyreference?reference=${reference}`;
  const { text, body } = await world.merchant.payments(path);
  const isFound = world.service.clock.now().getTime() - createdAt < foundForMs;
  expect(
    body?.[0]?.JobStatus === (isFound ? state : undefined),
    () => `the job ${reference} is ${state}, and is shown as ${text}`,
  );
  const wanted = state === 'Error' ? [] : items.filter((item) => item !== null).sort();
  const made = await world.service.db<{ reference: string }[]>`
    select merchant_reference as reference from payments
    where site_id = ${world.club.id} and merchant_reference like ${`BULK-${reference.slice(4)}-%`} order by 1`;
  const references = made.map((row) => row.reference).sort();
  expect(
    String(references) === String(wanted),
    () => `the job ${reference} has made the payments ${references}; it should be ${wanted}`,
  );
  const [jobs] = await world.service.db<{ number: number }[]>`
    select count(*)::integer as number from bulk_jobs where id = ${id}`;
  expect(jobs!.number === 1, () => `there are ${jobs!.number} jobs ${reference}`);
}

/** The merchant got the result of each job once, with what became of each request. */
export async function judgeJobs(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  const posted = world.inbox.bodies.filter((body) => body.includes('"jobReference"'));
  for (const job of model.jobs) {
    await compareJob(turn, job);
    const own = [...new Set(posted.filter((body) => body.includes(job.id)))];
    expect(own.length === 1, () => `the result of ${job.reference} was delivered as ${own.length} texts`);
    if (own.length !== 1) continue;
    const { status, elements } = resultOf(own, job.id, world.club);
    const linked = elements.map(({ Url }) => Url !== null).join();
    const wanted = job.items.map((item) => item !== null && job.state !== 'Error').join();
    expect(
      status === job.state && linked === wanted,
      () => `the result of ${job.reference}, which is ${job.state}, is ${status} with links ${linked}`,
    );
  }
}

export const bulkActions = { bulkJob, bulkJobAgain };
