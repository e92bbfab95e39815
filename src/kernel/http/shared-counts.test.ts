import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { manualClock } from '../clock.ts';
import { openPool, type Sql } from '../db/db.ts';
import { createSharedCounts } from './shared-counts.ts';

describe('shared counts', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let db: Sql;
  before(async () => {
    database = await testDatabase();
    db = openPool(database.url);
  });
  after(async () => {
    await db.end();
    await database.drop();
  });
  const repeat = <T>(times: number, work: () => T): T[] => Array.from({ length: times }, work);

  test('of two processes are one, and begin anew with the minute', async () => {
    const clock = manualClock('2026-11-22T10:00:30Z');
    const [one, two] = [createSharedCounts(db, clock), createSharedCounts(db, clock)];
    repeat(40, () => one.add('a', 100));
    repeat(30, () => two.add('a', 100));
    assert.deepEqual([one.read('a'), two.read('a')], [40, 30]);
    await Promise.all([one.exchange(), two.exchange()]);
    await Promise.all([one.exchange(), two.exchange()]);
    assert.deepEqual([one.read('a'), two.read('a')], [70, 70]);
    assert.equal(one.add('a', 100), 71);
    await one.exchange();
    await two.exchange();
    assert.deepEqual([one.read('a'), two.read('a')], [71, 71]);
    assert.equal(one.msLeft(), 30_000);
    clock.advance(30_000);
    assert.equal(one.read('a'), 0);
    assert.equal(two.add('a', 100), 1);
  });

  test('far from their limit are nobody else’s matter: nothing is written', async () => {
    const counts = createSharedCounts(db, manualClock('2026-11-22T11:00:00Z'));
    repeat(50, () => counts.add('far', 1_000));
    await counts.exchange();
    assert.equal((await db`select 1 from request_counts where key = 'far'`).length, 0);
    repeat(50, () => counts.add('far', 1_000));
    await counts.exchange();
    assert.equal((await db`select 1 from request_counts where key = 'far'`).length, 1);
    assert.equal(counts.read('far'), 100);
  });

  test('of many processes at once lose nothing', async () => {
    const clock = manualClock('2026-11-22T12:00:00Z');
    const all = repeat(20, () => createSharedCounts(db, clock));
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        all.map(async (counts) => {
          repeat(7, () => counts.add('busy', 100));
          await counts.exchange();
        }),
      );
    }
    await all[0]!.exchange();
    assert.equal(all[0]!.read('busy'), 20 * 10 * 7);
  });
});
