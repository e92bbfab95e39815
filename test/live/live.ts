// Live pages under load: how soon changes appear, how much slower payments are created, and how long the service takes to stop.
// On a machine with other work the speed of creating payments varies: the report also shows the processor time of one.
import { readdir, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRun, type Request, runLoad } from '../../bench/load.ts';
import { openMerchant } from '../../bench/merchant.ts';
import { makeTefo, type TefoProcess } from '../storm/process.ts';
import { median, percentile, rounded, sumOf } from '../support/figures.ts';
import { type Reader, read, signIn } from './streams.ts';

export interface LiveOptions {
  streams: number;
  /** How long changes are watched. */
  seconds: number;
  /** Changes a second. */
  rate: number;
  /** Rounds of creating payments with and without streams, in turn. */
  rounds: number;
  say(line: string): void;
}

interface Scene extends LiveOptions {
  tefo: TefoProcess;
  /** A third of the streams each show one payment, half lists, the rest the first page. */
  watched: number;
  lists: number;
}

const references = 10;

export async function measureLive(options: LiveOptions) {
  const { streams } = options;
  const tefo = await makeTefo();
  const scene = {
    ...{ ...options, tefo },
    ...{ watched: Math.floor(streams * 0.3), lists: Math.floor(streams * 0.5) },
  };
  try {
    tefo.launch();
    await tefo.ready();
    const merchant = await openMerchant(tefo);
    const { siteCode } = await tefo.credentials();
    const cookies = await people(tefo, siteCode);
    const eyes = await measureEyes(scene, merchant, cookies);
    const ratios = await measureSlowing(scene, merchant, cookies);
    const stopMs = await measureStop(scene, cookies);
    const p95Ms = percentile(eyes, 95);
    const ratio = median(ratios.map(({ speed }) => speed));
    const broken = [
      p95Ms > 3_000 && `the p95 of a change is ${Math.round(p95Ms)} ms`,
      ratio < 0.97 && `creating keeps ${rounded(ratio)} of its speed`,
      stopMs > 10_000 && `stopping took ${Math.round(stopMs)} ms`,
    ];
    return {
      violations: broken.filter((text) => text !== false),
      changes: eyes.length,
      eyes: { p50Ms: percentile(eyes, 50), p95Ms, worstMs: Math.max(...eyes) },
      creating: { byClock: ratio, byWork: median(ratios.map(({ cpuMs }) => cpuMs)), ratios },
      ...{ stopMs, load: loadavg() },
    };
  } finally {
    await tefo.remove();
  }
}

/** Signs in a user of each role. Returns their cookies. */
async function people(tefo: TefoProcess, siteCode: string): Promise<string[]> {
  const roles = 'viewer support finance developer admin operator-support operator-finance'.split(' ');
  const cookies: string[] = [];
  for (const role of roles) {
    const at = role.startsWith('operator') ? [] : ['--merchant', siteCode];
    const email = `${role}@live.example`;
    const made = await tefo.command('user', 'create', '--email', email, '--role', role, ...at, '--json');
    cookies.push(await signIn(tefo.base, email, JSON.parse(made.stdout).password));
  }
  return cookies;
}

async function openAll({ tefo }: Scene, cookies: readonly string[], readers: readonly Reader[]) {
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
async function measureEyes(scene: Scene, merchant: Merchant, cookies: readonly string[]): Promise<number[]> {
  const { tefo, streams, watched, lists, seconds, rate, say } = scene;
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
  const opened = await openAll(scene, cookies.slice(4), readers);
  let isOver = false;
  for (const [index, { ended }] of opened.entries())
    void ended.then((why) => isOver || say(`${readers[index]!.page} ended early: ${why}`));
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
    await createWith(tefo, merchant, `eye-${reference}-${nth}`);
  }
  const { answered, failed } = await changing;
  const perSecondDone = Math.round(answered / seconds);
  say(`${perSecondDone} other payments a second, ${failed} failed; ${waiting.size} changes not seen yet`);
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

async function createWith(tefo: TefoProcess, merchant: Merchant, reference: string): Promise<void> {
  const { headers, body } = withoutReceiver(merchant);
  const answer = await fetch(`${tefo.base}/one/v1/payments`, {
    method: 'POST',
    headers,
    body: body!.replace('order-{n}', reference),
  });
  if (answer.status !== 201) throw new Error(`a payment was not made: ${await answer.text()}`);
  await answer.body?.cancel();
}

/**
 * Returns the remaining speed of creating payments while streams are open, for each round: by the clock, and by the work.
 */
async function measureSlowing(scene: Scene, merchant: Merchant, cookies: readonly string[]) {
  const { tefo, streams, watched, rounds, say } = scene;
  /** Payments a second, and the processor time of one of them, in the service and its database together. */
  const creating = async () => {
    const before = await usedCpuMs(tefo);
    const { answered, seconds: took } = await runLoad({
      ...withoutReceiver(merchant),
      ...{ base: tefo.base, connections: 16, warmUpSeconds: 0, seconds: 8, run: newRun() },
    });
    return { speed: answered / took, cpuMs: ((await usedCpuMs(tefo)) - before) / answered };
  };
  const ids = await Promise.all(Array.from({ length: watched }, async () => (await merchant.createOne()).id));
  const readers = [
    ...ids.map((id) => idle(`/console/payments/${id}`)),
    ...usualReaders(streams - ids.length),
  ];
  const beside = async () => {
    const opened = await openAll(scene, cookies.slice(4), readers);
    // Opening costs a page each: the measurement excludes it.
    await sleep(2_000);
    const done = await creating();
    for (const { leave } of opened) leave();
    await sleep(2_000);
    return done;
  };
  const ratios = [];
  await creating();
  for (let round = 0; round < rounds; round += 1) {
    // First and last in turn, so that a machine that slows down affects both equally.
    const isFirst = round % 2 === 0;
    const [one, other] = isFirst ? [await beside(), await creating()] : [await creating(), await beside()];
    const [busy, free] = isFirst ? [one, other] : [other, one];
    const ratio = { speed: busy.speed / free.speed, cpuMs: free.cpuMs / busy.cpuMs };
    ratios.push(ratio);
    say(
      `round ${round + 1}: ${ratio.speed.toFixed(3)} by the clock, ${ratio.cpuMs.toFixed(3)} by the work; ` +
        `${Math.round(free.speed)} a second of ${free.cpuMs.toFixed(2)} ms each without streams`,
    );
  }
  return ratios;
}

/** Returns how long the service and its database have kept processors busy. */
async function usedCpuMs(tefo: TefoProcess): Promise<number> {
  const postgres = await tefo.postgresPid();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map(async (pid) => [pid, await statOf(pid)] as const));
  const isOurs = (pid: number, parent: number) => [tefo.pid(), postgres].includes(pid) || parent === postgres;
  // Those that have ended are counted with the server, their parent.
  const ticks = all.flatMap(([pid, [parent, ...own] = [0]]) =>
    isOurs(pid, parent!) ? (pid === postgres ? own : own.slice(0, 2)) : [],
  );
  return sumOf(ticks, (one) => one) * 10;
}

/** Returns a process's parent, and its ticks: its own as user and as system, and of its children that have ended. */
async function statOf(pid: number): Promise<number[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && [fields[1], ...fields.slice(11, 15)].map(Number);
}

/** Returns the service's time to stop, with every stream open. */
async function measureStop(scene: Scene, cookies: readonly string[]): Promise<number> {
  const opened = await openAll(scene, cookies.slice(4), usualReaders(scene.streams));
  const began = performance.now();
  await scene.tefo.stop();
  await Promise.all(opened.map(({ ended }) => ended));
  return performance.now() - began;
}
