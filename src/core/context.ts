// The context of every action: the data, the time, the actor and the request; and the additional fields inside a
// unit of work (see unit-of-work.ts).
import type { Clock } from '../kernel/clock.ts';
import type { Fragment, Sql, Tx } from '../kernel/db/db.ts';
import type { Replica } from '../kernel/db/replica.ts';
import type { Logger } from '../kernel/process/log.ts';
import type { Keyring } from '../kernel/security/crypto.ts';
import type { Actor } from './actor.ts';
import type { Meter } from './meter.ts';
import type { Policy } from './policy.ts';
import type { Facts, Reactions } from './reactions.ts';
import type { Place } from './write-order.ts';

export type { Actor } from './actor.ts';

/** Returns the reason of a cancellation: by a merchant's keys, or by a user at the console. */
export const cancelledBy = ({ actor }: { actor: Actor }): string =>
  actor.startsWith('user:')
    ? 'cancelled at the console'
    : `cancelled by the ${actor === 'customer' ? 'customer' : 'merchant'}`;

export interface Context {
  db: Sql;
  /** Serves reads whose data can be a moment old; absent if the settings name none. */
  replica?: Replica;
  clock: Clock;
  /** The machine's time, which a sandbox does not move: that of users, their sessions and the audit log. */
  realClock: Clock;
  keyring: Keyring;
  policy: Policy;
  log: Logger;
  correlationId: string;
  actor: Actor;
  /** The reactions to changes of a noun: app/reactions.ts. */
  reactions: Reactions<Work>;
  /** Absent if metrics are not collected. */
  meter?: Meter;
}

/** A context inside its database transaction: whatever is read or written with it is part of the transaction. */
export interface Work extends Omit<Context, 'db' | 'replica'> {
  /** Never there: a replica is another connection. */
  replica?: never;
  db: Tx;
  tx: Tx;
  unwritten: Unwritten;
}

/** A context in or outside of a transaction: for reads, and for actions that others call within theirs. */
export type AnyContext = Context | Work;

/** The pending writes of a unit of work. */
export interface Unwritten {
  rows: Map<Writer<never>, unknown[]>;
  /** The ids of rows that are not in the database yet, and of rows that are to refer to them. */
  newIds: Set<string>;
  /** The facts that other nouns react to before anything is written. */
  facts: Map<keyof Facts, unknown[]>;
}

/** Writes the rows of one kind. */
export interface Writer<Row> {
  place: Place;
  /** Returns the id of a row that is inserted, and that the same unit of work may change. */
  idOf?(row: Row): string;
  /** Builds the statements, and waits for nothing: all of a flush are sent one behind the other. */
  statements(work: Work, rows: readonly Row[]): readonly Statement[];
}

/** A statement that is built and not sent yet. */
export interface Statement {
  query: Fragment;
  /** Receives the rows that it returned, with the count of those that it wrote. Throws where they are not as expected. */
  check?(rows: Awaited<Fragment>): void | Promise<void>;
}
