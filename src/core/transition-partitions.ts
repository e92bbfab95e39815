// The partitions of `transitions`, the history of states (docs/adr/0018): ranges of ids, each created before it is needed.

import { changePartitions, lockForChange } from '../kernel/db/change-partitions.ts';
import type { Sql, Tx } from '../kernel/db/db.ts';
import { onlyRow } from '../kernel/db/rows.ts';

/** The rows of a partition. There is always space for as many beyond the newest row. */
const rowsEach = 10_000_000n;

/** Adds a partition if less than one partition's space is left. Returns how many were added. */
export async function addTransitionPartition(db: Sql): Promise<number> {
  return hasRoom(await findRoom(db)) ? 0 : changePartitions(db, addPartition);
}

const hasRoom = ({ newest, bound }: Room): boolean => bound >= newest + rowsEach;

async function addPartition(tx: Tx): Promise<number> {
  const room = await findRoom(tx);
  if (hasRoom(room)) return 0;
  const { newest, bound } = room;
  // Rows that came before their partition remain in the default partition: the next one begins after them.
  const from = bound > newest ? bound : (newest / rowsEach + 1n) * rowsEach;
  const name = `transitions_${from / rowsEach}`;
  // Created on its own and then attached, so that writers do not wait.
  await lockForChange(tx, 'transitions_rest');
  await tx
    .unsafe(`
      create table ${name} (like transitions including constraints);
      create trigger kept before truncate on ${name} for each statement execute function refuse_change();
      alter table transitions attach partition ${name} for values from (${from}) to (${from + rowsEach})`)
    .simple();
  return 1;
}

interface Room {
  newest: bigint;
  /** Below this id there are partitions. */
  bound: bigint;
}

/** all merchants: partitions are shared. */
const findRoom = (db: Sql | Tx) =>
  onlyRow(db<Room[]>`
    select (select coalesce(max(id), 0) from transitions)::bigint as newest,
      max(substring(pg_get_expr(relpartbound, oid) from 'TO [(]''([0-9]+)''[)]')::bigint) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'transitions'::regclass`);
