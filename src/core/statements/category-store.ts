// All SQL of the categories that owners of bank accounts add.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { CategoryKind } from './store.ts';

export const lineCategories = table('line_categories', {
  id: t.uuid(),
  /** Null: the operator's. */
  merchantId: t.uuid().nullable(),
  /** The owner's own name for a kind of movement. */
  name: t.code(),
  kind: t.code<CategoryKind>(),
  createdAt: t.timestamptz(),
  removedAt: t.timestamptz().nullable().later(),
});

export type Category = RowOf<typeof lineCategories>;

const columns = columnsOf(lineCategories);

export const findCategories = (db: Db, merchantId: string | null) => db<Category[]>`
    select ${columns(db)} from line_categories
    where merchant_id is not distinct from ${merchantId} and removed_at is null order by lower(name)`;

/** Adds a category; returns false if its owner has one of that name. */
export const insertCategory = (tx: Tx, row: Omit<Category, 'removedAt'>) =>
  anyRow(insertRows(tx, lineCategories, [row], tx`on conflict do nothing returning id`));

export const setRemoved = (tx: Tx, merchantId: string | null, id: string, at: Date) =>
  firstRow(tx<Category[]>`
    update line_categories set removed_at = ${at}
    where id = ${id} and merchant_id is not distinct from ${merchantId} and removed_at is null
    returning ${columns(tx)}`);
