// The connections of one pool. A transaction has one for itself. Statements alone share: when every connection is busy,
// they are sent behind others without waiting for their answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutdated, type Order, type Rows } from './execution.ts';
import type { Session, SessionEvents } from './session.ts';

export interface Pool {
  run(order: Order): Promise<Rows>;
  /** Runs `work` with a connection of its own, on which `work` leaves no transaction open. */
  reserve<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Ends when all that was asked for is done, or after so many seconds. */
  end(timeoutSeconds?: number): Promise<void>;
}

export interface PoolParts {
  max: number;
  openSession(events: SessionEvents): Promise<Session>;
  /** Whether attempts to connect fail at once, so that none has to be put off. */
  isClosed(): boolean;
}

interface Waiter {
  isAlone: boolean;
  take(session: Session): void;
  reject(error: unknown): void;
}

/** Statements that are sent on one connection before the first is answered. */
const mostOpen = 100;
/** A connection is replaced after about an hour: what it has prepared and cached is given back. */
const lifetimeMs = 3_600_000;

export function createPool({ max, openSession, isClosed }: PoolParts): Pool {
  const sessions = new Set<Session>();
  const reserved = new Set<Session>();
  const waiters: Waiter[] = [];
  let opening = 0;
  let failures = 0;
  let triesAt = 0;
  let ending: Promise<void> | undefined;
  let onQuiet: (() => void) | undefined;
  let isOver = false;

  const ended = () => Object.assign(new Error('the pool is closed'), { code: 'CONNECTION_ENDED' });

  /** The session to be used next: one that is idle, else for statements alone the one with the fewest under way. */
  function find(isAlone: boolean): Session | undefined {
    let best: Session | undefined;
    for (const session of sessions) {
      if (reserved.has(session)) continue;
      if (session.open === 0) return session;
      if (session.open < (best?.open ?? mostOpen)) best = session;
    }
    const isFull = sessions.size + opening >= max;
    return isFull && !isAlone ? best : undefined;
  }

  function wait(waiter: Waiter): void {
    if (ending) {
      waiter.reject(ended());
      return;
    }
    waiters.push(waiter);
    serve();
  }

  /** Gives connections to those who wait, in their order, and opens more when they do not suffice. */
  function serve(): void {
    while (waiters.length > 0) {
      const session = find(waiters[0]!.isAlone);
      if (!session) break;
      const { isAlone, take } = waiters.shift()!;
      if (isAlone) reserved.add(session);
      take(session);
    }
    while (opening < waiters.length && sessions.size + opening < max) void open();
    if (onQuiet && waiters.length === 0 && opening === 0 && [...sessions].every(isFree)) onQuiet();
  }

  const isFree = (session: Session) => session.open === 0 && !reserved.has(session);

  async function open(): Promise<void> {
    opening += 1;
    const pauseMs = isClosed() ? 0 : triesAt - performance.now();
    if (pauseMs > 0) await sleep(pauseMs);
    await openSession({ onFree: free, onLost: lose }).then(begin, fail);
    opening -= 1;
    serve();
  }

  function begin(session: Session): void {
    failures = 0;
    if (isOver) session.destroy();
    else if (!session.isLost) sessions.add(session);
  }

  /** Tries again at once at first, so that a server that returns is used within a moment; then once a second. */
  function fail(error: unknown): void {
    triesAt = performance.now() + Math.min(50 * 2 ** failures++, 1_000);
    if (sessions.size === 0 || isClosed()) for (const { reject } of waiters.splice(0)) reject(error);
  }

  function free(session: Session): void {
    if (reserved.has(session)) return;
    if (performance.now() - session.bornAt > lifetimeMs) {
      sessions.delete(session);
      void session.end();
    }
    serve();
  }

  function lose(session: Session): void {
    sessions.delete(session);
    reserved.delete(session);
    serve();
  }

  return {
    run: (order) =>
      share(order).catch((error: unknown) => {
        if (isOutdated(error)) return share(order);
        throw error;
      }),
    reserve: async (work) => {
      const session = await new Promise<Session>((take, reject) => wait({ isAlone: true, take, reject }));
      try {
        return await work(session);
      } finally {
        if (!session.isOutsideTransaction()) session.destroy();
        reserved.delete(session);
        if (session.open === 0) free(session);
      }
    },
    end: (timeoutSeconds) => {
      ending ??= close(timeoutSeconds);
      return ending;
    },
  };

  function share(order: Order): Promise<Rows> {
    const session = ending || waiters.length > 0 ? undefined : find(false);
    if (session) return session.run(order);
    return new Promise((resolve, reject) =>
      wait({ isAlone: false, take: (found) => resolve(found.run(order)), reject }),
    );
  }

  async function close(timeoutSeconds: number | undefined): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = timeoutSeconds === undefined ? undefined : setTimeout(late.resolve, timeoutSeconds * 1000);
    const quiet = Promise.withResolvers<void>();
    onQuiet = quiet.resolve;
    serve();
    await Promise.race([quiet.promise, late.promise]);
    onQuiet = undefined;
    isOver = true;
    for (const { reject } of waiters.splice(0)) reject(ended());
    const farewells = [...sessions].filter(isFree).map((session) => session.end());
    for (const session of sessions) if (!isFree(session)) session.destroy();
    await Promise.race([Promise.all(farewells), late.promise]);
    clearTimeout(timer);
    for (const session of sessions) session.destroy();
  }
}
