// The hold on outgoing payments: while the database was restored to an earlier state and no operator has confirmed that
// everything is found, nothing is ordered and nothing leaves (docs/operations/restore.md).
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, onlyValue } from '../../kernel/db/rows.ts';

/** In a claim's condition: that money out is not held. */
export const notHeld = (db: Db) => db`not exists (select from restores where released_at is null)`;

/** True if money out is held just now. */
export const isHeld = (db: Db) => onlyValue(db<{ isHeld: boolean }[]>`select not ${notHeld(db)} as is_held`);

/** Makes a change of the hold wait until the caller's transaction has ended. */
export const lockHold = (tx: Tx) => tx`select pg_advisory_xact_lock_shared(hashtext('tefo money out'))`;

/** Returns whether money can leave. A hold or a release that comes now waits until the caller's transaction has ended. */
export async function lockUnlessHeld(tx: Tx): Promise<boolean> {
  await lockHold(tx);
  return !(await isHeld(tx));
}

/** Waits for transactions that let payments leave, and makes new ones wait until the transaction ends. */
export const lockMoneyOut = (tx: Tx) => execute(tx`select pg_advisory_xact_lock(hashtext('tefo money out'))`);
