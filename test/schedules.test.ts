// Two thousand schedules with every test run; the hundred thousand are the simulator's scenario `schedules`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSchedules } from './schedules/schedules.ts';

test('for every frequency, first day and rule, every charge is on the oracle’s day', () => {
  const { disagreements, schedules, moved, cut } = compareSchedules(2_000, 20_261_120);
  assert.deepEqual(disagreements, []);
  assert.equal(schedules, 2_000);
  // Holidays, and the ends of months, were among them.
  assert.ok(moved > 1_000 && cut > 100, `${moved} moved, ${cut} cut`);
});
