// The nights of a storm: merchants and customers rest, the clock passes a day with its cut-off, and the service is
// killed while it settles.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls } from './calls.ts';
import type { Random } from './random.ts';

const dayMs = 86_400_000;

/** Lets many do their work, and one wait until all of them rest. */
export interface Gate {
  /** Resolves when the gate is open. */
  enter(): Promise<void>;
  leave(): void;
  /** Resolves when every customer has left; none enters before its returned function is called. */
  close(): Promise<() => void>;
}

export function openGate(): Gate {
  let inside = 0;
  let night: { promise: Promise<void>; resolve: () => void } | undefined;
  return {
    enter: async () => {
      while (night) await night.promise;
      inside += 1;
    },
    leave: () => {
      inside -= 1;
    },
    close: async () => {
      const closed = Promise.withResolvers<void>();
      night = closed;
      while (inside > 0) await sleep(10);
      return () => {
        night = undefined;
        closed.resolve();
      };
    },
  };
}

/** Passes a day; `kill` ends the service while it does, and starts it again. The day is passed all the same. */
export async function passNight(calls: Calls, random: Random, kill: () => Promise<number>): Promise<number> {
  const target = new Date((await clockOf(calls)).getTime() + dayMs);
  const passing = moveTo(calls, target);
  await sleep(random.between(0, 1_500));
  const readyMs = await kill();
  await passing;
  while ((await clockOf(calls)) < target) await moveTo(calls, target);
  calls.forgetToken();
  return readyMs;
}

/** After the storm: days enough for everything to be settled and paid. */
export async function passDays(calls: Calls, days: number): Promise<void> {
  const target = new Date((await clockOf(calls)).getTime() + days * dayMs);
  while ((await clockOf(calls)) < target) await moveTo(calls, target);
  calls.forgetToken();
}

async function moveTo(calls: Calls, to: Date): Promise<void> {
  await calls.once('/sandbox/clock', calls.json({ to: to.toISOString() }));
}

async function clockOf(calls: Calls): Promise<Date> {
  const answer = await calls.insist('/sandbox/clock', { headers: calls.apiKey });
  return new Date((JSON.parse(answer!.text) as { now: string }).now);
}
