// All SQL of the export of the chain's head.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstValue, onlyRow } from '../../kernel/db/rows.ts';
import type { Head } from './chain.ts';

export interface Export {
  dueAt: Date;
  /** The newest head that is noted outside, as far as this database knows; null until there is one. */
  position: number | null;
  notedAt: Date | null;
  /** Why the last try noted none. */
  trouble: string | null;
}

export async function findExport(db: Db): Promise<Export> {
  const row = await onlyRow(db<(Omit<Export, 'position'> & { position: bigint | null })[]>`
    select due_at, position, noted_at, trouble from ledger_export`);
  return { ...row, position: row.position === null ? null : Number(row.position) };
}

/** Takes the export on until `leaseUntil`; false if another process has. */
export const claimExport = (db: Sql, now: Date, leaseUntil: Date) =>
  anyRow(db`update ledger_export set due_at = ${leaseUntil} where due_at <= ${now}`);

/** Stores the result of the export, and when to check again. */
export const setExport = (
  db: Db,
  dueAt: Date,
  { noted, trouble }: { noted?: { position: number; notedAt: Date } | undefined; trouble: string | null },
) =>
  execute(db`
    update ledger_export set due_at = ${dueAt}, trouble = ${trouble}
      ${noted ? db`, position = ${noted.position}, noted_at = ${noted.notedAt}` : db``}`);

/** When the first link was made that no head outside covers; undefined if the newest covers all. */
export const firstUncovered = (db: Db, position: number) =>
  firstValue(db<{ linkedAt: Date }[]>`
    select linked_at from ledger_links where position = ${position + 1}`);

/** Records that an operator knows of a loss: this ledger lacks the noted head, and a new one may replace it. */
export const recordLoss = (
  tx: Tx,
  { position, hash, notedAt }: Head & { notedAt: Date },
  { at, by }: { at: Date; by: string },
) =>
  execute(tx`
    insert into ledger_losses (position, hash, noted_at, known_at, known_by)
    values (${position}, ${hash}, ${notedAt}, ${at}, ${by}) on conflict do nothing`);

export const isKnownLoss = (db: Db, { position, hash }: Head) =>
  anyRow(db`select from ledger_losses where position = ${position} and hash = ${hash}`);
