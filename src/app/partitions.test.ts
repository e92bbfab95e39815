import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hook, messagesOf, send, tell } from '../../test/support/deliveries.ts';
import { answering, openReceiver } from '../../test/support/receiver.ts';
import { openWorld } from '../../test/support/world.ts';
import { deliveryShelf, eventShelf } from '../core/notifications/archive-store.ts';
import { replayWebhook } from '../core/notifications/webhooks.ts';
import { runRetention } from '../core/retention.ts';
import { mayBeAnnounced } from '../core/transactions/archive-store.ts';
import { only } from '../core/viewer.ts';
import { inTransaction } from '../kernel/db/db.ts';
import { addQuarters, dropEmptyQuarters } from '../kernel/db/quarter-partitions.ts';
import { newId } from '../kernel/ids.ts';
import { checkNotifications } from '../reports/checks/notifications.ts';
import { quarterTables } from './partitions.ts';

const world = await openWorld();
const { db, ctx, clock } = world;
const receiver = await openReceiver();
const folder = await mkdtemp(join(tmpdir(), 'tefo-archive-'));
after(() => rm(folder, { recursive: true }));

const tables = ['consents', 'deliveries', 'delivery_attempts', 'events'];

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select relid::regclass::text as name from pg_partition_tree(${table}) where isleaf order by 1`;
  return rows.map(({ name }) => name.replace(`${table}_`, ''));
}

/** The partitions that contain the messages of an object. */
async function placesOf(objectId: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select tableoid::regclass::text as name from events where object_id = ${objectId}
    union all select tableoid::regclass::text from deliveries where object_id = ${objectId}
    union all select attempt.tableoid::regclass::text from delivery_attempts attempt
      join deliveries delivery on delivery.id = attempt.delivery_id where delivery.object_id = ${objectId}
    order by 1`;
  return rows.map(({ name }) => name);
}

async function tellAt(time: string): Promise<string> {
  clock.set(new Date(time));
  const objectId = await tell(world, [receiver.url]);
  await send(world);
  return objectId;
}

const placesIn = (quarter: string) => [
  `deliveries_${quarter}`,
  `delivery_attempts_${quarter}`,
  `events_${quarter}`,
];

test('the partitions of a quarter are created before it begins, once for all processes', async () => {
  const old = await tellAt('2026-11-20T10:00:00Z');
  assert.deepEqual(await placesOf(old), placesIn('0'));
  assert.equal(await addQuarters(db, clock, quarterTables), 0);

  clock.set(new Date('2027-01-01T00:00:00Z'));
  const added = await Promise.all(Array.from({ length: 8 }, () => addQuarters(db, clock, quarterTables)));
  // A process without the lock leaves the work to the next run.
  const missing = await addQuarters(db, clock, quarterTables);
  assert.equal(
    added.reduce((sum, one) => sum + one, missing),
    tables.length,
  );
  for (const table of tables) assert.deepEqual(await partitionsOf(table), ['0', '2027q2', 'rest'], table);

  assert.deepEqual(await placesOf(await tellAt('2027-03-31T23:59:59.999Z')), placesIn('0'));
  assert.deepEqual(await placesOf(await tellAt('2027-04-01T00:00:00Z')), placesIn('2027q2'));
});

test('a partition has the columns, keys, indexes and rules of the first one', async () => {
  const madeOf = async (table: string, partition: string) => {
    const [row] = await db<{ made: string[] }[]>`
      select array(
        select pg_get_indexdef(indexrelid) from pg_index where indrelid = given.relation
        union all select contype::text || pg_get_constraintdef(oid) from pg_constraint where conrelid = given.relation and contype <> 'n'
        union all select format('%s %s %s', attname, format_type(atttypid, atttypmod), attnotnull) from pg_attribute
          where attrelid = given.relation and attnum > 0) as made
      from (select ${`${table}_${partition}`}::text::regclass as relation) given`;
    return row!.made.map((text) => text.replace(/INDEX \w+ ON \S+/, 'INDEX')).sort();
  };
  for (const table of tables) {
    const rule = 'cCHECK (("left"((id)::text, 20) = "left"((event_id)::text, 20)))';
    // Old deliveries have ids that do not derive from their event.
    const first = [...(await madeOf(table, '0')), ...(table === 'deliveries' ? [rule] : [])].sort();
    assert.deepEqual(await madeOf(table, '2027q2'), first, table);
    assert.deepEqual(await madeOf(table, 'rest'), first, table);
  }
});

test('messages without a partition are in the default one, with all others of their quarter', async () => {
  assert.deepEqual(await placesOf(await tellAt('2030-05-05T10:00:00Z')), placesIn('rest'));
  // That quarter has no consents yet.
  assert.equal(await addQuarters(db, clock, quarterTables), tables.length + 1);
  assert.deepEqual(await partitionsOf('events'), ['0', '2027q2', '2030q3', 'rest']);
  assert.deepEqual(await placesOf(await tellAt('2030-06-30T10:00:00Z')), placesIn('rest'));
  assert.deepEqual(await placesOf(await tellAt('2030-07-01T10:00:00Z')), placesIn('2030q3'));
});

test('no receiver gets an event twice, and no number is used twice', async () => {
  const objectId = await tellAt('2030-07-02T10:00:00Z');
  const copy = (id: string) => db`
    insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at)
    select ${id}, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at
    from deliveries where object_id = ${objectId}`;
  const [delivery] = await db<{ id: string }[]>`select id from deliveries where object_id = ${objectId}`;
  await assert.rejects(copy(`${delivery!.id.slice(0, -4)}0000`), /deliveries_2030q3_event/);
  await assert.rejects(copy(newId(clock)), /deliveries_2030q3_of_event/);
  await assert.rejects(
    db`
      insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at)
      select ${newId(clock)}, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at
      from events where object_id = ${objectId}`,
    /events_2030q3_object_id_sequence_key/,
  );
  await assert.rejects(db`delete from events where object_id = ${objectId}`, /deliveries_event_id_fkey/);
  await assert.rejects(
    db`delete from deliveries where object_id = ${objectId}`,
    /delivery_attempts_delivery_id_fkey/,
  );
});

test('a partition is dropped when its quarter is over and retention has removed all rows', async () => {
  const kinds = [
    { kind: 'delivery' as const, days: 10, shelves: [deliveryShelf] },
    { kind: 'event' as const, days: 10, shelves: [eventShelf(mayBeAnnounced)] },
  ];
  receiver.behave(answering(500));
  const { id } = await hook(world, receiver.url);
  const failed = await tellAt('2030-08-01T10:00:00Z');
  // The partitions of consents for past quarters are empty.
  assert.equal(await dropEmptyQuarters(db, clock, quarterTables), 3);
  assert.equal(await dropEmptyQuarters(db, clock, quarterTables), 0);

  clock.set(new Date('2030-08-20T10:00:00Z'));
  await runRetention(ctx, { folder, kinds });
  const reading = await db.reserve();
  await reading`begin`;
  await reading`select from events limit 1`;
  // The open transaction reads events, so their partitions and those that refer to them are dropped in the next run.
  assert.equal(await dropEmptyQuarters(db, clock, quarterTables), 2);
  await reading`commit`;
  reading.release();
  assert.equal(await dropEmptyQuarters(db, clock, quarterTables), 4);
  for (const table of ['deliveries', 'delivery_attempts', 'events'])
    assert.deepEqual(await partitionsOf(table), ['2030q3', 'rest'], table);

  // Resends work, numbering continues, and all checks pass.
  receiver.behave(answering(200));
  await replayWebhook(ctx, only(world.merchant.merchant.id), id, {});
  await send(world);
  await tell(world, [receiver.url], failed);
  await send(world);
  const sent = await messagesOf(world, failed);
  assert.deepEqual(
    sent.map(({ sequence }) => sequence),
    [1, 1, 2, 2],
  );
  assert.deepEqual(await checkNotifications(db), []);
});

test('a transaction that has read a table can write to it while partitions are created and dropped', async () => {
  const yearMs = 365 * 24 * 3_600_000;
  const change = async () => {
    await dropEmptyQuarters(db, clock, quarterTables);
    await addQuarters(db, clock, quarterTables);
  };
  for (const table of ['transactions', 'merchants', 'deliveries_rest', 'events_rest']) {
    await change();
    clock.set(new Date(clock.now().getTime() + yearMs));
    let isChanged = false;
    const hasRead = Promise.withResolvers<void>();
    const writing = inTransaction(db, async (tx) => {
      await tx`select from ${tx(table)} limit 1`;
      hasRead.resolve();
      // Until the change waits for this transaction, or has given way to it.
      const waiting = () =>
        tx`select from pg_locks where not granted and relation = ${table}::text::regclass`;
      while (!isChanged && (await waiting()).length === 0) await tx`select pg_stat_clear_snapshot()`;
      await tx`lock table ${tx(table)} in row exclusive mode`;
    });
    await hasRead.promise;
    await change().finally(() => {
      isChanged = true;
    });
    await writing;
  }
});
