// All SQL of forms that were sent.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow } from '../../kernel/db/rows.ts';

/** Returns false if the form was sent before. Waits for a request that is sending it now. */
export const insertForm = (tx: Tx, form: { id: string; userId: string; path: string; at: Date }) =>
  anyRow(tx`
    insert into console.forms (id, user_id, path, claimed_at)
    values (${form.id}, ${form.userId}, ${form.path}, ${form.at}) on conflict (id) do nothing`);

/** True for a form that was carried out. */
export const findForm = (db: Db, id: string) => anyRow(db`select 1 from console.forms where id = ${id}`);
