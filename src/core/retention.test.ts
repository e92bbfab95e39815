import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { asAnother } from '../../test/support/another.ts';
import { flood, hook, messagesOf, send, tell } from '../../test/support/deliveries.ts';
import { answering, openReceiver } from '../../test/support/receiver.ts';
import { until } from '../../test/support/until.ts';
import { openWorld, type World } from '../../test/support/world.ts';
import { dayMs, plus } from '../kernel/clock.ts';
import type { Tx } from '../kernel/db/db.ts';
import { checkNotifications } from '../reports/checks/notifications.ts';
import { deliveryShelf, eventShelf } from './notifications/archive-store.ts';
import { resendMessages } from './notifications/messages.ts';
import { replayWebhook } from './notifications/webhooks.ts';
import {
  type AgedRow,
  createRetentionSweep,
  type RetentionPlan,
  runRetention,
  type Shelf,
} from './retention.ts';
import { mayBeAnnounced } from './transactions/archive-store.ts';
import { only } from './viewer.ts';

const world = await openWorld();
const receiver = await openReceiver();
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const events = eventShelf(mayBeAnnounced);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tefo-archive-'));
  folders.push(folder);
  return folder;
}

type Shelves = { deliveries?: Shelf; events?: Shelf };

async function planOf(shelves: Shelves = {}, folder?: string): Promise<RetentionPlan> {
  return {
    folder: folder ?? (await newFolder()),
    kinds: [
      { kind: 'delivery', days: 10, shelves: [shelves.deliveries ?? deliveryShelf] },
      { kind: 'event', days: 10, shelves: [shelves.events ?? events] },
    ],
  };
}

interface Line {
  table: string;
  row: Record<string, unknown>;
  attempts?: Record<string, unknown>[];
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.jsonl.gz'));
}

/** Every line of every file; throws where a file is not whole. */
async function linesIn(folder: string): Promise<Line[]> {
  const texts = await Promise.all((await filesIn(folder)).map((name) => readFile(join(folder, name))));
  return texts.flatMap((text) => {
    const lines = gunzipSync(text).toString('utf8').split('\n');
    assert.equal(lines.pop(), '');
    return lines.map((line) => JSON.parse(line) as Line);
  });
}

/** The ids of all events, deliveries and attempts in the database. */
async function idsIn({ db }: World): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from events union all select id from deliveries union all select id from delivery_attempts`;
  return new Set(rows.map(({ id }) => id));
}

const archivedIds = (lines: Line[]) =>
  lines.flatMap(({ row, attempts = [] }) => [row, ...attempts].map(({ id }) => id as string));

async function assertNoneLost(before: Set<string>, folder: string): Promise<void> {
  const known = [...(await idsIn(world)), ...archivedIds(await linesIn(folder))];
  assert.deepEqual([...before.difference(new Set(known))], []);
}

/** Rows of many objects, older than the plan keeps them. */
async function makeOld(number: number): Promise<Set<string>> {
  await flood(world, receiver.url, number, 'failed');
  await world.db`update deliveries set note = 'the test' where note is null and status = 'failed'`;
  world.clock.set(plus(world.clock.now(), 11 * dayMs));
  return idsIn(world);
}

test('finished rows go to files as they were, and counts go on', async () => {
  receiver.behave(answering(200));
  await hook(world, receiver.url);
  const objectId = await tell(world, [receiver.url], undefined, 2);
  await send(world);
  const before = await idsIn(world);
  const [event] = await world.db`
    select data, type, object_id, to_json(occurred_at) as at from events where object_id = ${objectId} and sequence = 1`;
  const plan = await planOf();
  const young = await runRetention(world.ctx, plan);
  assert.deepEqual(young, [
    { kind: 'event', archived: 0, deleted: 0, files: 0 },
    { kind: 'delivery', archived: 0, deleted: 0, files: 0 },
    { kind: 'evidence', archived: 0, deleted: 0, files: 0 },
  ]);
  world.clock.set(plus(world.clock.now(), 11 * dayMs));
  assert.deepEqual(await runRetention(world.ctx, plan), [
    { kind: 'event', archived: 2, deleted: 2, files: 1 },
    { kind: 'delivery', archived: 4, deleted: 4, files: 1 },
    { kind: 'evidence', archived: 0, deleted: 0, files: 0 },
  ]);
  const lines = await linesIn(plan.folder);
  assert.deepEqual(new Set(archivedIds(lines)), before);
  assert.equal((await idsIn(world)).size, 0);
  const reported = lines.find(({ table, row }) => table === 'events' && row.sequence === 1)!.row;
  assert.deepEqual(
    [reported.data, reported.type, reported.object_id, reported.occurred_at],
    [event!.data, event!.type, event!.objectId, event!.at],
  );
  assert.ok(lines.every(({ table, attempts }) => (table === 'deliveries') === (attempts?.length === 1)));
  const [file] = await readdir(join(plan.folder, 'event'));
  assert.match(file!, /^\d{8}T\d{6}Z_\d{8}T\d{6}Z_[0-9a-f-]{36}\.jsonl\.gz$/);
  assert.equal((await stat(join(plan.folder, 'event', file!))).mode & 0o777, 0o600);

  // The next event is number 3, and neither missing nor doubled.
  await tell(world, [receiver.url], objectId);
  await send(world);
  assert.deepEqual(
    (await messagesOf(world, objectId)).map(({ sequence }) => sequence),
    [3, 3],
  );
  assert.deepEqual(await checkNotifications(world.db), []);
});

test('a message in the archive is not sent again, and its state shows it', async () => {
  const { id } = await hook(world, `${receiver.url}/replays`);
  const objectId = await tell(world, [receiver.url]);
  await send(world);
  const [message] = await messagesOf(world, objectId);
  world.clock.set(plus(world.clock.now(), 11 * dayMs));
  const viewer = only(world.merchant.merchant.id);
  const archived = { code: 'MessageArchived' };
  const plan = await planOf();
  const [deliveries, rest] = plan.kinds;
  for (const kinds of [[deliveries!], [rest!]]) {
    await runRetention(world.ctx, { ...plan, kinds });
    await assert.rejects(resendMessages(world.ctx, viewer, objectId), archived);
    await assert.rejects(replayWebhook(world.ctx, viewer, id, { messageIds: [message!.id] }), archived);
  }
  const stranger = only('00000000-0000-7000-8000-000000000000');
  assert.equal(await resendMessages(world.ctx, stranger, objectId), false);
  assert.deepEqual(await messagesOf(world, objectId), []);
});

test('a delivery that waits, or is about to be sent again, stays with its event', async () => {
  receiver.behave(answering(500));
  const [waiting, replayed] = [
    await tell(world, [`${receiver.url}/waits`]),
    await tell(world, [`${receiver.url}/replayed`]),
  ];
  const { merchantId } = world.site;
  await world.db`
    update deliveries set status = 'failed', due_at = null, note = 'the test' where object_id = ${replayed}`;
  await world.db`
    insert into replays (id, merchant_id, receiver_id, since, until, with_unheard, created_at)
    select gen_random_uuid(), ${merchantId}, receiver_id, created_at, created_at, false, created_at
    from deliveries where object_id = ${replayed} and webhook_id is null`;
  world.clock.set(plus(world.clock.now(), 11 * dayMs));
  await runRetention(world.ctx, await planOf());
  const left = await world.db<{ objectId: string; has: boolean }[]>`
    select distinct object_id, exists (select from events where id = event_id) as has from deliveries
    where object_id in (${waiting}, ${replayed})`;
  assert.deepEqual(
    new Set(left.map(({ objectId, has }) => `${objectId} ${has}`)),
    new Set([`${waiting} true`, `${replayed} true`]),
  );
  await world.db`delete from replays`;
  receiver.behave(answering(200));
  await send(world);
});

test('a row that changes while it is written stays, with its change', async () => {
  const objectId = await tell(world, [receiver.url]);
  await send(world);
  world.clock.set(plus(world.clock.now(), 11 * dayMs));
  const changed: Shelf = {
    ...deliveryShelf,
    read: async (...args) => {
      const rows = await deliveryShelf.read(...args);
      await asAnother(() => world.db`update deliveries set note = 'changed' where object_id = ${objectId}`);
      return rows;
    },
  };
  const plan = await planOf({ deliveries: changed });
  const [, first] = await runRetention(world.ctx, plan);
  assert.ok(first!.archived > first!.deleted);
  const kept = await world.db`select note from deliveries where object_id = ${objectId}`;
  assert.deepEqual(new Set(kept.map(({ note }) => note)), new Set(['changed']));
  const again = await runRetention(world.ctx, await planOf({}, plan.folder));
  assert.equal(again.find(({ kind }) => kind === 'delivery')!.deleted, kept.length);
});

for (const [step, broken] of [
  ['before rows are read', (shelf: Shelf): Shelf => ({ ...shelf, read: fail })],
  ['before rows are deleted', (shelf: Shelf): Shelf => ({ ...shelf, remove: fail })],
  [
    'after rows were deleted, before the commit',
    (shelf: Shelf): Shelf => ({
      ...shelf,
      remove: async (tx: Tx, rows: readonly AgedRow[]) => {
        await shelf.remove(tx, rows);
        return fail();
      },
    }),
  ],
] as const) {
  test(`a failure ${step} loses nothing, and the next run does the rest`, async () => {
    const before = await makeOld(25);
    const folder = await newFolder();
    for (const shelves of [{ deliveries: broken(deliveryShelf) }, { events: broken(events) }]) {
      await assert.rejects(runRetention(world.ctx, await planOf(shelves, folder), 10), /on purpose/);
      await assertNoneLost(before, folder);
    }
    await runRetention(world.ctx, await planOf({}, folder), 10);
    assert.equal((await idsIn(world)).size, 0);
    await assertNoneLost(before, folder);
  });
}

function fail(): never {
  throw new Error('on purpose');
}

test('a folder that cannot be written keeps every row, and a half-written file is no archive', async () => {
  const before = await makeOld(12);
  const plan = await planOf();
  await writeFile(join(plan.folder, 'file'), '');
  await assert.rejects(
    runRetention(world.ctx, { ...plan, folder: join(plan.folder, 'file') }),
    /ENOTDIR|EEXIST/,
  );
  assert.deepEqual(await idsIn(world), before);
  await runRetention(world.ctx, plan, 7);
  await writeFile(join(plan.folder, 'event', 'x.jsonl.gz.draft'), 'half');
  await makeOld(3);
  await runRetention(world.ctx, plan, 7);
  const names = await readdir(join(plan.folder, 'event'));
  assert.ok(
    names.every((name) => name.endsWith('.jsonl.gz')),
    names.join(),
  );
  await assertNoneLost(before, plan.folder);
});

test('two runs at once archive each row once', async () => {
  const before = await makeOld(95);
  const plan = await planOf();
  const runs = await Promise.all([1, 2, 3].map(() => runRetention(world.ctx, plan, 10)));
  const archived = archivedIds(await linesIn(plan.folder));
  assert.equal(archived.length, new Set(archived).size);
  assert.deepEqual(new Set(archived), before);
  const sum = runs.flat().reduce((all, { deleted }) => all + deleted, 0);
  assert.equal(sum, before.size);
  assert.equal((await idsIn(world)).size, 0);
});

test('a process that is killed at any moment loses nothing', async () => {
  const before = await makeOld(300);
  const folder = await newFolder();
  const program = fileURLToPath(new URL('../../test/support/retaining.ts', import.meta.url));
  for (const files of [3, 33]) {
    const child = spawn(process.execPath, [program, world.url, folder, world.clock.now().toISOString()]);
    const ended = once(child, 'exit');
    await until(async () => (await filesIn(folder)).length >= files);
    child.kill('SIGKILL');
    assert.deepEqual(await ended, [null, 'SIGKILL']);
    await assertNoneLost(before, folder);
  }
  assert.ok((await idsIn(world)).size > 0);
  await runRetention(world.ctx, await planOf({}, folder), 10);
  await assertNoneLost(before, folder);
  assert.equal((await idsIn(world)).size, 0);
  assert.deepEqual(await checkNotifications(world.db), []);
});

test('the sweep does it batch by batch, once a day by the clock', async () => {
  await makeOld(25);
  const plan = await planOf();
  const sweep = createRetentionSweep(world.ctx, plan, 10);
  const runs: number[] = [];
  const drain = async () => {
    for (let done = 1; done > 0; runs.push(done)) done = await sweep.run();
  };
  await drain();
  assert.deepEqual(runs, [10, 10, 5, 10, 10, 5, 0]);
  await makeOld(1);
  await drain();
  assert.deepEqual(runs.slice(7), [1, 1, 0]);
  await flood(world, receiver.url, 1, 'failed');
  await world.db`update events set occurred_at = occurred_at - interval '11 days'`;
  await world.db`update deliveries set created_at = created_at - interval '11 days'`;
  assert.equal(await sweep.run(), 0);
});
