// All SQL of uploaded files that were not imported yet. all merchants: a row belongs to the user who uploaded it.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';

export const statementUploads = table('statement_uploads', {
  id: t.uuid(),
  bankAccount: t.code(),
  /** Of the bytes, in hex. */
  sha256: t.code(),
  name: t.code(),
  /** The bytes in base64. */
  contentSealed: t.code(),
  /** The user, as an actor. */
  createdBy: t.code(),
  createdAt: t.timestamptz(),
});

export type StoredUpload = RowOf<typeof statementUploads>;

const columns = columnsOf(statementUploads);

export const insertUpload = (tx: Tx, row: StoredUpload) => execute(insertRows(tx, statementUploads, [row]));

/** Returns a user's upload to an account that was created after an instant. */
export const findUpload = (
  db: Db,
  { id, bankAccount, createdBy }: Pick<StoredUpload, 'id' | 'bankAccount' | 'createdBy'>,
  after: Date,
) =>
  firstRow(db<StoredUpload[]>`
    select ${columns(db)} from statement_uploads
    where id = ${id} and bank_account = ${bankAccount} and created_by = ${createdBy} and created_at > ${after}`);

/** Deletes the uploads up to an instant; returns how many. */
export const deleteExpired = (db: Db, before: Date) =>
  rowCount(db`delete from statement_uploads where created_at <= ${before}`);

/** Deletes a user's uploads but the newest. */
export const deleteOld = (tx: Tx, createdBy: string, kept: number) =>
  execute(tx`
    delete from statement_uploads where id in (
      select id from statement_uploads where created_by = ${createdBy}
      order by created_at desc, id desc offset ${kept})`);
