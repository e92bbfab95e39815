// Bulk jobs against a service in a separate process: the time and cost of a large one, the cost of a bomb, and the state
// after kill -9 in the middle.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openPool } from '../../src/kernel/db/db.ts';
import { makeTefo, type TefoProcess } from '../storm/process.ts';
import { ask } from '../support/merchant.ts';
import { packed, requestsOf, resultOf, type Signer } from './merchant.ts';
import { type Usage, usageOf, watchUsage } from './usage.ts';

export interface BulkOptions {
  items: number;
  /** How many jobs are killed in their middle. */
  kills: number;
  /** Receives progress. */
  say?: (line: string) => void;
}

export interface JobFigures {
  what: string;
  items: number;
  /** With a link. */
  linked: number;
  /** From the request to its response, in milliseconds. */
  answerMs: number;
  /** From the request to the last byte of the result at the receiver, in milliseconds. */
  resultMs: number;
  usage?: Usage;
}

export interface BombFigures {
  packedMegabytes: number;
  unpackedMegabytes: number;
  answer: string;
  answerMs: number;
  usage: Usage;
}

export interface KillFigures extends JobFigures {
  /** How many items were done when the process was killed. */
  doneBefore: number;
}

export interface BulkReport {
  jobs: JobFigures[];
  bombs: BombFigures[];
  kills: KillFigures[];
  violations: string[];
}

/** The limit of a wait that will never succeed. */
const patienceMs = 60_000;

export async function runBulk({ items, kills, say = () => {} }: BulkOptions): Promise<BulkReport> {
  const tefo = await makeTefo();
  const receiver = await startReceiver();
  try {
    tefo.launch();
    say(`ready after ${Math.round(await tefo.ready())} ms`);
    const merchant = await openMerchant(tefo, receiver);
    await merchant.run('warm-up', requestsOf(merchant.signer, 500));
    const jobs: JobFigures[] = [];
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
    const killed: KillFigures[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      killed.push(
        await merchant.runKilled(`killed ${kill}`, requestsOf(merchant.signer, items), kill / (kills + 1)),
      );
      say(`killed at ${killed.at(-1)!.doneBefore}: ${Math.round(killed.at(-1)!.resultMs)} ms`);
    }
    const check = await tefo.command('check', '--json');
    if (check.code !== 0) merchant.violations.push(`tefo check: ${check.out.trim()}`);
    return { jobs, bombs, kills: killed, violations: merchant.violations };
  } finally {
    await tefo.remove();
    receiver.close();
  }
}

interface Receiver {
  url: string;
  /** Bodies in the order of their arrival. */
  bodies: string[];
  /** Resolves when the result of a job is there, to when it was. */
  arrival(jobId: string): Promise<number>;
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  const arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const at = performance.now();
    response.end();
    bodies.push(body);
    const { jobId } = JSON.parse(body);
    if (!arrivals.has(jobId)) arrivals.set(jobId, at);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bulk`,
    bodies,
    arrival: async (jobId) => {
      for (const began = performance.now(); !arrivals.has(jobId); await sleep(1)) {
        if (performance.now() - began > patienceMs) throw new Error(`no result of ${jobId} came`);
      }
      return arrivals.get(jobId)!;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function openMerchant(tefo: TefoProcess, receiver: Receiver) {
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

    run: async (what: string, requests: Record<string, string>[]): Promise<JobFigures> => {
      const data = packed(requests);
      const usage = watchUsage(tefo.pid()!);
      const began = performance.now();
      const { body } = await create(what, data);
      const answerMs = performance.now() - began;
      const resultMs = (await receiver.arrival(body.jobId)) - began;
      const used = await usage.end();
      const linked = await judge(what, body.jobId, requests.length);
      return { what, items: requests.length, linked, answerMs, resultMs, usage: used };
    },

    /** The same, with the process killed when so large a share of the items is done, and started again. */
    runKilled: async (
      what: string,
      requests: Record<string, string>[],
      share: number,
    ): Promise<KillFigures> => {
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
    bomb: async (times: number): Promise<BombFigures | undefined> => {
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
        usage: (await usage.end())!,
      };
    },
  };
}

/** Waits until so many items of a job are done; returns the number of done items. */
async function untilDone(tefo: TefoProcess, jobId: string, number: number): Promise<number> {
  const db = openPool(await tefo.databaseUrl(), { max: 1, name: 'bulk' });
  try {
    for (const began = performance.now(); performance.now() - began < patienceMs; ) {
      const [row] = await db<
        { done: number }[]
      >`select next_index as done from bulk_jobs where id = ${jobId}`;
      if (row!.done >= number) return row!.done;
    }
    throw new Error(`${jobId} did not get to ${number}`);
  } finally {
    await db.end();
  }
}

/** The payments of the request that brought a job: all of them, even with item errors. */
async function countPayments(tefo: TefoProcess, jobId: string): Promise<number> {
  const db = openPool(await tefo.databaseUrl(), { max: 1, name: 'bulk' });
  try {
    const [row] = await db<{ number: number }[]>`
      select count(*)::integer as number from payments
      where correlation_id = (select correlation_id from bulk_jobs where id = ${jobId})`;
    return row!.number;
  } finally {
    await db.end();
  }
}
