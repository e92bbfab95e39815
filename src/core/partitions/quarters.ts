// The partitions in which messages and consents stand (docs/adr/0019): quarters of the year, by the time with which their ids
// begin. An event's deliveries and their attempts stand in the quarter of the event. A partition is made before it is needed,
// and goes when its time is over and retention has taken all its rows: its disk is free at once.
import type { Clock } from '../../kernel/clock.ts';
import type { Sql, Tx } from '../../kernel/db/db.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { changePartitions } from './change.ts';

/** A table in quarters. */
interface Quartered {
  table: string;
  /** The id whose time decides. */
  key: string;
  /** What a partition keeps by itself, because a key of the whole table must contain `key`. */
  own: (partition: string) => string;
}

/** In the order in which their rows may go: what refers to others first. */
const quartered: Quartered[] = [
  {
    table: 'delivery_attempts',
    key: 'delivery_id',
    own: (partition) => `alter table ${partition} add primary key (id)`,
  },
  {
    table: 'deliveries',
    key: 'id',
    // A delivery's id begins as its event's does, so that nobody is owed an event twice, in whatever partition.
    own: (partition) => `
      alter table ${partition} add constraint ${partition}_of_event check (left(id::text, 20) = left(event_id::text, 20));
      create unique index ${partition}_event on ${partition} (event_id, receiver_id)`,
  },
  {
    table: 'events',
    key: 'id',
    own: (partition) => `alter table ${partition} add unique (object_id, sequence)`,
  },
  { table: 'consents', key: 'transaction_id', own: () => '' },
];

/** Holds the ids from the first on, and below the second. */
interface Partition {
  name: string;
  from: string;
  to: string;
}

/** Adds the partitions of this quarter and of the next. Returns how many were missing. */
export async function addQuarters(db: Sql, clock: Clock): Promise<number> {
  let added = 0;
  for (const one of quartered.toReversed()) {
    for (const quarter of [quarterOf(clock.now(), 0), quarterOf(clock.now(), 1)])
      added += await changePartitions(db, (tx) => addQuarter(tx, one, quarter));
  }
  return added;
}

async function addQuarter(tx: Tx, { table, key, own }: Quartered, quarter: Partition): Promise<number> {
  const { from, to } = quarter;
  const partitions = await partitionsOf(tx, table);
  if (partitions.some((one) => one.from <= from && to <= one.to)) return 0;
  // Rows for which there was no partition stay where they are, and so do the others of their quarter.
  const [late] = await tx.unsafe(
    `select from ${table}_rest where ${key} >= '${from}' and ${key} < '${to}' limit 1`,
  );
  if (late) return 0;
  const name = `${table}_${quarter.name}`;
  // Made apart and then attached: nobody who writes rows waits for that.
  await tx
    .unsafe(`
      create table ${name} (like ${table} including defaults including generated including constraints);
      ${own(name)};
      alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`)
    .simple();
  return 1;
}

/** Drops the partitions whose time is over and that have no rows any more. Returns how many. */
export async function dropEmptyQuarters(db: Sql, clock: Clock): Promise<number> {
  const now = firstIdAt(clock.now());
  let dropped = 0;
  for (const { table } of quartered) {
    for (const { name, to } of await partitionsOf(db, table))
      if (to <= now) dropped += await changePartitions(db, (tx) => dropEmpty(tx, table, name));
  }
  return dropped;
}

async function dropEmpty(tx: Tx, table: string, partition: string): Promise<number> {
  const isEmpty = async () => (await tx.unsafe(`select from ${partition} limit 1`)).count === 0;
  if (!(await isEmpty())) return 0;
  await tx.unsafe(`lock table only ${table} in access exclusive mode`);
  if (!(await isEmpty())) return 0;
  // What others refer to cannot be dropped while it is a part of the table.
  await tx.unsafe(`alter table ${table} detach partition ${partition}; drop table ${partition}`).simple();
  return 1;
}

/** Returns the partitions of a table that have a range. all merchants: they share them. */
const partitionsOf = (db: Sql | Tx, table: string) => db<Partition[]>`
    select relname as name, coalesce((regexp_match(bound, 'FROM [(]''([0-9a-f-]+)'''))[1], '') as from,
      (regexp_match(bound, 'TO [(]''([0-9a-f-]+)'''))[1] as to
    from (
      select relname, pg_get_expr(relpartbound, oid) as bound from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${table}::text::regclass
    ) partition
    where bound <> 'DEFAULT' order by 3`;

/** The quarter of an instant, or the one so many after it: "2027q1" and its ids. */
function quarterOf(instant: Date, after: 0 | 1): Partition {
  const begins = (months: number) => new Date(Date.UTC(instant.getUTCFullYear(), months));
  const first = 3 * (Math.floor(instant.getUTCMonth() / 3) + after);
  const start = begins(first);
  const name = `${start.getUTCFullYear()}q${start.getUTCMonth() / 3 + 1}`;
  return { name, from: firstIdAt(start), to: firstIdAt(begins(first + 3)) };
}
