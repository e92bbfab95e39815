// All SQL of forms that were sent.
import type { Db, Tx } from '../../kernel/db/db.ts';

/** Returns false where the form was sent before; waits for whoever is sending it now. */
export async function insertForm(
  tx: Tx,
  form: { id: string; userId: string; path: string; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into console.forms (id, user_id, path, claimed_at)
    values (${form.id}, ${form.userId}, ${form.path}, ${form.at}) on conflict (id) do nothing`;
  return count > 0;
}

/** True for a form that was carried out. */
export async function findForm(db: Db, id: string): Promise<boolean> {
  const rows = await db`select 1 from console.forms where id = ${id}`;
  return rows.length > 0;
}
