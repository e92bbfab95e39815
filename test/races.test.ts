// A few rounds of each race; many are the simulator's scenario `races`.
// long: the scenario is the proof; each noun has separate races.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRaces } from './races/races.ts';

test('no race pays out more money than there is, and every observer sees the same result', async () => {
  const [refunds, payouts, cancelling, settling] = await runRaces({
    only: ['refunds', 'payouts', 'cancelling', 'settling'],
    rounds: 5,
    seed: 7,
    seconds: 3,
  });
  for (const { race, rounds, violations } of [refunds!, payouts!, cancelling!, settling!]) {
    assert.deepEqual(violations, [], race);
    assert.ok(rounds > 0, race);
  }
  assert.ok(refunds!.counts.accepted! > 0 && refunds!.counts.refused! > 0);
  assert.equal(payouts!.counts.accepted, 100 * payouts!.rounds);
  assert.ok(settling!.counts['days settled']! > 0);
});
