// long: the simulator's scenario `month` is the proof; this runs the days around Easter, whose parts have separate tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runMonth } from './month/month.ts';

test('a merchant’s own arithmetic over Easter equals settlements, balances and float to the cent', async () => {
  const report = await runMonth({ from: '2028-04-11', to: '2028-04-20', sales: 1, seed: 4 });
  assert.deepEqual(report.violations, []);
  const { happened } = report;
  for (const what of 'refundsComplete refundsFailed refundsReturned refundsCancelled refundsWaited payoutspaid payoutsback payoutsRefused negativeDays settlementTransfersFailed chargesPaid chargesFailed'.split(
    ' ',
  ))
    assert.ok(happened[what], `${what}: ${JSON.stringify(happened)}`);
});
