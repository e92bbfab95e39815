// One bit of one value of the books turned over, past the triggers that keep them as they are.
import type { Tx } from '../../src/kernel/db/db.ts';

type Kind = 'uuid' | 'bigint' | 'timestamp' | 'text';

/** Every column of a journal and of its entries, but for the entries' own ids, which no update can write. */
export const columns: { table: 'ledger_journals' | 'ledger_entries'; column: string; kind: Kind }[] = [
  { table: 'ledger_journals', column: 'id', kind: 'uuid' },
  { table: 'ledger_journals', column: 'merchant_id', kind: 'uuid' },
  { table: 'ledger_journals', column: 'template', kind: 'text' },
  { table: 'ledger_journals', column: 'object', kind: 'text' },
  { table: 'ledger_journals', column: 'object_id', kind: 'uuid' },
  { table: 'ledger_journals', column: 'booked_at', kind: 'timestamp' },
  { table: 'ledger_entries', column: 'journal_id', kind: 'uuid' },
  { table: 'ledger_entries', column: 'account_id', kind: 'uuid' },
  { table: 'ledger_entries', column: 'amount_cents', kind: 'bigint' },
  { table: 'ledger_entries', column: 'booked_at', kind: 'timestamp' },
];

// How a bit of each kind of value is turned over, and how many of them can be: of a text the last of each letter, so that
// it stays one; of a number and a time those that leave it in its range.
const turned: Record<Kind, (column: string, bit: number) => string> = {
  uuid: (column, bit) =>
    `encode(set_bit(uuid_send(${column}), ${bit}, 1 - get_bit(uuid_send(${column}), ${bit})), 'hex')::uuid`,
  bigint: (column, bit) => `${column} # (1::bigint << ${bit % 50})`,
  timestamp: (column, bit) => `${column} + interval '1 microsecond' * (1::bigint << ${bit % 50})`,
  text: (column, bit) =>
    `convert_from(set_byte(convert_to(${column}, 'UTF8'), ${bit} % length(${column}),
      get_byte(convert_to(${column}, 'UTF8'), ${bit} % length(${column})) # 1), 'UTF8')`,
};

/** Turns over one bit (0 to 127) of a column of a journal, or of the entry of it with that number (from 0). */
export async function flip(
  tx: Tx,
  journalId: string,
  { table, column, kind }: (typeof columns)[number],
  bit: number,
  entry: number,
): Promise<void> {
  await tx`set local session_replication_role = replica`;
  const row =
    table === 'ledger_journals'
      ? `id = '${journalId}'`
      : `id = (select id from ledger_entries where journal_id = '${journalId}' order by id offset ${entry} limit 1)`;
  const changed = await tx.unsafe(
    `update ${table} set ${column} = ${turned[kind](column, bit)} where ${row}`,
  );
  if (changed.count !== 1) throw new Error(`${changed.count} rows of ${table} were changed`);
}
