import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/until.ts';
import { systemClock } from '../kernel/clock.ts';
import { openPool } from '../kernel/db/db.ts';
import { clockShift, openSharedClock, presentClock, stopClockAt } from './shared-clock.ts';

const hour = 60 * 60_000;
// In whole minutes, so that a busy machine gives the same result; the sum turns -0 into 0.
const minute = 60_000;
const ahead = (now: Date): number =>
  Math.round((now.getTime() - systemClock().now().getTime()) / minute) * minute + 0;

test('a moved clock continues, is the same in every process, and stays moved after a restart', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 4 });
  const clocks = [await openSharedClock(db), await openSharedClock(db)];
  after(async () => {
    await Promise.all(clocks.map((clock) => clock.close()));
    await db.end({ timeout: 1 });
    await database.drop();
  });
  const [first, second] = clocks as [(typeof clocks)[0], (typeof clocks)[0]];
  assert.equal(await clockShift(db), 0);
  assert.equal(ahead(first.clock.now()), 0);

  await first.moveTo(new Date(first.clock.now().getTime() + 5 * hour));
  const shown = first.clock.now().getTime();
  await sleep(30);
  assert.ok(first.clock.now().getTime() > shown, 'it goes on');
  assert.equal(ahead(first.clock.now()), 5 * hour);
  await until(() => ahead(second.clock.now()) !== 0);
  assert.equal(ahead(second.clock.now()), 5 * hour);

  // A clock that is behind does not move the others back.
  await second.moveTo(new Date(second.clock.now().getTime() - hour));
  assert.equal(ahead(second.clock.now()), 5 * hour);
  const later = await openSharedClock(db);
  clocks.push(later);
  assert.equal(ahead(later.clock.now()), 5 * hour);
});

test('a stopped clock advances only when it is moved, in every process', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 4 });
  const start = new Date('2027-01-04T06:00:00Z');
  await stopClockAt(db, start);
  const clocks = [await openSharedClock(db), await openSharedClock(db)];
  after(async () => {
    await Promise.all(clocks.map((clock) => clock.close()));
    await db.end({ timeout: 1 });
    await database.drop();
  });
  const [first, second] = clocks as [(typeof clocks)[0], (typeof clocks)[0]];
  await sleep(5);
  assert.deepEqual(first.clock.now(), start);
  const later = new Date(start.getTime() + hour);
  await first.moveTo(later);
  await until(() => second.clock.now() >= later);
  // A clock that is behind does not move the others back.
  await second.moveTo(start);
  assert.deepEqual(
    [first.clock.now(), second.clock.now(), (await presentClock(db)).now()],
    [later, later, later],
  );
  assert.equal(ahead(new Date(systemClock().now().getTime() + (await clockShift(db)))), ahead(later));
});
