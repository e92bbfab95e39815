// A short kill storm; the large ones are the simulator's scenario `storm`.
// long: kills under load. test/operations.test.ts kills the service once, test/outage.test.ts PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStorm } from './storm/storm.ts';

test('acknowledged work survives kill -9 of the service, once', async () => {
  const report = await runStorm({
    kills: 2,
    seed: 7,
    shoppers: 6,
    payouts: false,
    nightEvery: 2,
    target: 'tefo',
  });
  assert.deepEqual(report.violations, []);
  assert.ok(report.acknowledged.payments > 0 && report.acknowledged.outcomes > 0, JSON.stringify(report));
  assert.ok(report.settlements > 0, JSON.stringify(report));
});

test('acknowledged work survives kill -9 of PostgreSQL, once', async () => {
  const report = await runStorm({
    kills: 1,
    seed: 7,
    shoppers: 6,
    payouts: false,
    nightEvery: 2,
    target: 'postgres',
  });
  assert.deepEqual(report.violations, []);
  assert.ok(report.acknowledged.payments > 0 && report.acknowledged.outcomes > 0, JSON.stringify(report));
  assert.ok(report.settlements > 0, JSON.stringify(report));
});
