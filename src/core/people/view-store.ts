// All SQL of views.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { firstRow } from '../../kernel/db/table.ts';

export interface SavedView {
  id: string;
  /** Whoever saved it. */
  userId: string;
  /** Whose team has it; null: the person's own. */
  merchantId: string | null;
  room: string;
  name: string;
  /** The query of the list's address. */
  query: string;
}

/** Whose views are meant: a person's own, and those of teams, by the merchants' ids. */
export interface ViewOwner {
  userId: string;
  merchants: readonly string[];
}

const ofOwner = (db: Db, { userId, merchants }: ViewOwner) => db`
  ((merchant_id is null and user_id = ${userId}) or merchant_id = any (${[...merchants]}::uuid[]))`;
const columns = (db: Db) => db`id, user_id, merchant_id, room, name, query`;

/** all merchants: the owner names them. Returns the views of a room, one's own first. */
export function listViews(db: Db, owner: ViewOwner, room: string): Promise<SavedView[]> {
  return db<SavedView[]>`
    select ${columns(db)} from console.views where ${ofOwner(db, owner)} and room = ${room}
    order by merchant_id is not null, lower(name), id limit 100`;
}

/** all merchants: the owner names them. */
export const findView = (db: Db, owner: ViewOwner, id: string) =>
  firstRow(db<SavedView[]>`
      select ${columns(db)} from console.views where id = ${id} and ${ofOwner(db, owner)}`);

/** Returns false where the owner has a view of that name. */
export async function insertView(tx: Tx, view: SavedView & { at: Date }): Promise<boolean> {
  const { count } = await tx`
    insert into console.views (${columns(tx)}, created_at)
    values (${view.id}, ${view.userId}, ${view.merchantId}, ${view.room}, ${view.name}, ${view.query}, ${view.at})
    on conflict do nothing`;
  return count > 0;
}

/** all merchants: the caller has found it as its owner's. */
export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx`delete from console.views where id = ${id}`;
}
