// Reads by id on the path of every payment. As plain statements they are most of a payment's statements (ADR 21).
import { batch } from './batch.ts';
import type { Db } from './db.ts';

/**
 * Returns a read by id. Outside of a transaction, concurrent reads share a statement; in a transaction each has its own.
 * `find` returns the rows that exist, in any order. Every caller gets an own copy of its row, which it may change.
 */
export function batchedRead<Row extends object>(
  find: (db: Db, ids: string[]) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): (db: Db, id: string) => Promise<Row | undefined> {
  const readAll = async (db: Db, ids: readonly string[]) => {
    const rows = await find(db, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [idOf(row), row]));
    return ids.map((id) => {
      const row = byId.get(id);
      return row && { ...row };
    });
  };
  const readBatch = batch(readAll);
  return async (db, id) => ('begin' in db ? readBatch(db, id) : (await readAll(db, [id]))[0]);
}
