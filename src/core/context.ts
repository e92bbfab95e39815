// What every action is given: where the data is, what time it is, on whose behalf, and for which request.
import type { Clock } from '../kernel/clock.ts';
import { type Db, inTransaction, type Sql, type Tx } from '../kernel/db/db.ts';
import type { Logger } from '../kernel/process/log.ts';
import type { Keyring } from '../kernel/security/crypto.ts';
import type { Policy } from './policy.ts';

/** What a step of a transaction into an end tells: enough for a noun that stands behind transactions to find its own. */
export interface EndedTransaction {
  id: string;
  paymentId: string;
  paymentType: string;
  state: string;
  stateReason: string | null;
}

export interface Context {
  db: Sql;
  /** The transaction the action takes part in, when its caller has opened one already. */
  tx?: Tx;
  clock: Clock;
  keyring: Keyring;
  policy: Policy;
  log: Logger;
  correlationId: string;
  /** Who acts: "client:<id>", "site:<code>", "customer", "bank", "cli", "cli:<name>" or "system". Recorded with every transition. */
  actor: string;
  /**
   * What follows for others from each step of a transaction into an end, in the transaction that takes it, while the
   * payment is locked. The composition root sets it.
   */
  onTransactionEnd?: (ctx: Context, tx: Tx, transaction: EndedTransaction) => Promise<void>;
}

/** Runs an action's work in its caller's transaction, or in one of its own. */
export function transact<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.tx ? work(ctx.tx) : inTransaction(ctx.db, work);
}

/** Where to read: inside the caller's transaction if there is one. */
export function reader(ctx: Context): Db {
  return ctx.tx ?? ctx.db;
}

/** Several reads that must agree with each other: all of them see the database as it is at one instant. */
export function atOneInstant<T>({ db }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    return work(tx);
  });
}
