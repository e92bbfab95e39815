// All SQL of views.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';

export const views = table('console.views', {
  id: t.uuid(),
  /** The user who saved it. */
  userId: t.uuid(),
  /** Whose team has it; null: the person's own. */
  merchantId: t.uuid().nullable(),
  room: t.code(),
  name: t.text('redact'),
  /** The query of the list's address. */
  query: t.text('redact'),
  createdAt: t.timestamptz().unread(),
});

export type SavedView = RowOf<typeof views>;

/** Whose views are meant: a person's own, and those of teams, by the merchants' ids. */
export interface ViewOwner {
  userId: string;
  merchants: readonly string[];
}

const ofOwner = (db: Db, { userId, merchants }: ViewOwner) => db`
  ((merchant_id is null and user_id = ${userId}) or merchant_id = any (${[...merchants]}::uuid[]))`;
const columns = columnsOf(views);

/** all merchants: the owner names them. Returns the views of a room, one's own first. */
export const listViews = (db: Db, owner: ViewOwner, room: string) => db<SavedView[]>`
    select ${columns(db)} from console.views where ${ofOwner(db, owner)} and room = ${room}
    order by merchant_id is not null, lower(name), id limit 100`;

/** all merchants: the owner names them. */
export const findView = (db: Db, owner: ViewOwner, id: string) =>
  firstRow(db<SavedView[]>`
      select ${columns(db)} from console.views where id = ${id} and ${ofOwner(db, owner)}`);

/** Returns false if the owner has a view of that name. */
export async function insertView(tx: Tx, view: SavedView & { at: Date }): Promise<boolean> {
  const row = { ...view, createdAt: view.at };
  return (await insertRows(tx, views, [row], tx`on conflict do nothing`)).count > 0;
}

/** all merchants: the caller has found it as its owner's. */
export const deleteView = (tx: Tx, id: string) => execute(tx`delete from console.views where id = ${id}`);
