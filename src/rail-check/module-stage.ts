// A stage for a rail module, which receives only the dependencies of the public module interface.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Counterpart, RailModule } from '../core/rail-modules.ts';
import { abilities, type TransferOrder } from '../core/rails.ts';
import { manualClock } from '../kernel/clock.ts';
import { depsFor, newReceived } from './deps.ts';
import { patient } from './patience.ts';
import { beginning, type Stage, secrets } from './stage.ts';
import type { Watch } from './watch.ts';
import type { WorkerOrder, WorkerWord } from './worker.ts';

const account = 'check';
/** The longest time that a process can live after its rail is closed, in milliseconds. */
const mostLingering = 5_000;

/** Opens a stage for the module at a `file:` URL. */
export async function openModuleStage(module: RailModule, address: string, watch: Watch): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tefo-rail-check-'));
  const clock = manualClock(beginning);
  const received = newReceived();
  const record = (line: string) => void watch.said.push(line);
  let settings: Record<string, unknown> | undefined;
  const making = { account, clock, folder, received, settings: () => settings, record };
  const make = async () => patient(await module.createRail(depsFor(making)), 'the rail', record);
  const counterpart: Counterpart = patient(
    (await module.createCounterpart?.(depsFor(making))) ?? {},
    'the counterpart',
  );
  settings = await counterpart.settings?.(secrets.ownNumber);
  const given = (order: TransferOrder, nth: number | null): WorkerOrder => ({
    module: address,
    ...{ folder, account, settings, now: clock.now().toISOString(), order, nth },
  });
  const rail = await make();
  const stage: Stage = {
    clock,
    account,
    abilities: abilities.filter((ability) => rail[ability] !== undefined),
    counterpart,
    received,
    beyond: {},
    rail,
    restart: async () => {
      await stage.rail.close?.();
      stage.rail = await make();
    },
    cutShort: async (order, nth) => (await runWorker(given(order, nth), watch)).awaits,
    lingers: async (order) => (await runWorker(given(order, null), watch)).lingered,
    close: async () => {
      await stage.rail.close?.();
      await counterpart.close?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

function runWorker(given: WorkerOrder, watch: Watch): Promise<{ awaits: number; lingered: number }> {
  // The worker's output is captured, so that the suite finds leaked secrets in it.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: given,
    ...{ stdout: true, stderr: true },
  });
  const record = (text: string) => void watch.said.push(text);
  for (const stream of [worker.stdout, worker.stderr]) stream.setEncoding('utf8').on('data', record);
  return new Promise((resolve, reject) => {
    let awaits = 0;
    let closedAt: number | undefined;
    let over = setTimeout(() => void worker.terminate(), 2 * mostLingering);
    worker.on('message', (word: WorkerWord) => {
      if ('said' in word) record(word.said);
      else if ('awaits' in word) awaits = word.awaits;
      else {
        closedAt = performance.now();
        clearTimeout(over);
        over = setTimeout(() => void worker.terminate(), mostLingering);
      }
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(over);
      resolve({ awaits, lingered: closedAt === undefined ? 0 : performance.now() - closedAt });
    });
  });
}
