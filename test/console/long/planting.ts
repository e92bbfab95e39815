// Puts our texts into every column with text of users, banks or merchants, bypassing all rules of the service.
import { inTransaction, type Sql } from '../../../src/kernel/db/db.ts';

/** Columns that take words from outside. States, kinds, codes and the addresses of webhooks are read before they are kept. */
const wordColumns = new Set([
  ...['reference', 'merchant_reference', 'bank_reference', 'customer_bank_reference', 'statement_reference'],
  ...['deposit_reference', 'state_reason', 'reason', 'description', 'name', 'holder', 'account_holder'],
  ...['account', 'payer_account', 'branch_code', 'bank_name', 'notify_url', 'return_url', 'url'],
  ...['note', 'error', 'answer', 'element', 'correlation_id', 'created_by', 'approved_by', 'actor', 'text'],
  ...['hint', 'said', 'file_name', 'agent', 'email', 'phone', 'disabled_reason', 'verify_url', 'customer'],
]);
/** The service writes every text of these itself. */
const ownTables = new Set(['accounts', 'bank_accounts', 'migrations', 'clients', 'audit', 'listeners']);

export interface Planted {
  columns: string[];
  /** A rule of the database keeps these. */
  refused: string[];
}

/**
 * Puts `textOf(number)` into the rows that `where` picks; numbers go on from row to row and from column to column. A
 * shorter text is tried where the database refuses one. Requires a superuser.
 */
export async function plant(
  db: Sql,
  textsOf: readonly ((number: number) => string)[],
  { merchantId }: { merchantId?: string } = {},
): Promise<Planted> {
  const found = await db<{ schema: string; table: string; column: string; hasMerchant: boolean }[]>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column,
      exists (select from information_schema.columns m
        where m.table_schema = c.table_schema and m.table_name = c.table_name and m.column_name = 'merchant_id') as has_merchant
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'console') and t.table_type = 'BASE TABLE' and c.data_type = 'text'
    order by 1, 2, 3`;
  const planted: Planted = { columns: [], refused: [] };
  let turn = 0;
  for (const { schema, table, column, hasMerchant } of found) {
    if (!wordColumns.has(column) || ownTables.has(table)) continue;
    if (merchantId && !hasMerchant) continue;
    const name = `${schema}.${table}.${column}`;
    turn += 1;
    const texts = textsOf.map((one) => one(turn));
    const isPlanted = await plantOne(db, `${schema}.${table}`, column, texts, turn, merchantId);
    (isPlanted ? planted.columns : planted.refused).push(name);
  }
  return planted;
}

async function plantOne(
  db: Sql,
  table: string,
  column: string,
  texts: readonly string[],
  turn: number,
  merchantId: string | undefined,
): Promise<boolean> {
  const whose = merchantId ? `and merchant_id = '${merchantId}'` : '';
  // Whole, then shortened, then with a number that makes each unique.
  for (const shown of [`t.text`, `left(t.text, 200)`, `left(t.text, 60) || ' ' || r.n`]) {
    try {
      await inTransaction(db, async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx.unsafe(
          `with r as (select ctid as place, row_number() over (order by ctid) as n from ${table} where ${column} is not null ${whose}),
            t as (select text, n as number from unnest($1::text[]) with ordinality as given (text, n))
          update ${table} x set ${column} = ${shown} from r join t on t.number = 1 + (r.n + $2) % $3 where x.ctid = r.place`,
          [texts as string[], turn, texts.length],
        );
      });
      return true;
    } catch (error) {
      if (!/^(?:23|54|22)/.test(String((error as { code?: string }).code))) throw error;
    }
  }
  return false;
}
