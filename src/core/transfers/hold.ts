// Money out held: while the database was put back to an earlier state and nobody has said that all is found, nothing is
// ordered and nothing leaves (docs/operations/restore.md).
import type { Db, Tx } from '../../kernel/db/db.ts';

/** In a claim's condition: that money out is not held. */
export const notHeld = (db: Db) => db`not exists (select from restores where released_at is null)`;

/** Whether money out is held just now. */
export async function isHeld(db: Db): Promise<boolean> {
  const [row] = await db<{ mayLeave: boolean }[]>`select ${notHeld(db)} as may_leave`;
  return !row!.mayLeave;
}

/** Keeps whoever holds money out, or lets it go, waiting until the caller's transaction has ended. */
export const lockMayLeave = (tx: Tx) => tx`select pg_advisory_xact_lock_shared(hashtext('tefo money out'))`;

/** Whether money may leave; what holds it, or lets it go, waits until the caller's transaction has ended. */
export async function mayLeaveNow(tx: Tx): Promise<boolean> {
  await lockMayLeave(tx);
  return !(await isHeld(tx));
}

/** Waits for whoever is letting money leave, and keeps all others waiting until the transaction ends. */
export async function lockMoneyOut(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('tefo money out'))`;
}
