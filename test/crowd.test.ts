// Merchants of a service that fails, for a short time; the long plays are the simulator's scenario `crowd`.
// long: kills under load. test/simulator.test.ts plays the same without faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playCrowd } from './simulator/crowd.ts';

test('while a service and its database fail, each merchant sees its own requests in one order, and nothing is lost', async () => {
  const { violations, faults, reached } = await playCrowd({
    ...{ seed: 11, merchants: 3, rounds: 3, steps: 10, faults: true },
  });
  assert.deepEqual(violations, []);
  assert.ok(reached['concurrent request judged']! > 30, JSON.stringify(reached));
  assert.ok(faults['lost response'], JSON.stringify(faults));
});
