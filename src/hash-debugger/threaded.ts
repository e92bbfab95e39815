// The service's hash debugger. Clients control its input, so it runs in its own thread, within a time limit.
import type { Context } from '../core/context.ts';
import type { Diagnose } from '../core/hash-mismatches/jobs.ts';
import { createThreads } from '../kernel/concurrency/thread-pool.ts';
import type { Finding } from './diagnose.ts';
import { keysFor } from './keys.ts';
import type { Search } from './search.ts';

/** Twenty times the usual duration of a search, for a busy machine. */
const searchMs = 2_000;
const startMs = 20_000;
const memoryMb = 64;

export interface HashDebugger {
  /** Rejects if the search was aborted. */
  diagnose: Diagnose;
  /** Gives up the searches in progress. */
  close(): Promise<void>;
}

/** `budgetMs`: the time limit of one search. */
export function createHashDebugger(ctx: Context, budgetMs = searchMs): HashDebugger {
  const threads = createThreads({
    file: new URL('./search.ts', import.meta.url),
    threads: 1,
    memoryMb,
    isPatient: true,
  });

  return {
    diagnose: async (siteId, surface, evidence) => {
      const work: Search = { evidence, keys: await keysFor(ctx, { siteId, surface }) };
      try {
        // Starting a thread takes longer than a search, and does not count for its limit.
        await threads.run('ready', undefined, startMs);
        const found = (await threads.run<Finding[] | null>('search', work, budgetMs)) ?? [];
        ctx.meter?.diagnosis(found.length > 0 ? 'found' : 'none');
        return found;
      } catch (error) {
        ctx.meter?.diagnosis('gave_up');
        throw error;
      }
    },
    close: () => threads.close(),
  };
}
