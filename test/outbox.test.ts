// A short run of the simulator's scenario `outbox`.
// long: the scenario is the proof. src/core/notifications/lanes.test.ts has several senders at once, sending.test.ts one
// that ends between claim and record, and order.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { runStorm } from './outbox/storm.ts';
import { testDatabase } from './support/database.ts';

test('every event arrives, in order and under one id, at receivers that fail while the senders are killed', async (t) => {
  const database = await testDatabase();
  after(() => database.drop());
  const report = await runStorm({
    databaseUrl: database.url,
    events: 120,
    receivers: 6,
    workers: 2,
    killEveryMs: 1_000,
    timeoutMs: 500,
    failing: 0.4,
    seed: 7,
    say: () => {},
  });
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.violations, []);
  assert.equal(report.delivered, 120);
  assert.ok(report.kills > 0 && report.takenLate > 0);
});
