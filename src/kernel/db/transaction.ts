// Transactions: what is done inside of one is done on its connection, and is committed only if all of it has worked.
import type { Order, Rows } from './execution.ts';
import type { Pool } from './pool.ts';
import type { Session } from './session.ts';
import { createTemplate, type Template } from './sql.ts';

export interface Tx extends Template {
  /** Runs `work` so that it can fail without the rest: what it did is then undone, and its error thrown. */
  savepoint<T>(work: (tx: Tx) => PromiseLike<T> | T): Promise<T>;
}

let savepoints = 0;
let cursors = 0;

/** Runs `work` in a transaction. `mode` is what `begin` may be followed by, such as an isolation level. */
export function begin<T>(pool: Pool, mode: string, work: (tx: Tx) => PromiseLike<T> | T): Promise<T> {
  return pool.reserve((session) => {
    const simple = (text: string) => session.run({ text, values: [], how: 'simple' });
    // Sent with the first statement: it fails only if that one fails too.
    const begun = simple(`begin ${mode}`);
    return inScope(session, begun, work, { commit: () => simple('commit'), undo: () => simple('rollback') });
  });
}

interface Ends {
  commit(): Promise<unknown>;
  undo(): Promise<unknown>;
}

async function inScope<T>(
  session: Session,
  begun: Promise<unknown>,
  work: (tx: Tx) => PromiseLike<T> | T,
  { commit, undo }: Ends,
): Promise<T> {
  let failure: { error: unknown } | undefined;
  let isOver = false;
  const note = (error: unknown): void => {
    failure ??= { error };
  };
  begun.catch(note);

  function run(order: Order): Promise<Rows> {
    // What comes too late would be done outside of the transaction.
    if (isOver) return Promise.reject(failure?.error ?? new Error('the transaction has ended'));
    const answer = session.run(order);
    answer.catch(note);
    return answer;
  }

  async function savepoint<U>(inner: (tx: Tx) => PromiseLike<U> | U): Promise<U> {
    const name = `s${++savepoints}`;
    const simple = (text: string) => session.run({ text, values: [], how: 'simple' });
    return inScope(session, simple(`savepoint ${name}`), inner, {
      commit: async () => {},
      undo: () => simple(`rollback to ${name}`),
    });
  }

  const tx: Tx = Object.assign(
    createTemplate(run, (order, rows) => readThrough(run, order, rows)),
    { savepoint },
  );
  try {
    const result = await work(tx);
    // A failure that `work` has caught has ended the transaction all the same.
    if (failure) throw failure.error;
    isOver = true;
    await commit();
    return result;
  } catch (error) {
    isOver = true;
    await undo().catch(() => {});
    // "The transaction is aborted" is no reason; that of the first statement that failed is.
    throw (error as { code?: string } | null)?.code === '25P02' && failure ? failure.error : error;
  }
}

/** The rows of a statement through a cursor, in a transaction of its own. */
export async function* readApart(pool: Pool, order: Order, rows: number): AsyncGenerator<Rows> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open, reject } = Promise.withResolvers<Tx>();
  const whole = begin(pool, 'read only', (tx) => {
    open(tx);
    return ended;
  });
  whole.catch(reject);
  const tx = await opened;
  try {
    yield* tx.unsafe(order.text, order.values).cursor(rows) as AsyncIterable<Rows & Row[]>;
  } finally {
    end();
    await whole;
  }
}

type Row = Record<string, unknown>;

async function* readThrough(
  run: (order: Order) => Promise<Rows>,
  order: Order,
  rows: number,
): AsyncGenerator<Rows> {
  const name = `c${++cursors}`;
  await run({ ...order, text: `declare ${name} no scroll cursor for ${order.text}`, how: 'once' });
  try {
    for (;;) {
      const page = await run({ text: `fetch ${rows} from ${name}`, values: [], how: 'simple' });
      if (page.length > 0) yield page;
      if (page.length < rows) return;
    }
  } finally {
    await run({ text: `close ${name}`, values: [], how: 'simple' }).catch(() => {});
  }
}
