import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { openPool, type Sql } from '../db/db.ts';
import { createLog } from '../process/log.ts';
import { createKeyring } from './crypto.ts';
import {
  followMasterKeys,
  holdMasterKeys,
  listMasterKeys,
  startMasterKeys,
  WrongKeys,
} from './master-keys.ts';

const key = (id: string, fill: string) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const [k1, k2, k3] = [key('k1', 'one'), key('k2', 'two'), key('k3', 'three')];
const now = new Date('2026-11-20T10:00:00Z');
const later = new Date('2026-11-21T10:00:00Z');

async function open(): Promise<Sql> {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 6 });
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  return db;
}

const states = async (db: Sql) =>
  (await listMasterKeys(db)).map(({ id, retiredAt }) => [id, retiredAt?.toISOString() ?? 'current']);

/** A row with something sealed, as a merchant's ApiKey is. */
async function seal(db: Sql, ring: string): Promise<void> {
  const [merchant] = await db<{ id: string }[]>`
    insert into merchants (id, code, name, created_at)
    values (gen_random_uuid(), 'AAA' || floor(random() * 1000000000)::text, 'A', now()) returning id`;
  await db`
    insert into credentials (id, merchant_id, kind, sealed, created_at)
    values (gen_random_uuid(), ${merchant!.id}, 'api_key', ${createKeyring(ring).seal('text')}, now())`;
}

test('the first start decides, and one without its key or with another under its id is refused', async () => {
  const db = await open();
  await startMasterKeys(db, createKeyring(k1), now);
  await startMasterKeys(db, createKeyring(k1), later);
  assert.deepEqual(await states(db), [['k1', 'current']]);
  for (const hold of [
    holdMasterKeys,
    (sql: Sql, ring: ReturnType<typeof createKeyring>) => startMasterKeys(sql, ring, later),
  ]) {
    await assert.rejects(hold(db, createKeyring(k2)), /^Error: the master key k1 is missing.*has only k2/);
    await assert.rejects(
      hold(db, createKeyring(`${k2},${key('k1', 'wrong')}`)),
      /master key k1 is another one/,
    );
    await assert.rejects(hold(db, createKeyring(key('k1', 'wrong'))), WrongKeys);
  }
  assert.deepEqual(await states(db), [['k1', 'current']]);
});

test('a start with a new first key retires the one before it, for ever', async () => {
  const db = await open();
  await startMasterKeys(db, createKeyring(k1), now);
  await startMasterKeys(db, createKeyring(`${k2},${k1}`), later);
  assert.deepEqual(await states(db), [
    ['k1', later.toISOString()],
    ['k2', 'current'],
  ]);
  // It is needed until everything sealed under it is resealed.
  await assert.rejects(startMasterKeys(db, createKeyring(k2), later), /master key k1 is missing/);
  const back = createKeyring(`${k1},${k2}`);
  await startMasterKeys(db, back, later);
  assert.equal(back.state().currentId, 'k2');
  assert.match(back.seal('text'), /^k2\./);
});

test('is decided by one of several starts at the same moment, and all agree', async () => {
  const db = await open();
  const rings = Array.from({ length: 6 }, (_, index) =>
    createKeyring(index % 2 ? `${k1},${k2}` : `${k2},${k1}`),
  );
  await Promise.all(rings.map((ring) => startMasterKeys(db, ring, now)));
  await Promise.all(rings.map((ring) => holdMasterKeys(db, ring)));
  assert.equal(new Set(rings.map((ring) => ring.state().currentId)).size, 1);
  assert.equal((await states(db)).filter(([, state]) => state === 'current').length, 1);
});

test('a database from before check values is judged by its sealed values', async () => {
  const db = await open();
  await seal(db, k1);
  await seal(db, k2);
  await assert.rejects(startMasterKeys(db, createKeyring(k1), now), /master key k2 is missing/);
  await assert.rejects(
    startMasterKeys(db, createKeyring(`${key('k1', 'wrong')},${k2}`), now),
    /k1 is another one/,
  );
  assert.deepEqual(await states(db), []);
  await startMasterKeys(db, createKeyring(`${k3},${k2},${k1}`), now);
  assert.deepEqual((await states(db)).toSorted(), [
    ['k1', now.toISOString()],
    ['k2', now.toISOString()],
    ['k3', 'current'],
  ]);
});

test('a running process follows a start elsewhere, and reports when it cannot', async () => {
  const db = await open();
  await startMasterKeys(db, createKeyring(k1), now);
  const [both, alone] = [createKeyring(`${k1},${k2}`), createKeyring(k1)];
  const log = createLog('silent');
  const followed = [await followMasterKeys(db, both, log), await followMasterKeys(db, alone, log)];
  after(() => Promise.all(followed.map((one) => one.close())));
  assert.deepEqual(
    followed.map((one) => one.problem()),
    [undefined, undefined],
  );
  await startMasterKeys(db, createKeyring(`${k2},${k1}`), later);
  await until(() => both.state().currentId !== 'k1');
  assert.match(both.seal('text'), /^k2\./);
  await until(() => followed[1]!.problem());
  assert.match(followed[1]!.problem()!, /master key k2 is missing/);
  assert.equal(followed[0]!.problem(), undefined);
});
