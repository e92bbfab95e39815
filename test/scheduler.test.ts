// A few rounds; the hundred, with real processes, are the simulator's scenario `scheduler`.
// long: the scenario is the proof. src/core/subscriptions/concurrency.test.ts has several schedulers at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScheduler } from './scheduler/scheduler.ts';

test('schedulers that are doubled and killed anywhere charge each occurrence once, and leave none out', async () => {
  const { violations, kills, paid, failed } = await runScheduler({ rounds: 10, seed: 11, isReal: false });
  assert.deepEqual(violations, []);
  assert.ok(kills >= 5 && paid > 20 && failed > 0, `${kills} kills, ${paid} paid, ${failed} failed`);
});
