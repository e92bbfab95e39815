// Waiting for a database that is not there yet: away, starting, or full. What is wrong in itself, such as a password, is
// not waited out.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, reasonOf } from './db.ts';

export interface StartupWait {
  /** Does `work` again until the database is there for it. Throws what it threw last when the time is over. */
  until<T>(work: () => Promise<T>): Promise<T>;
}

export interface StartupWaitOptions {
  /** For how long in all. */
  seconds: number;
  /** Hears at first and every few seconds what is waited for. */
  tell(message: string): void;
  /** Ends the waiting at once. */
  signal?: AbortSignal;
}

const pauseMs = 500;
const tellMs = 5_000;

/** All that is waited for takes of one time. */
export function createStartupWait({ seconds, tell, signal }: StartupWaitOptions): StartupWait {
  const deadline = performance.now() + seconds * 1000;
  let toldAt = Number.NEGATIVE_INFINITY;

  function explain(error: unknown): void {
    const now = performance.now();
    if (now - toldAt < tellMs) return;
    toldAt = now;
    const left = Math.ceil((deadline - now) / 1000);
    tell(`the database cannot be reached yet (${reasonOf(error)}): waiting for up to ${left} s more`);
  }

  return {
    until: async (work) => {
      const stopped = whenAborted(signal);
      for (;;) {
        try {
          return await Promise.race([work(), stopped]);
        } catch (error) {
          signal?.throwIfAborted();
          const left = deadline - performance.now();
          if (!isDatabaseAway(error) || left <= 0) throw error;
          explain(error);
          await sleep(Math.min(pauseMs, left), undefined, { signal });
        }
      }
    },
  };
}

function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal?.aborted) reject(signal.reason);
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
