// Finds everything sealed: columns named `sealed`, or ending so, of any table, copies included. Reseals it under the
// current key while a service runs.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inTransaction, type Sql, type Tx } from '../db/db.ts';
import { allRows, onlyValue } from '../db/rows.ts';
import { type Keyring, keyIdOf } from './crypto.ts';

interface SealedTable {
  /** With its schema, quoted for SQL. */
  table: string;
  /** Its sealed columns, quoted for SQL. */
  columns: string[];
}

const sealedTables = (db: Db) =>
  allRows(db<SealedTable[]>`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as table,
      array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attname ~ '(^|_)sealed$' and a.attnum > 0 and not a.attisdropped and c.relkind = 'r'
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    group by 1 order by 1`);

const keyOf = (column: string): string => `split_part(${column}, '.', 1)`;

/** Returns one sealed text of each key in use. Reads all of them. */
export async function oneSealedTextOfEachKey(db: Db): Promise<string[]> {
  const asked = (await sealedTables(db)).flatMap(({ table, columns }) =>
    columns.map(
      (column) =>
        `select min(${column}) as sealed from ${table} where ${column} is not null group by ${keyOf(column)}`,
    ),
  );
  const rows = await db.unsafe<{ sealed: string }[]>(asked.join(' union all '));
  return [...new Map(rows.map(({ sealed }) => [keyIdOf(sealed), sealed])).values()];
}

/** Returns how many texts are sealed under each key. Reads all of them. */
export async function countSealed(db: Db): Promise<Map<string, number>> {
  const asked = (await sealedTables(db)).flatMap(({ table, columns }) =>
    columns.map((column) => `select ${keyOf(column)} as id from ${table} where ${column} is not null`),
  );
  const rows = await db.unsafe<{ id: string; texts: bigint }[]>(
    `select id, count(*) as texts from (${asked.join(' union all ')}) one group by id order by id`,
  );
  return new Map(rows.map(({ id, texts }) => [id, Number(texts)]));
}

/** How many pages of a table one transaction covers. */
const pagesPerStep = 64;
/** How long to wait before retrying rows that others have locked, in milliseconds. */
const againMs = 200;

/**
 * Reseals everything under the current key that is sealed under a retired one, until nothing is left. Each step is its
 * own transaction and waits for no lock: locked rows are left for the next round, so that neither side blocks the
 * other, and an interruption loses nothing. Returns how many texts it has resealed, and calls `onStep` after each step.
 * Throws for a text that cannot be opened.
 */
export async function reseal(db: Sql, keyring: Keyring, onStep: (texts: number) => void): Promise<number> {
  const retired = [...keyring.state().retiredAt.keys()];
  for (let all = 0; ; ) {
    let done = 0;
    for (const table of await sealedTables(db)) {
      const pages = await pagesOf(db, table);
      for (let page = 0; page < pages; page += pagesPerStep) {
        const texts = await inTransaction(db, (tx) => resealPages(tx, keyring, { table, page, retired }));
        done += texts;
        onStep(texts);
      }
    }
    all += done;
    const left = await countSealed(db);
    if (!retired.some((id) => left.has(id))) return all;
    if (done === 0) await sleep(againMs);
  }
}

const pagesOf = (db: Db, { table }: SealedTable) =>
  onlyValue(db<{ pages: number }[]>`
    select (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::bigint)::integer as pages`);

async function resealPages(
  tx: Tx,
  keyring: Keyring,
  { table: { table, columns }, page, retired }: { table: SealedTable; page: number; retired: string[] },
): Promise<number> {
  const isOld = columns.map((column) => `${keyOf(column)} = any ($1::text[])`).join(' or ');
  const names = columns.map((column, index) => `${column} as sealed${index}`).join(', ');
  // By ctid, which every table has, also a copy without keys.
  const rows = await tx.unsafe<Record<string, string | null>[]>(
    `select ctid::text as place, ${names} from ${table}
     where ctid >= $2::tid and ctid < $3::tid and (${isOld})
     for no key update skip locked`,
    [retired, `(${page},0)`, `(${page + pagesPerStep},0)`],
  );
  if (rows.length === 0) return 0;
  let texts = 0;
  const sealed = columns.map((column, index) =>
    rows.map((row) => {
      const text = row[`sealed${index}`];
      if (text == null || !retired.includes(keyIdOf(text))) return text ?? null;
      texts += 1;
      return resealText(keyring, text, `${table}.${column}`);
    }),
  );
  const set = columns.map((column, index) => `${column} = given.sealed${index}`).join(', ');
  const given = columns.map((_, index) => `$${index + 2}::text[]`).join(', ');
  const givenNames = columns.map((_, index) => `sealed${index}`).join(', ');
  await tx.unsafe(
    `update ${table} set ${set} from unnest($1::text[], ${given}) as given (place, ${givenNames})
     where ${table}.ctid = given.place::tid`,
    [rows.map((row) => row.place!), ...sealed],
  );
  return texts;
}

function resealText(keyring: Keyring, sealed: string, where: string): string {
  try {
    return keyring.seal(keyring.open(sealed));
  } catch (error) {
    throw new Error(`a text of ${where} cannot be opened: ${(error as Error).message}`);
  }
}
