// long: the simulator's scenario `banks` is the proof; this runs its first days, whose parts have separate tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBanks } from './month.ts';

test('with two banks that a script plays, every cent agrees each evening, through kills', async () => {
  const { violations, counts, kills } = await runBanks({ days: 3, kills: 2, seed: 4 });
  assert.deepEqual(violations, []);
  assert.equal(kills, 2);
  for (const what of ['payments by reference', 'refunds', 'payouts', 'orders', 'settlements'])
    assert.ok(counts[what], `${what}: ${JSON.stringify(counts)}`);
});
