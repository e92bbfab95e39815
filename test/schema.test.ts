import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { dumpSchema } from '../scripts/schema-dump.ts';
import { openDatabase } from './support/opening.ts';

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
