import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '../../src/kernel/db/db.ts';
import { testDatabase } from '../support/database.ts';
import { fillForAgreement, holdAgreement } from './agree.ts';

test('lists, counts, exports, charts and settlements agree', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 1 });
  try {
    await fillForAgreement(db, 2_000);
    const { rows, charts, settlements } = await holdAgreement(db, { cases: 40 });
    assert.ok(rows > 100 && charts + settlements > 0);
  } finally {
    await db.end();
    await database.drop();
  }
});
