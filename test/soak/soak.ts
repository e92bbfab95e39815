// A soak: the storm's merchants and customers at half of the service's capacity, for hours, without kills. It finds
// growth: memory, response time, pending work.
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { usageOf } from '../bulk/usage.ts';
import type { Calls } from '../storm/calls.ts';
import { countIds, type Journal } from '../storm/journal.ts';
import { judgeLoad, type Load, openLoad } from '../storm/load.ts';
import type { Gate } from '../storm/nights.ts';
import { makeTefo, type TefoProcess } from '../storm/process.ts';
import { percentile } from '../support/figures.ts';
import type { Minute } from './figures.ts';

export interface SoakOptions {
  minutes: number;
  seed: number;
  shoppers: number;
  say: (line: string) => void;
}

const warmUpMs = 20_000;
const fullMs = 30_000;

export async function soak({ minutes, seed, shoppers, say }: SoakOptions) {
  const tefo = await makeTefo();
  const times: number[] = [];
  let load: Load | undefined;
  let db: Sql | undefined;
  try {
    tefo.launch();
    await tefo.ready();
    load = await openLoad(tefo.base, await tefo.credentials());
    const { calls, journal } = load;
    db = openPool(await tefo.databaseUrl(), { max: 2, name: 'soak' });
    const pace = createPace();
    const work = { prefix: 'k', seed, shoppers, gate: pace.gate, paysOut: true, restMs: 0 };
    load.start({ ...work, calls: timed(calls, times) });
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
    await load.stop();
    const judged = await judgeLoad(load, { db, bank: db }, () => tefo.command('check', '--json'));
    return { full, half: payments / (minutes * 60), payments, minutes: sampled, ...judged };
  } finally {
    await db?.end();
    await load?.close();
    await tefo.remove();
  }
}

async function sampleOf(tefo: TefoProcess, db: Sql, times: number[]): Promise<Minute> {
  const [row] = await db<{ backlog: number }[]>`
    select count(*)::integer as backlog from deliveries where status = 'pending'`;
  return {
    megabytes: Math.round(usageOf(tefo.pid()!)!.residentMegabytes),
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
