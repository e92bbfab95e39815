import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { flood, hook, pass, send, tell } from '../../../test/support/deliveries.ts';
import { reachableStates } from '../../../test/support/machines.ts';
import { answering, openReceiver } from '../../../test/support/receiver.ts';
import { openWorld } from '../../../test/support/world.ts';
import { only } from '../viewer.ts';
import { type AttemptRecord, recordAttempts } from './attempt-store.ts';
import { resendMessages } from './messages.ts';
import { after, deliveryMachine, endingOf } from './state.ts';
import { deleteWebhook } from './webhooks.ts';

test('every state of a delivery can be reached, and each verb leads to one', () => {
  assert.deepEqual([...reachableStates(deliveryMachine)].toSorted(), [...deliveryMachine.states].toSorted());
  const verbs = deliveryMachine.edges.map(({ verb }) => verb);
  assert.equal(new Set(verbs).size, verbs.length);
  assert.deepEqual([after(endingOf(0)), after(endingOf(1))], ['skipped', 'failed']);
});

test('deliveries that are sent, fail, end, and are sent again take no step but those of the table', async () => {
  const world = await openWorld();
  const merchantId = world.merchant.merchant.id;
  const legal = deliveryMachine.edges.flatMap(({ from, to }) => from.map((state) => `${state} ${to}`));
  await world.db.unsafe(`
    create table steps (step text);
    create function note_step() returns trigger language plpgsql as $$
      begin insert into steps values (old.status || ' ' || new.status); return new; end $$;
    create trigger noted after update of status on deliveries for each row when (old.status <> new.status)
      execute function note_step()`);
  const good = await openReceiver(answering(200));
  const bad = await openReceiver(answering(500));
  const gone = await openReceiver(answering(410));
  const reported = await tell(world, [good.url, bad.url, gone.url], randomUUID(), 2);
  await send(world);
  await pass(world, 100 * 3_600_000);
  await resendMessages(world.ctx, only(merchantId), reported);
  await send(world);
  const webhook = await hook(world, bad.url);
  await tell(world, []);
  await deleteWebhook(world.ctx, only(merchantId), webhook.id);
  await send(world);
  const taken = await world.db<{ step: string }[]>`select distinct step from steps`;
  const steps = taken.map(({ step }) => step);
  assert.deepEqual(
    steps.filter((step) => !legal.includes(step)),
    [],
  );
  for (const step of [
    'pending delivered',
    'pending failed',
    'pending skipped',
    'delivered pending',
    'failed pending',
  ])
    assert.ok(steps.includes(step), step);
});

test('recording an attempt reads its own delivery, however many wait and whatever the planner knows of them', async () => {
  const world = await openWorld();
  await tell(world, ['http://127.0.0.1:9/hook']);
  // The statistics from before the flood show next to no pending rows.
  await world.db`update deliveries set attempts = 1`;
  await world.db`analyze deliveries`;
  await flood(world, 'http://127.0.0.1:9', 5_000);
  const [row] = await world.db<{ id: string }[]>`select id from deliveries where attempts = 1`;
  const record: AttemptRecord = {
    id: randomUUID(),
    deliveryId: row!.id,
    number: 1,
    at: world.clock.now(),
    durationMs: 1,
    statusCode: 200,
    error: null,
    answer: null,
    status: 'delivered',
    dueAt: null,
    tries: 0,
    postponed: 0,
  };
  const [read] = await world.db.begin(async (tx) => {
    await recordAttempts(tx, [record], world.clock.now());
    return tx<{ rows: number }[]>`
      select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname = 'deliveries'`;
  });
  assert.ok(read!.rows < 100, `${read!.rows} rows were read`);
  const [now] = await world.db<{ status: string }[]>`select status from deliveries where id = ${row!.id}`;
  assert.equal(now!.status, 'delivered');
});
