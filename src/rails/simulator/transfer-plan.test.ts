import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minute, openBank } from '../../../test/support/setup/simulator.ts';
import { newId } from '../../kernel/ids.ts';

const day = 24 * 60 * minute;

describe('for a refund the cents of the payment decide:', () => {
  test('.97 fails, with a reason and without money', async () => {
    const bank = await openBank();
    const order = await bank.refundOf(1_097n);
    await bank.rail.transfer(order);
    await bank.pass(minute);
    assert.deepEqual(await bank.rail.enquireTransfer(order.id), {
      outcome: 'failed',
      reason: 'rejected by the destination bank',
      failure: 'rejected',
    });
    assert.deepEqual(
      bank.transfersHeard.map(({ outcome }) => outcome),
      ['failed'],
    );
    assert.deepEqual(await bank.movements(), []);
  });

  test('.98 is paid, and comes back a day later', async () => {
    const bank = await openBank();
    const order = await bank.refundOf(1_098n);
    await bank.rail.transfer(order);
    await bank.pass(minute);
    assert.equal(await bank.stands(order.id), 'paid');
    await bank.pass(day - 1);
    assert.equal(await bank.stands(order.id), 'paid');
    await bank.pass(1);
    assert.deepEqual(bank.transfersHeard.slice(1), [
      { id: order.id, outcome: 'returned', reason: 'the account no longer exists' },
    ]);
    assert.deepEqual(await bank.movements(), [-500n, 500n]);
    assert.equal(await bank.balance(), 1_098n);
  });

  test('any other is paid, whatever the cents of the refund itself, or if no payment is known', async () => {
    const bank = await openBank();
    const unknown = { purpose: 'refund', refundOf: newId(bank.clock) } as const;
    const orders = [
      await bank.refundOf(1_000n, 97n),
      await bank.refundOf(1_000n, 91n),
      bank.payout(98n, unknown),
    ];
    for (const order of orders) await bank.rail.transfer(order);
    await bank.pass(minute);
    await bank.pass(3 * day);
    for (const order of orders) assert.equal(await bank.stands(order.id), 'paid');
  });
});

describe('for a payout its own cents decide:', () => {
  for (const realTime of [false, true]) {
    const manner = realTime ? 'in real time' : 'by clearing';

    test(`.91 is rejected by the destination bank (${manner})`, async () => {
      const bank = await openBank();
      const order = bank.payout(1_091n, { realTime });
      assert.equal((await bank.rail.transfer(order)).outcome, realTime ? 'failed' : 'pending');
      await bank.pass(minute);
      assert.deepEqual(await bank.rail.enquireTransfer(order.id), {
        outcome: 'failed',
        reason: 'rejected by the destination bank',
        failure: 'rejected',
      });
      assert.equal(await bank.balance(), 0n);
    });

    test(`.92 is paid, and comes back a day later (${manner})`, async () => {
      const bank = await openBank();
      const order = bank.payout(1_092n, { realTime });
      assert.equal((await bank.rail.transfer(order)).outcome, realTime ? 'paid' : 'pending');
      await bank.pass(minute);
      assert.equal(await bank.stands(order.id), 'paid');
      await bank.pass(day);
      assert.equal(await bank.stands(order.id), 'returned');
      assert.deepEqual(await bank.movements(), [-1_092n, 1_092n]);
    });

    test(`.93 is pending for a day, and then paid (${manner})`, async () => {
      const bank = await openBank();
      const order = bank.payout(1_093n, { realTime });
      await bank.rail.transfer(order);
      await bank.pass(day - 1);
      assert.equal(await bank.stands(order.id), 'pending');
      await bank.pass(1);
      assert.equal(await bank.stands(order.id), 'paid');
      assert.deepEqual(
        bank.transfersHeard.map(({ outcome }) => outcome),
        ['paid'],
      );
    });
  }

  test('.92 without a look for days is found returned, with both movements and both callbacks', async () => {
    const bank = await openBank();
    const order = bank.payout(192n);
    await bank.rail.transfer(order);
    bank.clock.advance(5 * day);
    assert.equal(await bank.stands(order.id), 'returned');
    await bank.work();
    assert.deepEqual(
      bank.transfersHeard.map(({ outcome }) => outcome),
      ['paid', 'returned'],
    );
    assert.deepEqual(await bank.movements(), [-192n, 192n]);
  });

  test('a settlement is paid, whatever its cents', async () => {
    const bank = await openBank();
    for (const cents of [91n, 92n, 93n, 97n, 98n]) {
      const order = bank.payout(1_000n + cents, { purpose: 'settlement' });
      await bank.rail.transfer(order);
      bank.clock.advance(minute);
      assert.equal(await bank.stands(order.id), 'paid');
      await bank.pass(2 * day);
      assert.equal(await bank.stands(order.id), 'paid');
    }
  });
});
