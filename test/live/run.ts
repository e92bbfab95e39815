// npm run live: live pages under load, with their figures; exit code 1 where one is missed. On a machine with other work the
// speed of creating payments varies: the report also shows the processor time of one.
//   --streams 200  --seconds 30 (of changes)  --rate 100 (changes a second)  --rounds 5 (with and without streams)  --json

import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newRun, type Request, runLoad } from '../../bench/load.ts';
import { openMerchant } from '../../bench/merchant.ts';
import { makeTefo } from '../storm/process.ts';
import { type Reader, read, signIn } from './streams.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const [streams, seconds, rate, rounds] = [values.streams, values.seconds, values.rate, values.rounds].map(
  Number,
) as [number, number, number, number];
/** Of the streams: a third each one payment, half lists, the rest the first page. */
const watched = Math.floor(streams * 0.3);
const lists = Math.floor(streams * 0.5);
const references = 10;

const tefo = await makeTefo();
try {
  tefo.launch();
  await tefo.ready();
  const merchant = await openMerchant(tefo);
  const { siteCode } = await tefo.credentials();
  const cookies = await people(siteCode);
  const eyes = await measureEyes(merchant, cookies);
  const ratios = await measureSlowing(merchant, cookies);
  const stopMs = await measureStop(cookies);
  const figures = {
    eyes: {
      p50: percentile(eyes, 50),
      p95: percentile(eyes, 95),
      worst: Math.max(...eyes),
      changes: eyes.length,
    },
    creating: {
      byClock: percentile(
        ratios.map(({ speed }) => speed),
        50,
      ),
      byWork: percentile(
        ratios.map(({ cpuMs }) => cpuMs),
        50,
      ),
      ratios,
    },
    stopMs,
    load: loadavg(),
  };
  process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : describe(figures));
  process.exitCode = figures.eyes.p95 > 3_000 || figures.creating.byClock < 0.97 || stopMs > 10_000 ? 1 : 0;
} finally {
  await tefo.remove();
}

/** Signs in a user of each role. Returns their cookies. */
async function people(siteCode: string): Promise<string[]> {
  const roles = [
    'viewer',
    'support',
    'finance',
    'developer',
    'admin',
    'operator-support',
    'operator-finance',
  ];
  const cookies: string[] = [];
  for (const role of roles) {
    const at = role.startsWith('operator') ? [] : ['--merchant', siteCode];
    const email = `${role}@live.example`;
    const made = await tefo.command('user', 'create', '--email', email, '--role', role, ...at, '--json');
    cookies.push(await signIn(tefo.base, email, JSON.parse(made.out).password));
  }
  return cookies;
}

async function openAll(cookies: readonly string[], readers: readonly Reader[]) {
  const opened: Awaited<ReturnType<typeof read>>[] = [];
  for (const [index, reader] of readers.entries())
    opened.push(await read(tefo.base, cookies[index % cookies.length]!, reader));
  return opened;
}

function idle(page: string): Reader {
  return { page, received: () => {} };
}

/** Pages as users open them: lists with and without filters, and the first page. */
function usualReaders(count: number): Reader[] {
  const pages = ['/console', '/console/payments', '/console/refunds', '/console/payments?state=created'];
  return Array.from({ length: count }, (_, index) => idle(pages[index % pages.length]!));
}

type Merchant = Awaited<ReturnType<typeof openMerchant>>;

/** Returns how many milliseconds after it was committed each change was seen. */
async function measureEyes(merchant: Merchant, cookies: readonly string[]): Promise<number[]> {
  const delays: number[] = [];
  const ids = await Promise.all(Array.from({ length: watched }, async () => (await merchant.createOne()).id));
  const waiting = new Map<string, number>();
  const seen = (name: string): void => {
    const since = waiting.get(name);
    if (since === undefined) return;
    waiting.delete(name);
    delays.push(performance.now() - since);
  };
  const readers: Reader[] = [
    ...ids.map((id) => ({
      page: `/console/payments/${id}`,
      received: (event: string) => void (event.includes('live-timeline') && seen(id)),
    })),
    ...Array.from({ length: Math.min(lists, references * 5) }, (_, index) => ({
      page: `/console/payments?reference=eye-${index % references}-`,
      received: (event: string) => {
        const count = /(\d+) newer<\/a>/.exec(event)?.[1];
        if (count !== undefined) for (let nth = 1; nth <= Number(count); nth += 1) seen(`${index}/${nth}`);
      },
    })),
  ];
  readers.push(...usualReaders(streams - readers.length));
  const people = lists > 0 ? readers.slice(ids.length, ids.length + references * 5) : [];
  // Viewers do not see developers' pages: one of each role reads what all may.
  const opened = await openAll(cookies.slice(4), readers);
  let isOver = false;
  for (const [index, { ended }] of opened.entries())
    void ended.then((why) => isOver || process.stderr.write(`${readers[index]!.page} ended early: ${why}\n`));
  const changing = runLoad({
    ...withoutReceiver(merchant),
    ...{ base: tefo.base, connections: 8, warmUpSeconds: 0, seconds, perSecond: rate, run: newRun() },
  });
  const made = new Map<number, number>();
  const began = performance.now();
  for (let nth = 0; performance.now() - began < seconds * 1_000; nth += 1) {
    await sleep(200);
    const id = ids[nth];
    if (id !== undefined) {
      // From before the request: the row can appear before the response.
      waiting.set(id, performance.now());
      await merchant.pay(id);
    }
    const reference = nth % references;
    const count = (made.get(reference) ?? 0) + 1;
    made.set(reference, count);
    for (const index of people.keys())
      if (index % references === reference) waiting.set(`${index}/${count}`, performance.now());
    await createWith(merchant, `eye-${reference}-${nth}`);
  }
  const { answered, failed } = await changing;
  const perSecondDone = Math.round(answered / seconds);
  process.stderr.write(
    `${perSecondDone} other payments a second, ${failed} failed; ${waiting.size} changes not seen yet\n`,
  );
  for (let waits = 0; waiting.size > 0 && waits < 300; waits += 1) await sleep(100);
  isOver = true;
  for (const { leave } of opened) leave();
  if (waiting.size > 0)
    throw new Error(`${waiting.size} changes were not seen: ${[...waiting.keys()].slice(0, 5)}`);
  return delays;
}

/** Requests a payment without a recipient of notifications. */
function withoutReceiver(merchant: Merchant): Request {
  const request = merchant.create();
  const { notifyUrl: _, ...body } = JSON.parse(request.body!);
  return { ...request, body: JSON.stringify(body) };
}

async function createWith(merchant: Merchant, reference: string): Promise<void> {
  const { headers, body } = withoutReceiver(merchant);
  const answer = await fetch(`${tefo.base}/one/v1/payments`, {
    method: 'POST',
    headers,
    body: body!.replace('order-{n}', reference),
  });
  if (answer.status !== 201) throw new Error(`a payment was not made: ${await answer.text()}`);
  await answer.body?.cancel();
}

interface Creating {
  /** Payments a second. */
  speed: number;
  /** The processor time of one of them, in the service and its database together. */
  cpuMs: number;
}

/**
 * Returns the remaining speed of creating payments while streams are open, for each round: by the clock, and by the work.
 */
async function measureSlowing(merchant: Merchant, cookies: readonly string[]): Promise<Creating[]> {
  const creating = async (): Promise<Creating> => {
    const before = await usedCpuMs();
    const { answered, seconds: took } = await runLoad({
      ...withoutReceiver(merchant),
      ...{ base: tefo.base, connections: 16, warmUpSeconds: 0, seconds: 8, run: newRun() },
    });
    return { speed: answered / took, cpuMs: ((await usedCpuMs()) - before) / answered };
  };
  const ids = await Promise.all(Array.from({ length: watched }, async () => (await merchant.createOne()).id));
  const readers = [
    ...ids.map((id) => idle(`/console/payments/${id}`)),
    ...usualReaders(streams - ids.length),
  ];
  const beside = async (): Promise<Creating> => {
    const opened = await openAll(cookies.slice(4), readers);
    // Opening costs a page each: the measurement excludes it.
    await sleep(2_000);
    const done = await creating();
    for (const { leave } of opened) leave();
    await sleep(2_000);
    return done;
  };
  const ratios: Creating[] = [];
  await creating();
  for (let round = 0; round < rounds; round += 1) {
    // First and last in turn, so that a machine that slows down affects both equally.
    const isFirst = round % 2 === 0;
    const [one, other] = isFirst ? [await beside(), await creating()] : [await creating(), await beside()];
    const [busy, free] = isFirst ? [one, other] : [other, one];
    const ratio = { speed: busy.speed / free.speed, cpuMs: free.cpuMs / busy.cpuMs };
    ratios.push(ratio);
    process.stderr.write(
      `round ${round + 1}: ${ratio.speed.toFixed(3)} by the clock, ${ratio.cpuMs.toFixed(3)} by the work; ` +
        `${Math.round(free.speed)} a second of ${free.cpuMs.toFixed(2)} ms each without streams\n`,
    );
  }
  return ratios;
}

/** Returns how long the service and its database have kept processors busy. */
async function usedCpuMs(): Promise<number> {
  const postgres = await tefo.postgresPid();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map(async (pid) => [pid, await statOf(pid)] as const));
  const isOurs = (pid: number, parent: number) => [tefo.pid(), postgres].includes(pid) || parent === postgres;
  // Those that have ended are counted with the server, their parent.
  const ticks = all.flatMap(([pid, [parent, ...own] = [0]]) =>
    isOurs(pid, parent!) ? (pid === postgres ? own : own.slice(0, 2)) : [],
  );
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

/** Returns a process's parent, and its ticks: its own as user and as system, and of its children that have ended. */
async function statOf(pid: number): Promise<number[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && [fields[1], ...fields.slice(11, 15)].map(Number);
}

/** Returns the service's time to stop, with every stream open. */
async function measureStop(cookies: readonly string[]): Promise<number> {
  const opened = await openAll(cookies.slice(4), usualReaders(streams));
  const began = performance.now();
  await tefo.stop();
  await Promise.all(opened.map(({ ended }) => ended));
  return performance.now() - began;
}

function percentile(list: readonly number[], percent: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))]!;
}

function describe({
  eyes,
  creating,
  stopMs,
  load,
}: {
  eyes: Record<string, number>;
  creating: { byClock: number; byWork: number };
  stopMs: number;
  load: number[];
}): string {
  const ms = (one: number | undefined): string => `${Math.round(one!)} ms`;
  return `
${streams} streams, ${rate} changes a second for ${seconds} s
  to the eye     p50 ${ms(eyes.p50)}, p95 ${ms(eyes.p95)}, worst ${ms(eyes.worst)}, of ${eyes.changes}
  creating       ${creating.byClock.toFixed(3)} of the speed without streams, medians; by the work of the processors ${creating.byWork.toFixed(3)}
  SIGTERM        ${ms(stopMs)} until it had stopped, with everybody reading
  the machine    load ${load.map((one) => one.toFixed(1)).join(', ')} on ${availableParallelism()} processors
`;
}
