// npm run live: live pages under load, with their figures; exit code 1 where one is missed.
//   --streams 200  --seconds 30 (of changes)  --rate 100 (changes a second)  --rounds 5 (with and without streams)  --json

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newRun, perSecond, type Request, runLoad } from '../../bench/load.ts';
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
    creating: { ratio: percentile(ratios, 50), ratios },
    stopMs,
  };
  process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : describe(figures));
  process.exitCode = figures.eyes.p95 > 3_000 || figures.creating.ratio < 0.97 || stopMs > 10_000 ? 1 : 0;
} finally {
  await tefo.remove();
}

/** Signs in somebody of each role. Returns their cookies. */
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
  return { page, heard: () => {} };
}

/** Pages as people have them open: lists with and without filters, and the first page. */
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
      heard: (event: string) => void (event.includes('live-timeline') && seen(id)),
    })),
    ...Array.from({ length: Math.min(lists, references * 5) }, (_, index) => ({
      page: `/console/payments?reference=eye-${index % references}-`,
      heard: (event: string) => {
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
    ...untold(merchant),
    ...{ base: tefo.base, connections: 8, warmUpSeconds: 0, seconds, perSecond: rate, run: newRun() },
  });
  const made = new Map<number, number>();
  const began = performance.now();
  for (let nth = 0; performance.now() - began < seconds * 1_000; nth += 1) {
    await sleep(200);
    const id = ids[nth];
    if (id !== undefined) {
      // From before it is asked for: it may be seen before we are answered.
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

/** A request for a payment of which nobody is told. */
function untold(merchant: Merchant): Request {
  const request = merchant.create();
  const { notifyUrl: _, ...body } = JSON.parse(request.body!);
  return { ...request, body: JSON.stringify(body) };
}

async function createWith(merchant: Merchant, reference: string): Promise<void> {
  const { headers, body } = untold(merchant);
  const answer = await fetch(`${tefo.base}/one/v1/payments`, {
    method: 'POST',
    headers,
    body: body!.replace('order-{n}', reference),
  });
  if (answer.status !== 201) throw new Error(`a payment was not made: ${await answer.text()}`);
  await answer.body?.cancel();
}

/** Returns, for each round, how fast payments are created beside streams, against without. */
async function measureSlowing(merchant: Merchant, cookies: readonly string[]): Promise<number[]> {
  const creating = () =>
    perSecond({
      ...untold(merchant),
      ...{ base: tefo.base, connections: 16, warmUpSeconds: 1, seconds: 5, run: newRun() },
    });
  const ids = await Promise.all(Array.from({ length: watched }, async () => (await merchant.createOne()).id));
  const readers = [
    ...ids.map((id) => idle(`/console/payments/${id}`)),
    ...usualReaders(streams - ids.length),
  ];
  const beside = async (): Promise<number> => {
    const opened = await openAll(cookies.slice(4), readers);
    const speed = await creating();
    for (const { leave } of opened) leave();
    await sleep(500);
    return speed;
  };
  const ratios: number[] = [];
  await creating();
  for (let round = 0; round < rounds; round += 1) {
    // First and last in turn, so that a machine that slows down harms neither.
    const first = round % 2 === 0 ? await beside() : await creating();
    const second = round % 2 === 0 ? await creating() : await beside();
    ratios.push(round % 2 === 0 ? first / second : second / first);
    process.stderr.write(`round ${round + 1}: ${ratios.at(-1)!.toFixed(3)}\n`);
  }
  return ratios;
}

/** Returns how long the service takes to stop, with everybody reading. */
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
}: {
  eyes: Record<string, number>;
  creating: { ratio: number; ratios: number[] };
  stopMs: number;
}): string {
  const ms = (one: number | undefined): string => `${Math.round(one!)} ms`;
  return `
${streams} streams, ${rate} changes a second for ${seconds} s
  to the eye     p50 ${ms(eyes.p50)}, p95 ${ms(eyes.p95)}, worst ${ms(eyes.worst)}, of ${eyes.changes}
  creating       ${creating.ratio.toFixed(3)} of the speed without streams, median of ${creating.ratios.map((one) => one.toFixed(3)).join(', ')}
  SIGTERM        ${ms(stopMs)} until it had stopped, with everybody reading
`;
}
