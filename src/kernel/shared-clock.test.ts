import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../../test/database.ts';
import { systemClock } from './clock.ts';
import { openPool } from './db.ts';
import { clockShift, openSharedClock } from './shared-clock.ts';

const hour = 60 * 60_000;
// In whole minutes, so that it says the same on a busy machine; the sum turns -0 into 0.
const minute = 60_000;
const ahead = (now: Date): number =>
  Math.round((now.getTime() - systemClock().now().getTime()) / minute) * minute + 0;

test('a moved clock goes on by itself, is the same in every process, and stays moved after a new start', async () => {
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
  while (ahead(second.clock.now()) === 0) await sleep(5);
  assert.equal(ahead(second.clock.now()), 5 * hour);

  // One that is behind does not take the others back.
  await second.moveTo(new Date(second.clock.now().getTime() - hour));
  assert.equal(ahead(second.clock.now()), 5 * hour);
  const later = await openSharedClock(db);
  clocks.push(later);
  assert.equal(ahead(later.clock.now()), 5 * hour);
});
