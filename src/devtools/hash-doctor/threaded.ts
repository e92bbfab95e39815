// The doctor of the service: strangers decide what it is to look at, so it looks at it in a thread of its own, within a time.
import type { Context } from '../../core/context.ts';
import { createThreads } from '../../kernel/concurrency/thread-pool.ts';
import type { Finding } from './doctor.ts';
import type { Diagnose } from './jobs.ts';
import { keysFor } from './kept.ts';
import type { Search } from './search.ts';

/** Twenty times what a search takes, for a machine that has much else to do. */
const searchMs = 2_000;
const startMs = 20_000;
const memoryMb = 64;

export interface Doctor {
  /** Rejects where the search was given up. */
  diagnose: Diagnose;
  /** Tells a counter of the end of each search. */
  countBy(count: (outcome: 'found' | 'none' | 'gave_up') => void): void;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** `budgetMs`: how long one search may take. */
export function createDoctor(ctx: Context, budgetMs = searchMs): Doctor {
  const threads = createThreads({ file: new URL('./search.ts', import.meta.url), threads: 1, memoryMb });
  let count: Parameters<Doctor['countBy']>[0] = () => {};

  return {
    diagnose: async (siteId, surface, evidence) => {
      const work: Search = { evidence, keys: await keysFor(ctx, { siteId, surface }) };
      try {
        // Starting a thread takes longer than a search, and is none of its time.
        await threads.run('ready', undefined, startMs);
        const found = (await threads.run<Finding[] | null>('search', work, budgetMs)) ?? [];
        count(found.length > 0 ? 'found' : 'none');
        return found;
      } catch (error) {
        count('gave_up');
        throw error;
      }
    },
    countBy: (counter) => {
      count = counter;
    },
    close: () => threads.close(),
  };
}
