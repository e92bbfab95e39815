// Work that would block the main thread: done in worker threads, each piece within its time.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { limitConcurrency } from './semaphore.ts';
import { receive, type Streamed } from './thread-stream.ts';

/** A piece of work took longer than it may, and was ended. */
export class OverBudget extends Error {
  constructor(name: string, budgetMs: number) {
    super(`${name} took more than ${budgetMs} ms`);
    this.name = 'OverBudget';
  }
}

/** A piece of work took more memory than its thread has, and was ended. */
export class OverMemory extends Error {
  constructor(name: string, memoryMb: number) {
    super(`${name} took more than ${memoryMb} MB of memory`);
    this.name = 'OverMemory';
  }
}

export interface Threads {
  /**
   * Runs an exported function of the file with one argument that can be cloned, and resolves with its result. Rejects with
   * OverBudget after `budgetMs` of work (waiting for a thread does not count), with OverMemory, and with the function's
   * own error.
   */
  run<Result>(name: string, argument: unknown, budgetMs: number): Promise<Result>;
  /**
   * Yields what an exported function sends with `send` (thread-stream.ts), as fast as it is taken. The time that the
   * caller spends on an item does not count. Throws as `run` rejects.
   */
  stream<Item>(name: string, argument: unknown, budgetMs: number): AsyncGenerator<Item, void>;
  /** Ends the threads; running work is abandoned, and no more begins. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** The module whose exported functions are run. */
  file: URL;
  /** At most so many pieces at one time; more wait in line. */
  threads: number;
  /** How much memory one thread may take, in megabytes; beyond it the work fails and the thread is replaced. */
  memoryMb: number;
  /** The work runs at a lower priority, because no user waits for its result. */
  isPatient?: boolean;
}

const idleMs = 5_000;

/** Creates threads that start with the first piece of work and end after five seconds without any. */
export function createThreads({ file, threads, memoryMb, isPatient = false }: ThreadOptions): Threads {
  let opened: Promise<Piscina> | undefined;
  let isClosed = false;
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      niceIncrement: isPatient ? 5 : 0,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: threadEnvironment(),
    });
    // A thread that dies between two pieces of work does no harm: the next piece gets another.
    pool.on('error', () => {});
    return pool;
  };
  const inTurn = limitConcurrency(threads);

  async function runWithin<Result>(
    { name, argument, ports = [] }: { name: string; argument: unknown; ports?: MessagePort[] },
    budget: Budget,
  ): Promise<Result> {
    if (isClosed) throw new Error('the threads are closed');
    opened ??= open();
    const pool = await opened;
    try {
      // The library names the type of another list.
      return await pool.run(argument, { name, signal: budget.signal, transferList: ports as object });
    } catch (error) {
      if (budget.isSpent) throw new OverBudget(name, budget.ms);
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OverMemory(name, memoryMb) : error;
    }
  }

  return {
    run: (name, argument, budgetMs) =>
      inTurn(async () => {
        const budget = new Budget(budgetMs);
        budget.start();
        try {
          return await runWithin({ name, argument }, budget);
        } finally {
          budget.stop();
        }
      }),
    stream: async function* <Item>(name: string, argument: unknown, budgetMs: number) {
      const budget = new Budget(budgetMs);
      const { port1, port2 } = new MessageChannel();
      const begun = Promise.withResolvers<void>();
      const ended = inTurn(() => {
        begun.resolve();
        const given: Streamed = { argument, port: port2 };
        return runWithin<void>({ name, argument: given, ports: [port2] }, budget);
      });
      ended.catch(() => {});
      try {
        await begun.promise;
        yield* receive<Item>(port1, ended, budget);
      } finally {
        budget.end();
        port1.close();
      }
    },
    close: async () => {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}

/**
 * A thread is no second process: it reads no environment and prints nothing. It shares only the compile cache of this process, with
 * which it starts in a quarter of the time.
 */
function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** The time of one piece of work: it can be stopped and started. */
class Budget {
  readonly ms: number;
  readonly signal: AbortSignal;
  isSpent = false;
  readonly #controller = new AbortController();
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.ms = ms;
    this.#leftMs = ms;
    this.signal = this.#controller.signal;
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      this.isSpent = true;
      this.#controller.abort();
    }, this.#leftMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt));
  }

  /** Ends the work where it is under way. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}
