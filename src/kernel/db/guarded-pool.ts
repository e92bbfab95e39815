// The driver's pool behind two rules: no query is sent outside of an open transaction, and no caller waits for a connection
// without a limit.
import type { Postgres } from './driver.ts';
import { assertNoTransaction, isInTransaction, OutsideTransaction } from './open-transaction.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';

type Sql = Postgres.Sql<{ bigint: bigint }>;

interface GuardOptions {
  /** The connections of the pool. */
  most: number;
  /** How long a caller waits for one of them, in seconds; 0: without a limit. */
  waitSeconds: number;
  /** Receives every refusal: a bug, even where the caller swallows the error. */
  onOutside: (error: OutsideTransaction) => void;
}

/** A query of the driver. It is sent when a caller awaits it; until then it can become a part of another query. */
interface Query extends Promise<unknown> {
  handler(query: Query): void;
  reject(error: Error): void;
  cancelled: unknown;
}

const turnstiles = new WeakMap<Sql, Turnstile>();

/** How often a connection of a pool was given back by a transaction, so far. */
export const connectionsFreed = (pool: Sql): number => turnstiles.get(pool)?.freed() ?? 0;

export function guardPool(pool: Sql, { most, waitSeconds, onOutside }: GuardOptions): Sql {
  const turnstile = createTurnstile(most, waitSeconds);

  function assertOutside(sent: string): void {
    try {
      assertNoTransaction(sent);
    } catch (error) {
      onOutside(error as OutsideTransaction);
      throw error;
    }
  }

  function held<Made>(made: Made): Made {
    if (!(made instanceof Promise)) return made;
    const query = made as unknown as Query;
    const { handler } = query;
    // The stack shows the caller only here. Most queries created in a transaction become parts of another query.
    const place = isInTransaction() ? new OutsideTransaction('A query') : undefined;
    const send = () => void (query.cancelled || handler(query));
    query.handler = () => {
      if (!isInTransaction())
        return turnstile.enter({ isHolding: false, go: send, refuse: (error) => query.reject(error) });
      const error = place ?? new OutsideTransaction('A query');
      onOutside(error);
      query.reject(error);
    };
    return made;
  }

  /** Resolves when the caller may take a connection for itself. */
  const taken = () => new Promise<void>((go, refuse) => turnstile.enter({ isHolding: true, go, refuse }));

  async function begin(...given: unknown[]): Promise<unknown> {
    assertOutside('A transaction');
    await taken();
    try {
      return await (pool.begin as (...given: unknown[]) => Promise<unknown>)(...given);
    } finally {
      turnstile.leave();
    }
  }

  async function reserve() {
    assertOutside('A session');
    await taken();
    try {
      const session = await pool.reserve();
      const release = session.release;
      return Object.assign(session, {
        release: () => {
          release();
          turnstile.leave();
        },
      });
    } catch (error) {
      turnstile.leave();
      throw error;
    }
  }

  const outside =
    (name: 'listen' | 'notify' | 'file') =>
    (...given: unknown[]): unknown => {
      assertOutside(`A ${name}`);
      return Reflect.apply(pool[name], undefined, given);
    };

  const guarded = Object.assign((...given: unknown[]) => held(Reflect.apply(pool, undefined, given)), pool, {
    unsafe: (...given: unknown[]) => held(Reflect.apply(pool.unsafe, undefined, given)),
    begin,
    reserve,
    listen: outside('listen'),
    notify: outside('notify'),
    file: outside('file'),
  }) as unknown as Sql;
  turnstiles.set(guarded, turnstile);
  return guarded;
}
