import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { dumpSchema } from '../scripts/schema-dump.ts';
import { openDatabase } from './support/database.ts';

const { db } = await openDatabase();

test('migrations/schema.sql equals the result of the migrations (npm run schema)', async () => {
  assert.equal(await dumpSchema(db), await readFile('migrations/schema.sql', 'utf8'));
});

test('append-only tables cannot be truncated either, not even together with their references', async () => {
  const tables = await db<{ name: string }[]>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' order by 1`;
  assert.ok(tables.length >= 7);
  for (const { name } of tables)
    await assert.rejects(db`truncate ${db(name)} cascade`, /append-only/, `${name} was emptied`);
  await assert.rejects(db`truncate merchants cascade`, /append-only/);
});

test('functions find their tables whatever search path a session has', async () => {
  const without = await db<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'bank', 'console') and p.proconfig is null
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  assert.deepEqual([...without], []);
});

test('each table with rows has a replica identity, which logical replication needs', async () => {
  const without = await db<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'bank', 'console') and c.relkind = 'r' and c.relreplident = 'd'
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`;
  assert.deepEqual([...without], []);
});
