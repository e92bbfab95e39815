// Reads the database's description of the tables: the types of their columns, and the relations that hold their rows.
import type { Db } from '../../kernel/db/db.ts';
import { itemAt, memberOf } from '../../kernel/required.ts';
import type { PersonalTable } from './personal-table.ts';

/** A table as its statements name it. */
export interface Described extends PersonalTable {
  name: string;
  /** With its schema, quoted. */
  sql: string;
  /** Of every column, as PostgreSQL writes them. */
  types: ReadonlyMap<string, string>;
  /** Where its rows lie: itself, or its partitions; as SQL names them. */
  relations: readonly string[];
}

/** all merchants: a person is looked for everywhere. Returns the tables that this database has. */
export async function describeTables(
  db: Db,
  tables: Readonly<Record<string, PersonalTable>>,
): Promise<Described[]> {
  const names = Object.keys(tables);
  const rows = await db<{ name: string; columns: string[]; types: string[]; relations: string[] }[]>`
    select asked.name, array_agg(attname::text) as columns, array_agg(format_type(atttypid, null)) as types,
      coalesce((select array_agg(relid::regclass::text) from pg_partition_tree(c.oid) where isleaf),
        array[c.oid::regclass::text]) as relations
    from unnest(${names}::text[]) as asked (name)
    join pg_class c on c.oid = to_regclass(asked.name)
    join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
    group by asked.name, c.oid`;
  const found = new Map(rows.map((row) => [row.name, row]));
  return names.flatMap((name) => {
    const row = found.get(name);
    if (!row) return [];
    const types = new Map(row.columns.map((column, index) => [column, itemAt(row.types, index)]));
    const [schema, relation] = name.includes('.') ? name.split('.') : ['public', name];
    return {
      ...memberOf(tables, name),
      name,
      sql: `"${schema}"."${relation}"`,
      types,
      relations: row.relations,
    };
  });
}

export const quoted = (name: string): string => `"${name}"`;

/** True if a column keeps its text sealed. */
export const isSealed = (column: string): boolean => column.endsWith('sealed');

/** Returns the name of a table's rows in the result: "statementLines", "bankOrders", "audit". */
export function kindOf({ name }: Pick<Described, 'name'>): string {
  return name
    .replace('console.', '')
    .replace('.', '_')
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
