// Partitions by quarter of the year, for tables whose ids begin with a time (docs/adr/0019). A partition is created before it is
// needed, and dropped when its time is over and retention has deleted all its rows: its disk space is free at once.
import type { Clock } from '../clock.ts';
import { firstIdAt } from '../ids.ts';
import { changePartitions, lockForChange } from './change-partitions.ts';
import type { Sql, Tx } from './db.ts';
import { allValues } from './rows.ts';

export interface QuarterTable {
  table: string;
  /** The id whose time selects the partition. */
  key: string;
  /** Constraints of each partition: a unique constraint of the whole table would have to contain `key`. */
  own: (partition: string) => string;
}

/** The ids from `from` (included) to `to` (excluded). */
interface Quarter {
  name: string;
  from: string;
  to: string;
}

interface Partition extends Quarter {
  table: string;
}

/**
 * Adds the partitions of this quarter and of the next to tables, which are listed in the order in which their rows may be
 * deleted: referring tables first. Returns how many were missing.
 */
export async function addQuarters(db: Sql, clock: Clock, tables: readonly QuarterTable[]): Promise<number> {
  const existing = await partitionsOf(db, tables);
  let added = 0;
  for (const one of tables.toReversed()) {
    for (const quarter of [quarterOf(clock.now(), 0), quarterOf(clock.now(), 1)])
      if (!isCovered(one, quarter, existing))
        added += await changePartitions(db, (tx) => addQuarter(tx, one, quarter));
  }
  return added;
}

const isCovered = ({ table }: QuarterTable, { from, to }: Quarter, existing: Partition[]): boolean =>
  existing.some((one) => one.table === table && one.from <= from && to <= one.to);

async function addQuarter(tx: Tx, one: QuarterTable, quarter: Quarter): Promise<number> {
  const { table, key, own } = one;
  const { from, to } = quarter;
  if (isCovered(one, quarter, await partitionsOf(tx, [one]))) return 0;
  // Rows that came before their partition remain in the default partition, and so do the other rows of their quarter.
  const [late] = await tx.unsafe(
    `select from ${table}_rest where ${key} >= '${from}' and ${key} < '${to}' limit 1`,
  );
  if (late) return 0;
  const name = `${table}_${quarter.name}`;
  // Created on its own and then attached, so that writers do not wait.
  await lockForChange(tx, `${table}_rest`);
  await tx
    .unsafe(`
      create table ${name} (like ${table} including defaults including generated including constraints);
      ${own(name)};
      alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`)
    .simple();
  return 1;
}

/** Drops the partitions whose time is over and that have no rows left. Returns how many. */
export async function dropEmptyQuarters(
  db: Sql,
  clock: Clock,
  tables: readonly QuarterTable[],
): Promise<number> {
  const now = firstIdAt(clock.now());
  const existing = await partitionsOf(db, tables);
  let dropped = 0;
  for (const { table } of tables) {
    for (const { name } of existing.filter((one) => one.table === table && one.to <= now))
      dropped += await changePartitions(db, (tx) => dropEmpty(tx, table, name));
  }
  return dropped;
}

async function dropEmpty(tx: Tx, table: string, partition: string): Promise<number> {
  const isEmpty = async () => (await tx.unsafe(`select from ${partition} limit 1`)).count === 0;
  if (!(await isEmpty())) return 0;
  await lockForChange(tx, ...(await relatedTo(tx, table, partition)));
  if (!(await isEmpty())) return 0;
  // PostgreSQL does not drop an attached partition that foreign keys refer to.
  await tx.unsafe(`alter table ${table} detach partition ${partition}; drop table ${partition}`).simple();
  return 1;
}

/** Returns a table, its partition, and the tables that either refers to or is referred to by: to drop it locks them all. */
async function relatedTo(tx: Tx, table: string, partition: string): Promise<string[]> {
  const both = tx`(${table}::text::regclass, ${partition}::text::regclass)`;
  return allValues(tx<{ name: string }[]>`
    select related::regclass::text as name from pg_constraint cross join unnest(array[conrelid, confrelid]) related
    where contype = 'f' and (conrelid in ${both} or confrelid in ${both})
    union select relname from pg_class where oid in ${both}
    order by name`);
}

/** Returns the partitions of tables that have a range. all merchants: partitions are shared. */
const partitionsOf = (db: Sql | Tx, tables: readonly QuarterTable[]) => db<Partition[]>`
    select "table", name, coalesce((regexp_match(bound, 'FROM [(]''([0-9a-f-]+)'''))[1], '') as from,
      (regexp_match(bound, 'TO [(]''([0-9a-f-]+)'''))[1] as to
    from (
      select inhparent::regclass::text as "table", relname as name, pg_get_expr(relpartbound, oid) as bound
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = any (${tables.map(({ table }) => table)}::text[]::regclass[])
    ) partition
    where bound <> 'DEFAULT' order by "to"`;

/** The quarter of an instant, or the next one: its name, such as "2027q1", and the range of its ids. */
function quarterOf(instant: Date, after: 0 | 1): Quarter {
  const begins = (months: number) => new Date(Date.UTC(instant.getUTCFullYear(), months));
  const first = 3 * (Math.floor(instant.getUTCMonth() / 3) + after);
  const start = begins(first);
  const name = `${start.getUTCFullYear()}q${start.getUTCMonth() / 3 + 1}`;
  return { name, from: firstIdAt(start), to: firstIdAt(begins(first + 3)) };
}
