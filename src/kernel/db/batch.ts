// Batches: concurrent items of one kind share a statement or a transaction, and its commit.
import { apart, databaseSpan } from '../tracing.ts';
import { isDatabaseAway, isDeadlock, type Sql } from './db.ts';
import { assertNoTransaction, outsideTransaction } from './open-transaction.ts';

export interface BatchOptions {
  /** A batch has at most so many items. Default: 128. */
  maxItems?: number;
  /** How long an item waits for others, in milliseconds. Default: 0, one turn of the event loop. */
  waitMs?: number;
}

/** An item waits for others at least this long, in milliseconds, if the last batch had several: more are on their way. */
const companyMs = 1;

/** One result for each item, in order; or none, where the caller only waits for the commit. */
type Results<Result> = Promise<readonly Result[]> | Promise<void>;

interface Entry<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that processes an item together with the others that are passed to it in the meantime, one batch at a time
 * for each pool, and resolves after the commit. `run` writes a whole batch in ONE transaction or ONE statement, so that a
 * batch that failed is undone. What happens when an item fails:
 *
 * - The item is refused by its own decision: `run` returns the refusal as its result. The others are not affected.
 * - Any other error, also a deadlock: the batch is undone, halved, and each half is run again, until the failing item is
 *   alone. Only that item gets the error.
 * - The database is away (`isDatabaseAway`: a lost connection, a timeout): every item gets the error, and nothing is run
 *   again. A lost batch may be committed. A timeout is undone, but each half could wait for as long again.
 */
export function batch<Item, Result>(
  run: (db: Sql, items: readonly Item[]) => Results<Result>,
  { maxItems = 128, waitMs = 0 }: BatchOptions = {},
): (db: Sql, item: Item) => Promise<Result> {
  const queues = new WeakMap<Sql, (entry: Entry<Item, Result>) => void>();
  return async (db, item) => {
    assertNoTransaction('A batched statement');
    const enqueue = queues.get(db) ?? createQueue((items) => run(db, items), maxItems, waitMs);
    queues.set(db, enqueue);
    return databaseSpan(() => new Promise((resolve, reject) => enqueue({ item, resolve, reject })));
  };
}

/** Processes items that the caller has at hand, in one batch, by the same rule. Returns each item's outcome, in order. */
export function batchOf<Item, Result>(
  items: readonly Item[],
  run: (items: readonly Item[]) => Results<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const pending = items.map((item) => ({ item, ...Promise.withResolvers<Result>() }));
  const outcomes = Promise.allSettled(pending.map(({ promise }) => promise));
  if (pending.length > 0) void settle(pending, run);
  return outcomes;
}

function createQueue<Item, Result>(
  run: (items: readonly Item[]) => Results<Result>,
  maxItems: number,
  waitMs: number,
): (entry: Entry<Item, Result>) => void {
  const waiting: Entry<Item, Result>[] = [];
  let isBusy = false;
  let hadCompany = false;

  async function next(): Promise<void> {
    const entries = waiting.splice(0, maxItems);
    hadCompany = entries.length > 1;
    await settle(entries, run);
    isBusy = false;
    if (waiting.length > 0) schedule();
  }

  // A batch belongs to no caller's trace or transaction.
  function schedule(): void {
    isBusy = true;
    const ms = hadCompany ? Math.max(waitMs, companyMs) : waitMs;
    outsideTransaction(() => apart(() => (ms > 0 ? setTimeout(next, ms) : setImmediate(next))));
  }

  return (entry) => {
    waiting.push(entry);
    if (!isBusy) schedule();
  };
}

async function settle<Item, Result>(
  entries: readonly Entry<Item, Result>[],
  run: (items: readonly Item[]) => Results<Result>,
): Promise<void> {
  try {
    const results = (await run(entries.map(({ item }) => item))) as readonly Result[] | undefined;
    entries.forEach(({ resolve }, index) => void resolve(results?.[index] as Result));
  } catch (error) {
    const isLost = isDatabaseAway(error) && !isDeadlock(error);
    if (isLost || entries.length === 1) return entries.forEach(({ reject }) => void reject(error));
    const half = Math.ceil(entries.length / 2);
    await settle(entries.slice(0, half), run);
    await settle(entries.slice(half), run);
  }
}
