// A short history against the model; many are `npm run simulate`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playHistories } from './simulator/history.ts';

test('a random history is as the model predicts, and the same seed plays it again, byte for byte', async () => {
  const play = () => playHistories({ seed: 11, histories: 1, steps: 60 });
  const [first, again] = [await play(), await play()];
  assert.deepEqual(first.violations, []);
  assert.equal(again.digest, first.digest);
  for (const what of ['payment success', 'refund accepted', 'payout accepted'])
    assert.ok(first.reached[what], `${what} was not reached`);
});
