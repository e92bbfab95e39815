// Timed work. There is no queue alongside the data: every piece of timed work is a row of its noun with a due time, and
// a sweep claims due rows and processes them. A claim pushes the due time forward as a lease, so work whose process was
// killed comes due again by itself, in any process (docs/adr/0002).
import { setTimeout as pause } from 'node:timers/promises';
import { afterCommit, type Db, isDatabaseAway, type Sql } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import { itemAt } from '../required.ts';
import { sweepSpan } from '../tracing.ts';

export interface Sweep {
  name: string;
  /** The time between two runs without a wake-up, in milliseconds. */
  intervalMs: number;
  /**
   * The time to collect work, in milliseconds, once the sweep is woken, and while there is work between two runs: for
   * sweeps that process many rows at little more than the price of one.
   */
  gatherMs?: { whenWoken: number; whenBusy: number };
  /** Processes or starts one batch of due rows; returns how many rows it took (0 = no row was due). */
  run(): Promise<number>;
  /** Resolves when everything that `run` started has ended, for sweeps that do not wait for strangers. */
  settle?(): Promise<void>;
  /** When the first row after an instant falls due, so that a sandbox's clock can stop there. */
  nextDue?(after: Date): Promise<Date | undefined>;
  /** Sets whether a sandbox is moving its clock: the sweep then does not wait twice for external servers. */
  passing?(isPassing: boolean): void;
  /** Gives the sweep a way to be run again at once, for sweeps that learn by themselves that there is more to do. */
  connect?(wake: () => void): void;
}

export interface Jobs {
  start(): void;
  /** Takes no more work, and resolves when all runs under way have ended. */
  stop(): Promise<void>;
  wake(name: string): void;
  /** Runs every sweep until none finds anything due: how tests and the sandbox clock wait for work. */
  drain(): Promise<void>;
  /** Returns when the first work after an instant falls due, of any sweep that knows it. */
  nextDue(after: Date): Promise<Date | undefined>;
  /** Runs `work` while the loops of this process are paused; one at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** The same for work that moves the clock: the sweeps know of it. */
  passTime<T>(work: () => Promise<T>): Promise<T>;
  /** How long each sweep's run under way has lasted, in milliseconds; 0 while it waits. A stuck one stands out. */
  ages(): Map<string, number>;
}

const channel = 'tefo_wake';

/** The time between two checks of a sweep that is not allowed to run, in milliseconds. */
const heldMs = 1_000;

/**
 * Wakes a sweep in every process when the transaction of `db` has committed. The wake is no part of the transaction:
 * PostgreSQL lets transactions that notify commit only one after the other. Where the process is killed between the two,
 * the sweep finds the work at its next interval.
 */
export async function wakeAfterCommit(db: Db, name: string): Promise<void> {
  const isLater = afterCommit(db, `wake ${name}`, (pool) => callOut(pool, name));
  if (!isLater) await db`select pg_notify(${channel}, ${name})`;
}

/** Wakes within so many milliseconds after one are passed on together. */
const together = 5;

const calling = new WeakMap<Sql, Set<string>>();

/** Passes a wake on at once; others that come soon after it follow together. */
function callOut(pool: Sql, name: string): void {
  const waiting = calling.get(pool);
  if (waiting) return void waiting.add(name);
  calling.set(pool, new Set());
  void notify(pool, [name]);
  setTimeout(callRest, together, pool);
}

function callRest(pool: Sql): void {
  const names = [...(calling.get(pool) ?? [])];
  if (names.length === 0) return void calling.delete(pool);
  calling.set(pool, new Set());
  void notify(pool, names);
  setTimeout(callRest, together, pool);
}

async function notify(pool: Sql, names: string[]): Promise<void> {
  try {
    await pool`select pg_notify(${channel}, name) from unnest(${names}::text[]) as name`;
  } catch {
    // The database is away, or the pool has been closed: the sweeps look by themselves.
  }
}

/** Passes the wakes of all processes on to these jobs; resolves to a function that stops listening. */
export async function listenForWakes(db: Sql, jobs: Jobs): Promise<() => Promise<void>> {
  const subscription = await db.listen(channel, (name) => jobs.wake(name));
  return () => subscription.unlisten();
}

/**
 * The first time after an instant in a column of due times. `state`: of rows in that state only, where others keep their
 * time.
 */
export async function firstDue(
  db: Sql,
  table: string,
  column: string,
  after: Date,
  state?: string,
): Promise<Date | undefined> {
  const [row] = await db<{ due: Date | null }[]>`
    select min(${db(column)}) as due from ${db(table)}
    where ${db(column)} > ${after} ${state === undefined ? db`` : db`and state = ${state}`}`;
  return row?.due ?? undefined;
}

/**
 * Runs one loop per sweep: run while there is work, then sleep until woken or until its interval has passed. While
 * `mayRun` returns false, no loop takes work. `onRun` receives each run of a loop.
 */
export function createJobs(
  sweeps: Sweep[],
  log: Logger,
  mayRun: () => boolean = () => true,
  onRun: OnRun = () => {},
): Jobs {
  const loops = sweeps.map((sweep) => createLoop(sweep, log, mayRun, onRun));
  let turn: Promise<unknown> = Promise.resolve();

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(() => withLoopsHeld(work));
    turn = mine.catch(() => {});
    return mine;
  }

  async function withLoopsHeld<T>(work: () => Promise<T>): Promise<T> {
    const release = await Promise.all(loops.map((loop) => loop.hold()));
    try {
      return await work();
    } finally {
      for (const goOn of release) goOn();
    }
  }

  return {
    start: () => loops.forEach((loop) => void loop.start()),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    wake: (name) => loops.find((loop) => loop.sweep.name === name)?.wake(),
    drain: async () => {
      let idle = 0;
      for (let turn = 0; idle < sweeps.length; turn++) {
        const sweep = itemAt(sweeps, turn % sweeps.length);
        const done = await sweepSpan(sweep.name, () => sweep.run());
        await sweep.settle?.();
        idle = done === 0 ? idle + 1 : 0;
      }
    },
    nextDue: async (after) => {
      const times = await Promise.all(sweeps.map((sweep) => sweep.nextDue?.(after)));
      return times.filter((time) => time !== undefined).reduce(earlier, undefined);
    },
    alone,
    passTime: (work) =>
      alone(async () => {
        for (const sweep of sweeps) sweep.passing?.(true);
        try {
          return await work();
        } finally {
          for (const sweep of sweeps) sweep.passing?.(false);
        }
      }),
    ages: () => new Map(loops.map((loop) => [loop.sweep.name, loop.age()])),
  };
}

/** Receives how long a run of a sweep took, in seconds, whether it failed or not. */
type OnRun = (name: string, seconds: number) => void;

const earlier = (one: Date | undefined, other: Date): Date =>
  one === undefined || other < one ? other : one;

function createLoop(sweep: Sweep, log: Logger, mayRun: () => boolean, onRun: OnRun) {
  // Closed while `hold` is in force; what runs in the meantime is waited for there.
  let gate: Promise<void> | undefined;
  let current: Promise<number> | undefined;
  let stopping = false;
  let woken = false;
  let wakeSleeper: (() => void) | undefined;
  let began: number | undefined;
  let isAway = false;
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
    const start = performance.now();
    began = start;
    try {
      const done = await sweepSpan(sweep.name, () => sweep.run());
      isAway = false;
      return done;
    } catch (error) {
      if (!isDatabaseAway(error))
        log.error({ sweep: sweep.name, error }, 'a sweep failed; its rows come due again');
      // Once for each time it goes: an outage of an hour must not fill the log.
      else if (!isAway) log.warn({ sweep: sweep.name }, 'the database is away; trying until it is back');
      isAway = isDatabaseAway(error);
      return 0;
    } finally {
      began = undefined;
      onRun(sweep.name, (performance.now() - start) / 1000);
    }
  }

  function gather({ whenBusy, whenWoken }: NonNullable<Sweep['gatherMs']>, isBusy: boolean): Promise<void> {
    return pause(isBusy ? whenBusy : whenWoken);
  }

  async function loop(): Promise<void> {
    let isBusy = false;
    while (!stopping) {
      if (sweep.gatherMs) await gather(sweep.gatherMs, isBusy);
      if (gate) await gate;
      woken = false;
      if (!mayRun()) {
        await sleep(heldMs);
        continue;
      }
      current = runOnce();
      isBusy = (await current) > 0;
      if (!isBusy) await sleep(sweep.intervalMs);
    }
    await sweep.settle?.();
  }

  function wake(): void {
    woken = true;
    wakeSleeper?.();
  }
  sweep.connect?.(wake);

  async function hold(): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    const before = gate;
    gate = Promise.all([before, held.promise]).then(() => {});
    await current;
    await sweep.settle?.();
    return held.resolve;
  }

  return {
    sweep,
    wake,
    hold,
    age: () => (began === undefined ? 0 : performance.now() - began),
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
