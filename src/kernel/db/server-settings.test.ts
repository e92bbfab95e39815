import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { openPool, type Sql } from './db.ts';
import { serverWarnings } from './server-settings.ts';

describe('the start warns of a server', () => {
  let database: TestDatabase;
  let admin: Sql;
  before(async () => {
    database = await testDatabase();
    admin = openPool(database.url, { max: 1 });
  });
  after(async () => {
    await admin.end({ timeout: 1 });
    await database.drop();
  });

  /** Returns the warnings to a session of the service, on a database with changed settings. */
  async function warningsOf(settings: Record<string, string>, connections = 1): Promise<string> {
    const { pathname } = new URL(database.url);
    for (const [name, value] of Object.entries(settings))
      await admin.unsafe(`alter database ${pathname.slice(1)} set ${name} = '${value}'`);
    // As through a pooler that refuses session settings.
    const db = openPool(database.url, { max: 1 });
    const warnings = await serverWarnings(db, { connections });
    await db.end({ timeout: 1 });
    for (const name of Object.keys(settings))
      await admin.unsafe(`alter database ${pathname.slice(1)} reset ${name}`);
    return warnings.join('\n');
  }

  for (const [name, value, harmless] of [
    ['synchronous_commit', 'off', 'on'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
    ['jit', 'on', 'off'],
    ['idle_in_transaction_session_timeout', '0', '30s'],
  ] as const)
    test(`whose ${name} is ${value}`, async () => {
      assert.match(await warningsOf({ [name]: value }), new RegExp(`^${name} is `, 'm'));
      assert.doesNotMatch(await warningsOf({ [name]: harmless }), new RegExp(`^${name} is `, 'm'));
    });

  test('that has fewer connections than the process opens', async () => {
    assert.match(await warningsOf({}, 100_000), /this process alone opens up to 100000/);
    assert.doesNotMatch(await warningsOf({}, 10), /this process alone/);
  });

  test('that is not durable, as that of the tests is', async () => {
    const warnings = await warningsOf({});
    const [{ fsync } = { fsync: '' }] = await admin<
      { fsync: string }[]
    >`select current_setting('fsync') as fsync`;
    assert.equal(/^fsync is off/m.test(warnings), fsync === 'off');
  });

  test('but not of settings that the sessions of the service make themselves', async () => {
    const { pathname } = new URL(database.url);
    await admin.unsafe(`alter database ${pathname.slice(1)} set jit = 'on'`);
    for (const plans of ['by index', 'once'] as const) {
      const db = openPool(database.url, { max: 1, plans });
      const [row] = await db<{ jit: string; idle: string; seqscan: string }[]>`
        select current_setting('jit') as jit, current_setting('idle_in_transaction_session_timeout') as idle,
          current_setting('enable_seqscan') as seqscan`;
      assert.deepEqual({ ...row }, { jit: 'off', idle: '30s', seqscan: 'off' });
      assert.doesNotMatch((await serverWarnings(db, { connections: 1 })).join('\n'), /^(?:jit|idle)/m);
      await db.end({ timeout: 1 });
    }
    await admin.unsafe(`alter database ${pathname.slice(1)} reset jit`);
  });
});
