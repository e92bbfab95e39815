import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openPool } from '../src/kernel/db.ts';
import { dumpSchema } from '../src/kernel/migrate.ts';
import { testDatabase } from './database.ts';

test('migrations/schema.sql is what the migrations make (npm run schema)', async () => {
  const database = await testDatabase();
  const db = openPool(database.url);
  try {
    assert.equal(await dumpSchema(db), await readFile('migrations/schema.sql', 'utf8'));
  } finally {
    await db.end();
    await database.drop();
  }
});
