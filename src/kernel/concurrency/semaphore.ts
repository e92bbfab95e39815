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
  /** Work of so many milliseconds is free, and becomes free again at the pace of the rests. Absent: none. */
  freeMs?: number;
}

/**
 * As `limitConcurrency`, for each key by itself. A place rests after each work that is not free, so that a key with endless
 * work leaves the processor to the others.
 */
export function limitShare(
  places: number,
  { times, mostMs, freeMs = 0 }: Rest,
): <T>(work: () => Promise<T>, key?: string) => Promise<T> {
  interface Own {
    inTurn: ReturnType<typeof limitConcurrency>;
    works: number;
    /** The milliseconds of work that were not yet followed by rest, at an instant. */
    unrested: number;
    at: number;
  }
  const keys = new Map<string, Own>();
  const passTime = (own: Own): void => {
    const now = performance.now();
    own.unrested = Math.max(0, own.unrested - (now - own.at) / times);
    own.at = now;
  };

  async function rest(own: Own, workedMs: number): Promise<void> {
    passTime(own);
    own.unrested += workedMs;
    if (own.unrested > freeMs) await sleep(Math.min(times * workedMs, mostMs), undefined, { ref: false });
  }

  function forgetRested(key: string, own: Own): void {
    if (own.works > 0 || keys.get(key) !== own) return;
    passTime(own);
    if (own.unrested === 0) keys.delete(key);
    else setTimeout(forgetRested, own.unrested * times + 1, key, own).unref();
  }

  return (work, key = '') =>
    new Promise((resolve, reject) => {
      const own = keys.get(key) ?? {
        inTurn: limitConcurrency(places),
        works: 0,
        unrested: 0,
        at: performance.now(),
      };
      keys.set(key, own);
      own.works += 1;
      const turn = own.inTurn(async () => {
        const began = performance.now();
        await work().then(resolve, reject);
        await rest(own, performance.now() - began);
      });
      void turn.then(() => {
        own.works -= 1;
        forgetRested(key, own);
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
