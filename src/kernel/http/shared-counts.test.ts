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
  const repeat = <T>(times: number, work: (_: unknown, nth: number) => T): T[] =>
    Array.from({ length: times }, work);

  test('from two processes are summed, and restart with the minute', async () => {
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

  test('far from their limit are not shared: nothing is written', async () => {
    const counts = createSharedCounts(db, manualClock('2026-11-22T11:00:00Z'));
    repeat(50, () => counts.add('far', 1_000));
    await counts.exchange();
    assert.equal((await db`select 1 from request_counts where key = 'far'`).length, 0);
    repeat(50, () => counts.add('far', 1_000));
    await counts.exchange();
    assert.equal((await db`select 1 from request_counts where key = 'far'`).length, 1);
    assert.equal(counts.read('far'), 100);
  });

  test('for more keys than fit in memory go on, in shared places, and restart with the minute', () => {
    const clock = manualClock('2026-11-22T13:00:00Z');
    const counts = createSharedCounts(db, clock, 100);
    repeat(100, (_, nth) => counts.add(`held ${nth}`, 10));
    // No other key has come: those beyond are counted exactly.
    assert.deepEqual(
      repeat(12, () => counts.add('beyond', 10)),
      repeat(12, (_, nth) => nth + 1),
    );
    assert.equal(counts.read('beyond'), 12);
    for (let nth = 0; nth < 50_000; nth += 1) counts.add(`other ${nth}`, 10);
    // Of 50 000 further keys about three share a place with any other: none is close to a limit, and none is uncounted.
    const late = repeat(20, () => counts.add('late', 10));
    assert.deepEqual(
      late.map((count) => count - late[0]!),
      repeat(20, (_, nth) => nth),
    );
    assert.ok(late[0]! >= 1 && late[0]! < 40, `${late[0]}`);
    assert.equal(counts.read('held 7'), 1);
    clock.advance(60_000);
    assert.equal(counts.read('beyond'), 0);
  });

  test('from many processes at once lose nothing', async () => {
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
