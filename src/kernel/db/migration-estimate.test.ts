// Estimates of a migration before it is applied.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { openPool } from './db.ts';
import { estimateMigrations, readMigration } from './migration-estimate.ts';

const read = (sql: string) => readMigration(sql).map(({ table, lock, pace }) => [table, lock, pace]);

test('each kind of statement takes the lock that PostgreSQL documents', () => {
  assert.deepEqual(read('create index one on payments (id);'), [['payments', 'SHARE', 'index']]);
  assert.deepEqual(read('create unique index concurrently if not exists one on console.audit (at);'), [
    ['console.audit', 'SHARE UPDATE EXCLUSIVE', 'index'],
  ]);
  assert.deepEqual(read('alter table payments add column one text;'), [
    ['payments', 'ACCESS EXCLUSIVE', 'none'],
  ]);
  assert.deepEqual(read('alter table payments add check (one > 0);'), [
    ['payments', 'ACCESS EXCLUSIVE', 'read'],
  ]);
  assert.deepEqual(read('update payments\n  set one = 1;'), [['payments', 'ROW EXCLUSIVE', 'write']]);
});

test('tables that a migration creates, comments, and statements of its functions do not count', () => {
  assert.deepEqual(
    read('create table one (id int); create index two on one (id); insert into one values (1);'),
    [],
  );
  assert.deepEqual(
    read(
      '-- update payments set one = 1;\ncreate function f() returns int as $$ begin delete from payments; end $$;',
    ),
    [],
  );
});

test('rows are counted by the name that an earlier migration gives a table', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 1 });
  await db`create table old as select from generate_series(1, 1000)`;
  await db`analyze old`;
  const [, second] = await estimateMigrations(db, [
    { name: 'one', sql: 'alter table old rename to new;\ncreate table old (id int);' },
    { name: 'two', sql: 'alter table new validate constraint some;' },
  ]);
  assert.deepEqual(second, { name: 'two', lock: 'SHARE UPDATE EXCLUSIVE', seconds: 1, rows: 1000 });
  await db.end();
  await database.drop();
});
