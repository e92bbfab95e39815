// A short history against the model, and the list of scenarios; long ones are `npm run simulate`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playHistory } from './simulator/history.ts';
import { listScenarios } from './simulator/scenario.ts';

test('a random history is as the model predicts, and the same seed plays it again, byte for byte', async () => {
  const play = () => playHistory({ seed: 11, steps: 60, whole: true, say: () => {} });
  const [first, again] = [await play(), await play()];
  assert.deepEqual(first.violations, []);
  assert.equal(again.digest, first.digest);
  for (const what of ['payment success', 'refund accepted', 'payout accepted'])
    assert.ok(first.reached[what], `${what} was not reached`);
});

test('each former proof is a part of one scenario', async () => {
  const scenarios = Object.values(await listScenarios());
  const replaced = scenarios.flatMap(({ replaces }) => replaces.map((former) => former.split(' ')[0]));
  const former = ['storm', 'rounds', 'month', 'banks', 'schedules', 'scheduler', 'bulk', 'outbox', 'ledger'];
  for (const name of [...former, 'siege', 'soak', 'upgrade', 'live', 'agree', 'failover'])
    assert.ok(replaced.includes(name), name);
});
