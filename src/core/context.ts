// What every action is given: where the data is, what time it is, on whose behalf, and for which request. What a
// transaction writes is gathered while it decides, and written together at its end: so many rows of one kind take as many
// statements as one.
import type { Clock } from '../kernel/clock.ts';
import { afterCommit, inTransaction, type Sql, type Tx } from '../kernel/db/db.ts';
import type { Replica } from '../kernel/db/replica.ts';
import type { Logger } from '../kernel/process/log.ts';
import type { Keyring } from '../kernel/security/crypto.ts';
import type { Actor } from './actor.ts';
import type { Meter } from './meter.ts';
import type { Policy } from './policy.ts';
import type { Facts, Reaction, Reactions } from './reactions.ts';

export type { Actor } from './actor.ts';

/** Returns the reason of what somebody calls off: a merchant by their keys, or a person at the console. */
export const cancelledBy = ({ actor }: { actor: Actor }): string =>
  actor.startsWith('user:') ? 'cancelled at the console' : 'cancelled by the merchant';

export interface Context {
  db: Sql;
  /** Answers reads that may be a moment old; absent where the settings name none. */
  replica?: Replica;
  clock: Clock;
  keyring: Keyring;
  policy: Policy;
  log: Logger;
  correlationId: string;
  actor: Actor;
  /** What follows when a noun changes: app/reactions.ts. */
  reactions: Reactions<Work>;
  /** Absent where nobody reads metrics. */
  meter?: Meter;
}

/** A context inside its database transaction: whatever is read or written with it is part of the transaction. */
export interface Work extends Omit<Context, 'db' | 'replica'> {
  /** Never there: a replica is another connection. */
  replica?: never;
  db: Tx;
  tx: Tx;
  gathered: Gathered;
}

/** A context in or outside of a transaction: for reads, and for actions that others call within theirs. */
export type AnyContext = Context | Work;

/**
 * Runs `work` in one database transaction, the caller's if it is in one: all of it is written, or, when it throws,
 * nothing. A caller in a transaction may read at once what was written.
 */
export function inWork<T>(scope: AnyContext, work: (work: Work) => Promise<T>): Promise<T> {
  if (!('tx' in scope)) return inTransaction(scope.db, (tx) => within(scope, tx, work));
  return written(scope, work(scope));
}

async function written<T>(work: Work, result: Promise<T>): Promise<T> {
  const value = await result;
  await writeGathered(work);
  return value;
}

/** Runs `work` in a transaction that somebody has opened, and writes what it has gathered. */
export function within<T>(ctx: AnyContext, tx: Tx, work: (work: Work) => Promise<T>): Promise<T> {
  const own = workOf(ctx, tx);
  return written(own, work(own));
}

/** Returns a context as it is inside the transaction `tx`. */
export function workOf({ replica: _, ...ctx }: AnyContext, tx: Tx, gathered: Gathered = new Map()): Work {
  return { ...ctx, db: tx, tx, gathered };
}

/** Rows that are written together, in a number of statements that does not grow with them. */
export interface Write<Row> {
  /** Rows of a lower place are written first. */
  place: number;
  /** This write decides and gathers more. It runs alone, before all that only write. */
  decides?: true;
  all(work: Work, rows: readonly Row[]): Promise<void>;
}

/** What a transaction has yet to write. */
export type Gathered = Map<Write<never>, unknown[]>;

/** Has a row written at the end of the transaction, or with the next `writeGathered`. */
export function gather<Row>({ gathered }: Work, write: Write<Row>, row: Row): void {
  const rows = gathered.get(write);
  if (rows) rows.push(row);
  else gathered.set(write, [row]);
}

/**
 * Writes what was gathered so far, once all that follows from it has been decided. The statements are sent one behind the
 * other, without waiting in between.
 */
export async function writeGathered(work: Work): Promise<void> {
  while (work.gathered.size > 0) {
    const deciding = [...work.gathered].find(([write]) => write.decides);
    if (deciding) {
      const [write, rows] = deciding;
      work.gathered.delete(write);
      await write.all(work, rows as never[]);
      continue;
    }
    const writes = [...work.gathered].sort(([one], [other]) => one.place - other.place);
    work.gathered.clear();
    await Promise.all(writes.map(([write, rows]) => write.all(work, rows as never[])));
  }
}

/**
 * Runs the reactions to facts of one event, in the caller's transaction and in the registry's order. The only dispatch from one
 * noun to another.
 */
export async function react<Event extends keyof Facts>(
  work: Work,
  event: Event,
  facts: readonly Facts[Event][],
): Promise<void> {
  const reactions: readonly Reaction<Work, Event>[] = work.reactions[event];
  for (const reaction of reactions) await reaction(work, facts);
}

let metered = 0;

/** Counts with the context's meter once the transaction has committed; not at all where it is undone. */
export function countAfterCommit({ tx, meter }: Work, count: (meter: Meter) => void): void {
  if (!meter) return;
  metered += 1;
  afterCommit(tx, `meter ${metered}`, () => count(meter));
}

/** Adds what a part of the transaction has gathered on its own. */
export function gatherAll(work: Work, { gathered }: Pick<Work, 'gathered'>): void {
  for (const [write, rows] of gathered) for (const row of rows) gather(work, write, row as never);
}

/** Runs several reads that see the database at one instant; a caller's own transaction keeps its isolation level. */
export function atOneInstant<T>(ctx: AnyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  if ('tx' in ctx) return work(ctx.tx);
  return inTransaction(ctx.db, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    return work(tx);
  });
}
