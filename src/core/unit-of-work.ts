// A unit of work is one database transaction. It collects its writes while it decides, and sends them at its end: the flush.
// Many rows of one kind take as many statements as one row, and the order is stated once, in write-order.ts.
import { afterCommit, inTransaction, type Tx } from '../kernel/db/db.ts';
import { sendInOrder } from '../kernel/db/send-order.ts';
import type { AnyContext, Context, Unwritten, Work, Writer } from './context.ts';
import type { Meter } from './meter.ts';
import type { Facts, Reaction } from './reactions.ts';
import { writeOrder } from './write-order.ts';

const nothing = (): Unwritten => ({ rows: new Map(), newIds: new Set(), facts: new Map() });

/**
 * Runs `work` in one database transaction, the caller's if it is in one: all of it is written, or, when it throws,
 * nothing. A caller in a transaction can read the rows at once.
 */
export function inWork<T>(scope: AnyContext, work: (work: Work) => T | Promise<T>): Promise<T> {
  if (!('tx' in scope)) return inTransaction(scope.db, (tx) => within(scope, tx, work));
  return flushed(scope, work);
}

/** Returns an action that runs `work` in its own unit of work, or in the caller's. */
export const action =
  <Given extends unknown[], T>(work: (work: Work, ...given: Given) => T | Promise<T>) =>
  (scope: AnyContext, ...given: Given): Promise<T> =>
    inWork(scope, (own) => work(own, ...given));

/** Runs `work` in a transaction that is open already, and flushes it. */
export function within<T>(ctx: AnyContext, tx: Tx, work: (work: Work) => T | Promise<T>): Promise<T> {
  return flushed(workOf(ctx, tx, nothing()), work);
}

async function flushed<T>(own: Work, work: (work: Work) => T | Promise<T>): Promise<T> {
  const value = await work(own);
  await flush(own);
  return value;
}

/** Runs `work` in a separate transaction that is rolled back, and returns its result: a preview of its effect. */
export async function rolledBack<T>(ctx: Context, work: (work: Work) => Promise<T>): Promise<T> {
  const result: { value?: T } = {};
  const undo = new Error('rolled back');
  try {
    await inWork(ctx, async (own) => {
      result.value = await work(own);
      await flush(own);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return result.value as T;
}

/** Returns a context as it is inside a unit of work. */
export function workOf({ replica: _, ...ctx }: AnyContext, tx: Tx, unwritten: Unwritten): Work {
  return { ...ctx, db: tx, tx, unwritten };
}

/**
 * Runs one of several decisions of a unit of work, each with its own context. Its writes are added to the unit, or dropped if
 * the decision throws.
 */
export async function part<T>(work: Work, ctx: AnyContext, decide: (own: Work) => Promise<T>): Promise<T> {
  const own = workOf(ctx, work.tx, { ...nothing(), newIds: work.unwritten.newIds });
  const value = await decide(own);
  for (const [writer, rows] of own.unwritten.rows) for (const row of rows) save(work, writer, row as never);
  for (const [event, facts] of own.unwritten.facts)
    for (const fact of facts) raise(work, event, fact as never);
  return value;
}

/** Has a row written with the next flush. */
export function save<Row>({ unwritten }: Work, writer: Writer<Row>, row: Row): void {
  const rows = unwritten.rows.get(writer);
  if (rows) rows.push(row);
  else unwritten.rows.set(writer, [row]);
  if (writer.idOf) unwritten.newIds.add(writer.idOf(row));
}

/** Has the nouns that app/reactions.ts names for an event react to it before the next flush writes anything. */
export function raise<Event extends keyof Facts>(
  { unwritten: { facts } }: Work,
  event: Event,
  fact: Facts[Event],
): void {
  const raised = facts.get(event);
  if (raised) raised.push(fact);
  else facts.set(event, [fact]);
}

/**
 * Runs the reactions to raised facts, all facts of one event as one set. The loop also handles facts that a reaction
 * raises.
 */
async function react(work: Work): Promise<void> {
  const { facts } = work.unwritten;
  for (const [event, raised] of facts) {
    facts.delete(event);
    const reactions = work.reactions[event] as readonly Reaction<Work, never>[];
    for (const reaction of reactions) await reaction(work, raised as never);
  }
}

/**
 * Runs all reactions, then writes the collected rows. The statements are sent in the order of their places, one
 * behind the other without waiting in between.
 */
export async function flush(work: Work): Promise<void> {
  await react(work);
  const { rows: collected, newIds } = work.unwritten;
  const writers = [...collected].sort(
    ([one], [other]) => writeOrder.indexOf(one.place) - writeOrder.indexOf(other.place),
  );
  collected.clear();
  newIds.clear();
  const statements = writers.flatMap(([writer, rows]) => writer.statements(work, rows as never[]));
  const results = await sendInOrder(...statements.map(({ query }) => query));
  for (const [index, rows] of results.entries()) await statements[index]?.check?.(rows);
}

let metered = 0;

/** Counts with the context's meter once the transaction has committed; not at all where it is undone. */
export function countAfterCommit({ tx, meter }: Work, count: (meter: Meter) => void): void {
  if (!meter) return;
  metered += 1;
  afterCommit(tx, `meter ${metered}`, () => count(meter));
}

const readBefore = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/** Reads something once in a transaction, however many rows need it. `name` is unique among such reads. */
export function readOnce<T>({ tx }: Work, name: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const known = readBefore.get(tx) ?? new Map<string, Promise<unknown>>();
  readBefore.set(tx, known);
  const found = (known.get(name) as Promise<T> | undefined) ?? read(tx);
  known.set(name, found);
  return found;
}

/** Runs several reads that see the database at one instant; a caller's own transaction keeps its isolation level. */
export function atOneInstant<T>(ctx: AnyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  if ('tx' in ctx) return work(ctx.tx);
  return inTransaction(ctx.db, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    return work(tx);
  });
}
