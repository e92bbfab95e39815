// Waits for a database that is away, starting or full. Lasting faults such as a wrong password fail at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, reasonOf } from './db.ts';

export interface StartupWait {
  /** Retries `work` until the database is available. Throws the last error when the time is over. */
  until<T>(work: () => Promise<T>): Promise<T>;
}

export interface StartupWaitOptions {
  /** The time for all calls together. */
  seconds: number;
  /** Called at once and then every few seconds with the missing thing. */
  tell(message: string): void;
  /** Stops the wait at once. */
  signal?: AbortSignal;
}

const pauseMs = 500;
const tellMs = 5_000;

/** All calls of `until` share one deadline. */
export function createStartupWait({ seconds, tell, signal }: StartupWaitOptions): StartupWait {
  const deadline = performance.now() + seconds * 1000;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function explain(error: unknown): void {
    const now = performance.now();
    if (now - loggedAt < tellMs) return;
    loggedAt = now;
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
