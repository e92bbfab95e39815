// Money out held: while the database was put back to an earlier state and nobody has said that all is found, nothing is
// ordered and nothing leaves (docs/operations/restore.md).
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, onlyValue } from '../../kernel/db/rows.ts';

/** In a claim's condition: that money out is not held. */
export const notHeld = (db: Db) => db`not exists (select from restores where released_at is null)`;

/** Whether money out is held just now. */
export const isHeld = (db: Db) => onlyValue(db<{ isHeld: boolean }[]>`select not ${notHeld(db)} as is_held`);

/** Keeps whoever holds money out, or lets it go, waiting until the caller's transaction has ended. */
export const lockHold = (tx: Tx) => tx`select pg_advisory_xact_lock_shared(hashtext('tefo money out'))`;

/** Returns whether money can leave. A hold or a release that comes now waits until the caller's transaction has ended. */
export async function lockUnlessHeld(tx: Tx): Promise<boolean> {
  await lockHold(tx);
  return !(await isHeld(tx));
}

/** Waits for whoever is letting money leave, and keeps all others waiting until the transaction ends. */
export const lockMoneyOut = (tx: Tx) => execute(tx`select pg_advisory_xact_lock(hashtext('tefo money out'))`);
