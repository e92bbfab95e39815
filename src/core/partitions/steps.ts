// The partitions in which steps are recorded (docs/adr/0018): ranges of their ids, each made before it is needed.
import type { Sql, Tx } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';
import { changePartitions } from './change.ts';

/** How many steps a partition holds. There is always room for as many beyond the newest. */
const stepsEach = 10_000_000n;

/** Adds a partition when there is little room. Returns how many were added. */
export function addStepPartition(db: Sql): Promise<number> {
  return changePartitions(db, addPartition);
}

async function addPartition(tx: Tx): Promise<number> {
  const { newest, bound } = await findRoom(tx);
  if (bound >= newest + stepsEach) return 0;
  // Steps for which there was no partition stay where they are: the next one begins after them.
  const from = bound > newest ? bound : (newest / stepsEach + 1n) * stepsEach;
  const name = `transitions_${from / stepsEach}`;
  // Made apart and then attached: nobody who writes steps waits for that.
  await tx
    .unsafe(`
      create table ${name} (like transitions including constraints);
      create trigger kept before truncate on ${name} for each statement execute function refuse_change();
      alter table transitions attach partition ${name} for values from (${from}) to (${from + stepsEach})`)
    .simple();
  return 1;
}

/** Returns the newest step's id, and the id below which there are partitions. all merchants: they share them. */
const findRoom = (tx: Tx) =>
  onlyRow(tx<{ newest: bigint; bound: bigint }[]>`
    select (select coalesce(max(id), 0) from transitions)::bigint as newest,
      max(substring(pg_get_expr(relpartbound, oid) from 'TO [(]''([0-9]+)''[)]')::bigint) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'transitions'::regclass`);
