// Work that would hold the thread that answers everybody: done in worker threads, each piece within its time.
import type { Piscina } from 'piscina';
import { limitConcurrency } from './semaphore.ts';

/** A piece of work took longer than it may, and was ended. */
export class OverBudget extends Error {
  constructor(name: string, budgetMs: number) {
    super(`${name} took more than ${budgetMs} ms`);
    this.name = 'OverBudget';
  }
}

export interface Threads {
  /**
   * Runs an exported function of the file with one argument that can be cloned, and resolves with its result. Rejects with
   * OverBudget after `budgetMs` of work (waiting for a thread does not count), and with what the function threw.
   */
  run<Result>(name: string, argument: unknown, budgetMs: number): Promise<Result>;
  /** Ends the threads; work under way is given up. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** The module whose exported functions are run. */
  file: URL;
  /** At most so many pieces at one time; more wait in line. */
  threads: number;
  /** How much memory one thread may take, in megabytes; beyond it the work fails and the thread is replaced. */
  memoryMb: number;
}

const idleMs = 5_000;

/** Threads that start with the first piece of work and end when there was none for five seconds. */
export function createThreads({ file, threads, memoryMb }: ThreadOptions): Threads {
  let opened: Promise<Piscina> | undefined;
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // A thread is no second process: it reads no environment and prints nothing.
      env: {},
    });
    // A thread that dies between two works harms nobody: the next work gets another.
    pool.on('error', () => {});
    return pool;
  };
  const inTurn = limitConcurrency(threads);
  return {
    run: (name, argument, budgetMs) =>
      inTurn(async () => {
        opened ??= open();
        const pool = await opened;
        const budget = new AbortController();
        const timer = setTimeout(() => budget.abort(), budgetMs);
        try {
          return await pool.run(argument, { name, signal: budget.signal });
        } catch (error) {
          throw budget.signal.aborted ? new OverBudget(name, budgetMs) : error;
        } finally {
          clearTimeout(timer);
        }
      }),
    close: async () => (await opened)?.destroy(),
  };
}
