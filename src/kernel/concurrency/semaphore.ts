// Work that takes much memory or processor at once, and therefore waits in line.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** A function that runs works, at most `places` of them at one time; the others begin in the order they came. */
export function limitConcurrency(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return async (work) => {
    if (taken < places) taken += 1;
    // The ending caller hands its place on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}

export interface Rest {
  /** How many times as long as the work took. */
  times: number;
  /** At most, in milliseconds. */
  mostMs: number;
}

/**
 * As `limitConcurrency`, for each key by itself. A place rests after each work, so that a key with endless work leaves the
 * processor to the others.
 */
export function limitShare(
  places: number,
  { times, mostMs }: Rest,
): <T>(work: () => Promise<T>, key?: string) => Promise<T> {
  interface Own {
    inTurn: ReturnType<typeof limitConcurrency>;
    works: number;
  }
  const keys = new Map<string, Own>();

  return (work, key = '') =>
    new Promise((resolve, reject) => {
      const own = keys.get(key) ?? { inTurn: limitConcurrency(places), works: 0 };
      keys.set(key, own);
      own.works += 1;
      const turn = own.inTurn(async () => {
        const began = performance.now();
        await work().then(resolve, reject);
        await sleep(Math.min(times * (performance.now() - began), mostMs), undefined, { ref: false });
      });
      void turn.then(() => {
        own.works -= 1;
        if (own.works === 0) keys.delete(key);
      });
    });
}

/** The longest time that work runs in one piece before other requests are served, in milliseconds. */
const sliceMs = 10;

/**
 * For work that takes long in all: a function to be awaited between its steps. It lets other requests have the processor
 * whenever the work has gone on for ten milliseconds.
 */
export function createYielder(): () => Promise<void> | undefined {
  let began = performance.now();
  const yieldIfDue = async () => {
    await setImmediate();
    began = performance.now();
  };
  return () => (performance.now() - began < sliceMs ? undefined : yieldIfDue());
}
