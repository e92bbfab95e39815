import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPayouts } from '../../../test/support/setup/payouts.ts';

describe('a float', () => {
  test('with 100 lets exactly 100 of 500 concurrent payouts through', async () => {
    const world = await openPayouts({ float: 100n * 2_500n, connections: 40 });
    const answers = await Promise.all(Array.from({ length: 500 }, () => world.ask({ amount: 2_500n })));
    const refused = answers.filter((answer) => answer.kind === 'refused');
    assert.equal(answers.length - refused.length, 100);
    assert.ok(refused.every(({ subStatus }) => subStatus === 203));
    assert.deepEqual(await world.float(), { available: 0n, pending: 250_000n, ledger: 0n });
    await world.jobs.drain();
    assert.equal(world.bank.taken.length, 100);
    assert.deepEqual(await world.float(), { available: 0n, pending: 0n, ledger: 0n });
    assert.deepEqual(await world.findings(), []);
  });

  test('keeps its sum while payouts, failures, returns and top-ups come at once', async () => {
    const world = await openPayouts({ float: 1_000_000n, connections: 30 });
    for (let round = 0; round < 5; round += 1) {
      world.bank.mood = { answers: { outcome: round % 2 ? 'failed' : 'paid', reason: null } };
      const asked = Array.from({ length: 40 }, (_, index) =>
        world.ask({ amount: BigInt(1_000 * index + 1) }),
      );
      const raised = Array.from({ length: 10 }, () => world.topUp(3_333n));
      await Promise.all([...asked, ...raised, world.jobs.drain(), world.jobs.drain()]);
    }
    await world.jobs.drain();
    assert.deepEqual(await world.findings(), []);
    const { available, ledger, pending } = await world.float();
    assert.equal(available, ledger);
    assert.equal(pending, 0n);
  });

  test('does not exist before its first money: everything is refused with 203', async () => {
    const world = await openPayouts();
    const answer = await world.ask({ amount: 1n });
    assert.deepEqual(answer.kind === 'refused' && answer.subStatus, 203);
    assert.deepEqual(await world.findings(), []);
  });

  test('pays one of many payouts with one reference, and takes its money once', async () => {
    const world = await openPayouts({ float: 1_000_000n, connections: 20 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.ask({ merchantReference: 'SAME' })),
    );
    const subStatuses = answers.map((answer) => (answer.kind === 'refused' ? answer.subStatus : 'accepted'));
    assert.equal(subStatuses.filter((one) => one === 'accepted').length, 1);
    assert.equal(subStatuses.filter((one) => one === 204).length, 49);
    assert.equal((await world.float()).available, 990_000n);
    assert.deepEqual(await world.findings(), []);
  });
});

describe('tefo check finds', () => {
  test('a float that differs from its bookings, and a payout with a missing posting or transfer', async () => {
    const world = await openPayouts({ float: 1_000_000n });
    const payout = await world.accepted();
    await world.jobs.drain();
    assert.deepEqual(await world.findings(), []);
    const rules = async () => [...new Set((await world.findings()).map(({ rule }) => rule))].sort();
    await world.db`update floats set available_cents = available_cents + 1`;
    assert.deepEqual(await rules(), ['float-is-its-ledger']);
    await world.db`update floats set available_cents = available_cents - 1`;
    await world.db`update payouts set state = 'returned' where id = ${payout.id}`;
    assert.deepEqual(await rules(), [
      'payout-end-is-told',
      'payout-has-its-transfer',
      'payout-is-booked',
      'payout-state-was-reached',
    ]);
    await world.db`update payouts set state = 'complete' where id = ${payout.id}`;
    await world.db`update payouts set amount_cents = amount_cents - 1 where id = ${payout.id}`;
    assert.deepEqual(await rules(), ['payout-has-its-transfer', 'payout-is-booked']);
    await world.db`update payouts set amount_cents = amount_cents + 1 where id = ${payout.id}`;
    await assert.rejects(
      world.db`update deposits set amount_cents = amount_cents + 1`,
      /but 1000000 are allocated/,
    );
  });
});
