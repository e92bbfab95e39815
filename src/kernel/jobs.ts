// Work that waits for its time. There is no queue beside the data: every piece of timed work is a row of its own
// noun with a due time, and a sweep claims what is due and does it. A claim pushes the due time forward as a lease,
// so work whose process was killed comes due again by itself, in any process (docs/adr/0002).
import type { Db, Sql } from './db.ts';
import { isDatabaseAway } from './db.ts';
import type { Logger } from './log.ts';

export interface Sweep {
  name: string;
  /** How often to look when nobody wakes it, in milliseconds. */
  intervalMs: number;
  /** Does or starts one batch of what is due now; answers how many rows it took (0 = nothing was due). */
  run(): Promise<number>;
  /** Resolves when everything that `run` started has ended, for sweeps that do not wait for strangers. */
  settle?(): Promise<void>;
  /** Gives the sweep a way to be run again at once, for sweeps that learn by themselves that there is more to do. */
  connect?(wake: () => void): void;
}

export interface Jobs {
  start(): void;
  /** Takes no more work, and resolves when what is under way has ended. */
  stop(): Promise<void>;
  wake(name: string): void;
  /** Runs every sweep until none finds anything due: how tests and the sandbox clock wait for work. */
  drain(): Promise<void>;
  /** Milliseconds since each sweep last ended a run: a stuck one is visible in /health/ready and /metrics. */
  ages(): Map<string, number>;
}

const channel = 'tefo_wake';

/** Wakes a sweep in every process as soon as the transaction of `db` commits. */
export async function wakeAfterCommit(db: Db, name: string): Promise<void> {
  await db`select pg_notify(${channel}, ${name})`;
}

/** Passes the wakes of all processes on to these jobs; resolves to a function that stops listening. */
export async function listenForWakes(db: Sql, jobs: Jobs): Promise<() => Promise<void>> {
  const subscription = await db.listen(channel, (name) => jobs.wake(name));
  return () => subscription.unlisten();
}

/** One loop per sweep: run while there is work, then sleep until woken or until its interval has passed. */
export function createJobs(sweeps: Sweep[], log: Logger): Jobs {
  const loops = sweeps.map((sweep) => createLoop(sweep, log));
  return {
    start: () => loops.forEach((loop) => void loop.start()),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    wake: (name) => loops.find((loop) => loop.sweep.name === name)?.wake(),
    drain: async () => {
      for (;;) {
        let done = 0;
        for (const sweep of sweeps) {
          done += await sweep.run();
          await sweep.settle?.();
        }
        if (done === 0) return;
      }
    },
    ages: () => new Map(loops.map((loop) => [loop.sweep.name, loop.age()])),
  };
}

function createLoop(sweep: Sweep, log: Logger) {
  let stopping = false;
  let woken = false;
  let wakeSleeper: (() => void) | undefined;
  let ended = performance.now();
  let running: Promise<void> | undefined;

  function sleep(ms: number): Promise<void> {
    if (woken || stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(finish, ms);
      wakeSleeper = finish;
      function finish(): void {
        clearTimeout(timer);
        wakeSleeper = undefined;
        resolve();
      }
    });
  }

  async function runOnce(): Promise<number> {
    try {
      return await sweep.run();
    } catch (error) {
      if (isDatabaseAway(error)) log.warn({ sweep: sweep.name }, 'the database is away; trying again');
      else log.error({ sweep: sweep.name, error }, 'a sweep failed; its rows come due again');
      return 0;
    } finally {
      ended = performance.now();
    }
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      woken = false;
      const done = await runOnce();
      if (done === 0) await sleep(sweep.intervalMs);
    }
    await sweep.settle?.();
  }

  function wake(): void {
    woken = true;
    wakeSleeper?.();
  }
  sweep.connect?.(wake);

  return {
    sweep,
    wake,
    age: () => performance.now() - ended,
    start: () => {
      running = loop();
    },
    stop: async () => {
      stopping = true;
      wakeSleeper?.();
      await running;
    },
  };
}
