// Copies tables and restores their rows, past the triggers that make tables append-only and past the foreign keys,
// which are dropped and added again, so that the database itself verifies the restored rows.
import type { Tx } from '../../kernel/db/db.ts';
import { allRows } from '../../kernel/db/rows.ts';
import { firstOf, itemAt } from '../../kernel/required.ts';

export interface Table {
  /** With its schema, as an SQL name. */
  table: string;
  /** The name of its copy in the schema of copies, as an SQL name. */
  copy: string;
  /** The columns that can be written, as SQL; generated columns are left out. */
  columns: string;
  /** Itself and its partitions, those that have triggers, as SQL names. */
  guarded: string[];
}

// Tables about the database's own history, or about copies, are not copied, and revocations stay in force.
const left = [
  'migrations',
  'sandbox_clock',
  'sandbox_snapshots',
  'installation',
  'master_keys',
  'revoked_tokens',
];

/** Returns every table of the service and of the simulated bank; one in partitions is one table. */
export const tablesOf = (tx: Tx) =>
  allRows(tx<Table[]>`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as table,
      quote_ident(n.nspname || '.' || c.relname) as copy,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(
        select own.relation::text from (select c.oid::regclass as relation union select relid from pg_partition_tree(c.oid)) own
        where exists (select from pg_trigger where tgrelid = own.relation and not tgisinternal)) as guarded
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'bank') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${left}::text[])
    order by n.nspname, c.relname`);

const lockTries = 5;

/**
 * Locks tables against all access until the transaction ends. A reader of several tables may hold one and wait for another:
 * then one of both gives way.
 */
export async function lockTables(tx: Tx, tables: Table[]): Promise<void> {
  const names = tables.map(({ table }) => table).join(', ');
  for (let tries = 1; ; tries += 1) {
    try {
      await tx.savepoint((own) => own.unsafe(`lock table ${names} in access exclusive mode`));
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === lockTries) throw error;
    }
  }
}

export async function copyTables(tx: Tx, tables: Table[], schema: string): Promise<void> {
  const copies = tables.map(
    ({ table, copy }) => `create table ${schema}.${copy} with (autovacuum_enabled = off) as table ${table}`,
  );
  await tx.unsafe(copies.join(';')).simple();
}

/** Returns the total number of rows of the copies in a schema. */
export async function countRows(tx: Tx, tables: Table[], schema: string): Promise<bigint> {
  const counts = tables.map(({ copy }) => `select count(*) as rows from ${schema}.${copy}`);
  const row = firstOf(
    await tx.unsafe<{ rows: bigint }[]>(
      `select sum(rows)::bigint as rows from (${counts.join(' union all ')}) one`,
    ),
  );
  return row.rows;
}

/** Replaces the rows of tables with those of their copies in a schema. The tables are locked. */
export async function replaceRows(tx: Tx, tables: Table[], schema: string): Promise<void> {
  const used = await tablesInUse(tx, tables, schema);
  if (used.length === 0) return;
  const references = await referencesOf(tx, used);
  const guarded = used.flatMap((table) => table.guarded);
  await tx
    .unsafe(
      [
        ...guarded.map((relation) => `alter table only ${relation} disable trigger user`),
        ...references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
        `truncate ${used.map(({ table }) => table).join(', ')}`,
        ...used.map(
          ({ table, copy, columns }) =>
            `insert into ${table} (${columns}) overriding system value select ${columns} from ${schema}.${copy}`,
        ),
        ...references.map(({ table, name, rule }) => `alter table ${table} add constraint ${name} ${rule}`),
        ...guarded.map((relation) => `alter table only ${relation} enable trigger user`),
      ].join(';'),
    )
    .simple();
}

/** Returns the tables that have or had rows. Most are empty in most sandboxes. */
async function tablesInUse(tx: Tx, tables: Table[], schema: string): Promise<Table[]> {
  const asked = tables.map(
    ({ table, copy }, place) =>
      `select ${place} as place where exists (select from ${table}) or exists (select from ${schema}.${copy})`,
  );
  const places = await tx.unsafe<{ place: number }[]>(asked.join(' union all '));
  return places.map(({ place }) => itemAt(tables, place));
}

/** Returns the foreign keys from and to tables. */
function referencesOf(tx: Tx, tables: Table[]): Promise<{ table: string; name: string; rule: string }[]> {
  const names = tables.map(({ table }) => table);
  return tx`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as table, quote_ident(r.conname) as name,
      pg_get_constraintdef(r.oid) as rule
    from pg_constraint r
    join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
    where r.contype = 'f' and r.conparentid = 0
      and (r.conrelid = any (${names}::text[]::regclass[]) or r.confrelid = any (${names}::text[]::regclass[]))
    order by 1, 2`;
}
