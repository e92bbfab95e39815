import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { emptyDatabase, testDatabase } from '../../test/support/database.ts';
import { startReceiver } from '../../test/support/running.ts';
import { openSharedClock } from '../app/shared-clock.ts';
import { openPool } from '../kernel/db/db.ts';
import { saveSnapshot } from '../sandbox/snapshots/snapshot-store.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'tefo-reset-'));
const database = await testDatabase();
const db = openPool(database.url, { max: 4 });
after(async () => {
  await db.end({ timeout: 1 });
  await database.drop();
  await rm(dataDir, { recursive: true });
});
const settings = { DATABASE_URL: database.url, TEFO_DATA_DIR: dataDir, TEFO_PORT: '9' };
const tefo = tefoWith(settings);

test('tefo reset gives a fresh sandbox in place, whose clock shows the world’s time again', async () => {
  await db`insert into installation (mode) values ('staging')`;
  const moved = await openSharedClock(db);
  await moved.moveTo(new Date(Date.UTC(2060, 0, 1)));
  await moved.close();
  await saveSnapshot(db, 'before', new Date(0));
  await db`create schema theirs`;
  await writeFile(join(dataDir, 'tefo.log'), 'old\n');

  const asking = await tefo('reset');
  assert.deepEqual([asking.code, asking.out], [2, '']);
  assert.match(asking.err, /confirmation required: no terminal is attached, so pass --yes/);
  assert.equal((await db`select 1 from sandbox_clock`).length, 1, 'nothing was touched');

  const { code, out, err } = await tefo('reset', '--yes', '--json');
  assert.equal(code, 0, err);
  const { siteCode } = JSON.parse(out);
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  assert.equal(credentials.siteCode, siteCode);
  assert.deepEqual([...(await db`select code from sites`)], [{ code: siteCode }]);
  assert.equal((await db`select 1 from sandbox_clock`).length, 0);
  const schemas = await db`select nspname from pg_namespace where nspname ~ '^(snapshot_|theirs)'`;
  assert.deepEqual([...schemas], [{ nspname: 'theirs' }], 'other schemas stay');
  assert.ok(!(await readFile(join(dataDir, 'tefo.log'), 'utf8').catch(() => '')).startsWith('old'));
  assert.equal((await tefo('check', '--json')).code, 0);
  const shown = JSON.parse((await tefo('credentials', '--json')).out);
  assert.deepEqual([shown.siteCode, Object.keys(shown.console)], [siteCode, ['email', 'password']]);
  const text = (await tefo('credentials')).out;
  assert.match(text, new RegExp(`^siteCode +${siteCode}$`, 'm'));
  assert.match(text, new RegExp(`^console.email +${shown.console.email}$`, 'm'));
});

test('tefo reset refuses a running service, production, and the database of another application', async () => {
  const refused = async (why: RegExp, others: Record<string, string> = {}) => {
    const { code, out, err } = await tefoWith({ ...settings, ...others })('reset', '--yes');
    assert.deepEqual([code, out], [1, ''], err);
    assert.match(err, why);
  };
  const receiver = await startReceiver();
  const there = { TEFO_PUBLIC_URL: receiver.url };
  await refused(/a service is running on this sandbox, at http:.*: stop it .*Nothing was reset/, there);
  await receiver.end();

  const elsewhere = openPool(database.url, { max: 1, name: 'tefo pulse' });
  await elsewhere`select 1`;
  await refused(/a service is running on this database, at another address/);
  await elsewhere.end();

  await db`update installation set mode = 'production'`;
  await refused(/this database is production’s/);
  const others = await emptyDatabase();
  const theirs = openPool(others.url, { max: 1 });
  await theirs`create table accounts (id integer)`;
  await refused(/tables of another application/, { DATABASE_URL: others.url });
  await theirs.end();
  await others.drop();
});
