// Runs a rail as a separate process that dies in the middle of a transfer, or that ends by itself. A worker thread is
// enough: its memory is lost when it exits, while the bank continues outside.

import { promiseHooks } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { RailModule } from '../core/rail-modules.ts';
import type { Rail, TransferOrder } from '../core/rails.ts';
import { manualClock } from '../kernel/clock.ts';
import { depsFor, newReceived } from './deps.ts';

export interface WorkerOrder {
  module: string;
  folder: string;
  account: string;
  settings: Record<string, unknown> | undefined;
  now: string;
  order: TransferOrder;
  /** The await at which the process exits; null: it uses the rail, closes it, and ends by itself. */
  nth: number | null;
}

export type WorkerWord = { said: string } | { awaits: number } | { closed: true };

const port = parentPort!;
const given: WorkerOrder = workerData;
const say = (word: WorkerWord) => port.postMessage(word);

const deps = depsFor({
  account: given.account,
  clock: manualClock(given.now),
  folder: given.folder,
  received: newReceived(),
  settings: () => given.settings,
  record: (line) => say({ said: line }),
});
// Not awaited: with a top-level await, a rail that never responds would cause a warning of the runtime.
void play();

async function play(): Promise<void> {
  const { createRail }: RailModule = await import(given.module);
  const rail = await createRail(deps);
  await (given.nth === null ? useAndEnd(rail) : dieAtAwait(rail, given.nth));
}

async function dieAtAwait(rail: Rail, nth: number): Promise<void> {
  let awaits = 0;
  const stop = promiseHooks.onBefore(() => {
    awaits += 1;
    if (awaits === nth) process.exit(0);
  });
  await rail.transfers!.transfer(given.order).catch(() => {});
  stop();
  say({ awaits });
  process.exit(0);
}

async function useAndEnd(rail: Rail): Promise<void> {
  const { account, order } = given;
  await rail.transfers?.transfer(order);
  await rail.transfers?.enquire(order);
  await rail.deposits?.details({ account, id: account });
  await rail.deposits?.poll?.({ account, id: account });
  await rail.close?.();
  say({ closed: true });
}
