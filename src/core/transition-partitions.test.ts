import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../../test/support/world.ts';
import { paymentMachine } from './payments/actions.ts';
import { addTransitionPartition } from './transition-partitions.ts';
import { advance } from './transitions.ts';
import { inWork } from './unit-of-work.ts';

const { db, ctx, ask } = await openWorld();

/** Lets the next step have an id, and takes one. Returns the relation in which it is recorded. */
async function stepAt(id: bigint): Promise<string> {
  await db`select setval('transitions_id_seq', ${id}, false)`;
  const row = await ask();
  await inWork(ctx, (work) => advance(work, paymentMachine, row, 'cancel', null));
  const [found] = await db<{ id: bigint; relation: string }[]>`
    select id, tableoid::regclass::text as relation from transitions where object_id = ${row.id}`;
  assert.equal(found!.id, id);
  return found!.relation;
}

const partitions = async () => {
  const rows = await db<{ bound: string }[]>`
    select relid::regclass || ' ' || pg_get_expr(relpartbound, relid) as bound
    from pg_partition_tree('transitions') join pg_class on pg_class.oid = relid where isleaf order by relid`;
  return rows.map(({ bound }) => bound);
};

test('steps have a partition before they need it, created once by any number of processes', async () => {
  assert.equal(await stepAt(1n), 'transitions_0');
  assert.equal(await addTransitionPartition(db), 0);

  assert.equal(await stepAt(19_999_999n), 'transitions_0');
  const added = await Promise.all(Array.from({ length: 8 }, () => addTransitionPartition(db)));
  assert.equal(
    added.reduce((sum, one) => sum + one),
    1,
  );
  assert.equal(await addTransitionPartition(db), 0);
  assert.deepEqual(await partitions(), [
    "transitions_0 FOR VALUES FROM (MINVALUE) TO ('20000000')",
    'transitions_rest DEFAULT',
    "transitions_2 FOR VALUES FROM ('20000000') TO ('30000000')",
  ]);
  assert.equal(await stepAt(20_000_000n), 'transitions_2');
});

test('a step without a partition is still recorded, and the next partition begins after it', async () => {
  assert.equal(await stepAt(30_000_001n), 'transitions_rest');
  assert.equal(await addTransitionPartition(db), 1);
  assert.equal(await stepAt(40_000_000n), 'transitions_4');
  assert.equal(await stepAt(119_999_999n), 'transitions_rest');
});

test('no partition forgets a step', async () => {
  const each = (await partitions()).map((bound) => bound.split(' ')[0]!);
  for (const relation of ['transitions', ...each]) {
    await assert.rejects(db.unsafe(`truncate ${relation}`), /append-only/, relation);
    await assert.rejects(db.unsafe(`delete from ${relation}`), /append-only/, relation);
    await assert.rejects(db.unsafe(`update ${relation} set verb = ''`), /append-only/, relation);
  }
});
