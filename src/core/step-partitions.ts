// The partitions in which steps are recorded (docs/adr/0018): ranges of their ids, each made before it is needed.
import { hourMs } from '../kernel/clock.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import { inTransaction, isLockTimeout, type Sql, type Tx } from '../kernel/db/db.ts';
import type { Context } from './context.ts';

/** How many steps a partition holds. There is always room for as many beyond the newest. */
const stepsEach = 10_000_000n;
/** Whoever queues behind a partition that is being attached waits no longer, in milliseconds. */
const lockMs = 200;

/** Adds a partition while there is little room, looking once an hour. */
export function createPartitionSweep(ctx: Context): Sweep {
  return { name: 'steps.partitions', intervalMs: hourMs, run: () => addStepPartition(ctx.db) };
}

/** Adds a partition when there is little room. Returns how many were added: 0 also where a lock is held, for the next run. */
export async function addStepPartition(db: Sql): Promise<number> {
  try {
    return await inTransaction(db, addPartition);
  } catch (error) {
    if (isLockTimeout(error)) return 0;
    throw error;
  }
}

async function addPartition(tx: Tx): Promise<number> {
  const [turn] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('tefo step partitions')) as is_ours`;
  if (!turn!.isOurs) return 0;
  const { newest, bound } = await findRoom(tx);
  if (bound >= newest + stepsEach) return 0;
  // Steps for which there was no partition stay where they are: the next one begins after them.
  const from = bound > newest ? bound : (newest / stepsEach + 1n) * stepsEach;
  const name = `transitions_${from / stepsEach}`;
  await tx`select set_config('lock_timeout', ${String(lockMs)}, true)`;
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
async function findRoom(tx: Tx): Promise<{ newest: bigint; bound: bigint }> {
  const [room] = await tx<{ newest: bigint; bound: bigint }[]>`
    select (select coalesce(max(id), 0) from transitions)::bigint as newest,
      max(substring(pg_get_expr(relpartbound, oid) from 'TO [(]''([0-9]+)''[)]')::bigint) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'transitions'::regclass`;
  return room!;
}
