// Packs and unpacks in threads: strangers send megabytes that they can make as costly as possible.
import { createThreads, OverBudget } from '../../kernel/concurrency/thread-pool.ts';
import { type Unpacked, UnreadableData, type Works } from './compressed.ts';

export interface Packing {
  /** Runs a function of compressed.ts, by its name, in a thread. */
  run<Name extends keyof Works>(name: Name, text: string): Promise<Works[Name]>;
  close(): Promise<void>;
}

/** As many as one process can spare. The others wait in line. */
const threadsAtOnce = 2;
const memoryMb = 256;
/** In milliseconds: many times the duration for the largest array. */
const budgetMs = 20_000;

export function createPacking(): Packing {
  const file = new URL('compressed.ts', import.meta.url);
  const threads = createThreads({ file, threads: threadsAtOnce, memoryMb });
  return {
    run: async (name, text) => {
      const outcome = await threads
        .run<Unpacked<Works[typeof name]>>('work', [name, text], budgetMs)
        .catch(refuseLate);
      if ('refused' in outcome) throw new UnreadableData(outcome.refused);
      return outcome.result;
    },
    close: threads.close,
  };
}

function refuseLate(error: unknown): { refused: string } {
  if (error instanceof OverBudget) return { refused: 'takes too long to read' };
  throw error;
}
