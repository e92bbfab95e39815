// A soak: the storm's merchants and customers at half of the service's capacity, for hours, without kills. It finds
// growth: memory, response time, pending work.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { type Calls, openCalls } from '../storm/calls.ts';
import { countIds, type Journal, newJournal } from '../storm/journal.ts';
import { fillFloat } from '../storm/money-out.ts';
import type { Gate } from '../storm/nights.ts';
import { judge } from '../storm/oracle.ts';
import { makeTefo, type TefoProcess } from '../storm/process.ts';
import { quietMs, readSeen, waitForQuiet } from '../storm/quiet.ts';
import { seeded } from '../storm/random.ts';
import { startReceiver } from '../storm/receiver.ts';
import { shop } from '../storm/shopper.ts';
import { percentile } from '../support/figures.ts';
import type { Minute } from './figures.ts';

export interface SoakOptions {
  minutes: number;
  seed: number;
  shoppers: number;
  say: (line: string) => void;
}

export interface SoakReport {
  /** Payments a second at full load, and during the soak. */
  full: number;
  half: number;
  payments: number;
  minutes: Minute[];
  check: boolean;
  violations: string[];
}

const warmUpMs = 20_000;
const fullMs = 30_000;

export async function soak({ minutes, seed, shoppers, say }: SoakOptions): Promise<SoakReport> {
  const tefo = await makeTefo();
  const receiver = await startReceiver();
  const journal = newJournal();
  const times: number[] = [];
  let calls: Calls | undefined;
  let db: Sql | undefined;
  let isSoonOver = false;
  try {
    tefo.launch();
    await tefo.ready();
    calls = timed(await openCalls(tefo.base, await tefo.credentials(), () => {}), times);
    db = openPool(await tefo.databaseUrl(), { max: 2, name: 'soak' });
    await fillFloat(calls);
    const pace = createPace();
    const working = Array.from({ length: shoppers }, (_, index) => {
      const name = `k${index + 1}`;
      return shop({
        ...{ name, calls: calls!, journal, random: seeded(seed, name), gate: pace.gate },
        ...{ notifyUrl: receiver.url, paysOut: true, restMs: 0, isOver: () => isSoonOver },
      });
    });
    await sleep(warmUpMs);
    const full = await rateOf(journal, fullMs);
    pace.setEveryMs(2_000 / full);
    say(`${full.toFixed(1)} payments a second at the most; ${(full / 2).toFixed(1)} from now on`);
    // Leftovers of the full load do not count for the soak.
    await sleep(warmUpMs);
    const before = countIds(journal.asked);
    const sampled: Minute[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      times.length = 0;
      await sleep(60_000);
      const sample = await sampleOf(tefo, db, times);
      sampled.push(sample);
      say(`minute ${minute}: ${JSON.stringify(sample)}`);
    }
    const payments = countIds(journal.asked) - before;
    isSoonOver = true;
    await Promise.all(working);
    const books = { db, bank: db };
    const violations = [...journal.violations];
    if (!(await waitForQuiet(books, quietMs))) violations.push('there was still work waiting');
    const judged = await judge(journal, await readSeen(calls, receiver), books);
    violations.push(...judged.map(({ text }) => text));
    const check = await tefo.command('check', '--json');
    const half = payments / (minutes * 60);
    return { full, half, payments, minutes: sampled, check: check.code === 0, violations };
  } finally {
    isSoonOver = true;
    await db?.end();
    await calls?.close();
    await tefo.remove();
    await receiver.close();
  }
}

async function sampleOf(tefo: TefoProcess, db: Sql, times: number[]): Promise<Minute> {
  const status = await readFile(`/proc/${tefo.pid()}/status`, 'utf8');
  const [row] = await db<{ backlog: number }[]>`
    select count(*)::integer as backlog from deliveries where status = 'pending'`;
  return {
    megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024),
    p50Ms: Math.round(percentile(times, 50)),
    p99Ms: Math.round(percentile(times, 99)),
    backlog: row!.backlog,
  };
}

async function rateOf(journal: Journal, ms: number): Promise<number> {
  const before = countIds(journal.asked);
  await sleep(ms);
  return ((countIds(journal.asked) - before) * 1000) / ms;
}

/** The same calls; how long each of a payment's creations took is noted in `times`, in milliseconds. */
function timed(calls: Calls, times: number[]): Calls {
  const insist: Calls['insist'] = async (path, call) => {
    const began = performance.now();
    const answer = await calls.insist(path, call);
    if (path === '/one/v1/payments') times.push(performance.now() - began);
    return answer;
  };
  return { ...calls, insist };
}

/** Starts a customer every so many milliseconds; at once, until it stops. */
function createPace(): { gate: Gate; setEveryMs(ms: number): void } {
  let everyMs = 0;
  let next = 0;
  return {
    gate: {
      enter: async () => {
        const now = performance.now();
        next = Math.max(now, next + everyMs);
        await sleep(next - now);
      },
      leave: () => {},
      close: async () => () => {},
    },
    setEveryMs: (ms) => {
      everyMs = ms;
    },
  };
}
