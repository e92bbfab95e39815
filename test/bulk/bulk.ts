// Bulk jobs against a service in a separate process: the time and cost of a large one, the cost of a bomb, and the state
// after kill -9 in the middle.
import { gzipSync } from 'node:zlib';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { makeTefo, type TefoProcess } from '../storm/process.ts';
import { ask } from '../support/merchant.ts';
import { serve } from '../support/serving.ts';
import { until } from '../support/until.ts';
import { packed, requestsOf, resultOf, type Signer } from './merchant.ts';
import { usageOf, watchUsage } from './usage.ts';

export interface BulkOptions {
  items: number;
  /** How many jobs are killed in their middle. */
  kills: number;
  /** Receives progress. */
  say?: (line: string) => void;
}

export async function runBulk({ items, kills, say = () => {} }: BulkOptions) {
  const tefo = await makeTefo();
  const receiver = await startReceiver();
  try {
    tefo.launch();
    say(`ready after ${Math.round(await tefo.ready())} ms`);
    const merchant = await openMerchant(tefo, receiver);
    await merchant.run('warm-up', requestsOf(merchant.signer, 500));
    const jobs = [];
    for (const [what, badOfTen] of [
      ['all good', 0],
      ['30 % bad', 3],
      ['all good again', 0],
    ] as const) {
      const requests = requestsOf(merchant.signer, items, (index) => index % 10 < badOfTen);
      jobs.push(await merchant.run(what, requests));
      say(`${what}: ${Math.round(jobs.at(-1)!.resultMs)} ms`);
    }
    const bombs = [await merchant.bomb(10), await merchant.bomb(100)].filter((bomb) => bomb !== undefined);
    const killed = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      const requests = requestsOf(merchant.signer, items);
      killed.push(await merchant.runKilled(`killed ${kill}`, requests, kill / (kills + 1)));
      say(`killed at ${killed.at(-1)!.doneBefore}: ${Math.round(killed.at(-1)!.resultMs)} ms`);
    }
    const check = await tefo.command('check', '--json');
    if (check.code !== 0) merchant.violations.push(`tefo check: ${check.stdout.trim()}`);
    return { jobs, bombs, kills: killed, violations: merchant.violations };
  } finally {
    await tefo.remove();
    await receiver.close();
  }
}

async function startReceiver() {
  const bodies: string[] = [];
  const arrivals = new Map<string, number>();
  const { url, close } = await serve((_request, body, response) => {
    const at = performance.now();
    response.end();
    bodies.push(body);
    const { jobId } = JSON.parse(body);
    if (!arrivals.has(jobId)) arrivals.set(jobId, at);
  });
  return {
    url: `${url}/bulk`,
    /** In the order of their arrival. */
    bodies,
    /** Resolves when the result of a job is there, to when it was. */
    arrival: (jobId: string) => until(() => arrivals.get(jobId), { pauseMs: 1 }),
    close,
  };
}

async function openMerchant(tefo: TefoProcess, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const { siteCode, privateKey, apiKey } = await tefo.credentials();
  const signer: Signer = { siteCode, privateKey };
  const token = await ask(`${tefo.base}/payments/token`, {
    method: 'POST',
    headers: { apikey: apiKey },
    body: new URLSearchParams({ grant_type: 'password', SiteCode: siteCode }),
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token.body.access_token}` };
  const violations: string[] = [];

  function create(jobReference: string, compressedData: string) {
    const body = JSON.stringify({ jobReference, notifyUrl: receiver.url, compressedData });
    return ask(`${tefo.base}/payments/secure/bulkpaymentrequests/create`, { method: 'POST', headers, body });
  }

  /** Every request has its link and no other has it, or it was bad and has none. */
  async function judge(what: string, jobId: string, sent: number): Promise<number> {
    const { status, elements } = resultOf(receiver.bodies, jobId, signer);
    const ids = elements.flatMap((element) => element.PaymentRequestId ?? []);
    const expect = (holds: boolean, broken: string) => void (holds || violations.push(`${what}: ${broken}`));
    expect(elements.length === sent, `${elements.length} of ${sent} requests in the result`);
    expect(new Set(ids).size === ids.length, 'a link was given twice');
    expect(
      elements.every(({ Url, ErrorMessage }) => (Url === null) !== (ErrorMessage === null)),
      'a request has a link or an error, and never both',
    );
    expect(status === (ids.length === sent ? 'Complete' : 'CompleteWithErrors'), `is ${status}`);
    const made = await countPayments(tefo, jobId);
    expect(made === ids.length, `${made} payments were made for ${ids.length} links`);
    return ids.length;
  }

  return {
    signer,
    violations,

    /** Returns the milliseconds from a job's request to its response, and to the last byte of its result. */
    run: async (what: string, requests: Record<string, string>[]) => {
      const data = packed(requests);
      const usage = watchUsage(tefo.pid()!);
      const began = performance.now();
      const { body } = await create(what, data);
      const answerMs = performance.now() - began;
      const resultMs = (await receiver.arrival(body.jobId)) - began;
      const used = usage.end();
      const linked = await judge(what, body.jobId, requests.length);
      return { what, items: requests.length, linked, answerMs, resultMs, usage: used };
    },

    /** The same, with the process killed when so large a share of the items is done, and started again. */
    runKilled: async (what: string, requests: Record<string, string>[], share: number) => {
      const data = packed(requests);
      const began = performance.now();
      const { body } = await create(what, data);
      const answerMs = performance.now() - began;
      const doneBefore = await untilDone(tefo, body.jobId, Math.floor(requests.length * share));
      await tefo.kill();
      if (receiver.bodies.some((text) => text.includes(body.jobId)))
        violations.push(`${what}: the kill came too late`);
      tefo.launch();
      await tefo.ready();
      const resultMs = (await receiver.arrival(body.jobId)) - began;
      const linked = await judge(what, body.jobId, requests.length);
      return { what, items: requests.length, linked, answerMs, resultMs, doneBefore };
    },

    /** So many times 100 MB of zeros. Undefined where the system does not report a process's usage. */
    bomb: async (times: number) => {
      if (!usageOf(tefo.pid()!)) return undefined;
      const member = gzipSync(Buffer.alloc(100_000_000));
      const data = Buffer.concat(Array(times).fill(member)).toString('base64');
      const usage = watchUsage(tefo.pid()!);
      const began = performance.now();
      const { text } = await create(`bomb ${times}`, data);
      const answerMs = performance.now() - began;
      return {
        packedMegabytes: data.length / 1e6,
        unpackedMegabytes: times * 100,
        answer: text,
        answerMs,
        usage: usage.end(),
      };
    },
  };
}

/** Waits until so many items of a job are done; returns the number of done items. */
const untilDone = (tefo: TefoProcess, jobId: string, number: number): Promise<number> =>
  onDatabase(tefo, (db) => {
    const done = async () => {
      const [row] = await db<{ done: number }[]>`
        select next_index as done from bulk_jobs where id = ${jobId}`;
      return row!.done >= number && row!.done;
    };
    return until(done, { pauseMs: 0 });
  });

/** The payments of the request that brought a job: all of them, even with item errors. */
const countPayments = (tefo: TefoProcess, jobId: string): Promise<number> =>
  onDatabase(tefo, async (db) => {
    const [row] = await db<{ number: number }[]>`
      select count(*)::integer as number from payments
      where correlation_id = (select correlation_id from bulk_jobs where id = ${jobId})`;
    return row!.number;
  });

async function onDatabase<Result>(tefo: TefoProcess, work: (db: Sql) => Promise<Result>): Promise<Result> {
  const db = openPool(await tefo.databaseUrl(), { max: 1, name: 'bulk' });
  return await work(db).finally(() => db.end());
}
