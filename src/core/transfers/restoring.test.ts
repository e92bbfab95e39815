// Money out held after a restore, while sending processes and users who begin and release meet each other.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hour, Killed, minute, openTransfers } from '../../../test/support/setup/transfers.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { checkTransfers } from '../../reports/checks/transfers.ts';
import { simulatorAccount, type TransferOrder } from '../rails.ts';
import { lockUnlessHeld } from './hold.ts';
import { createRestoreSweep } from './restore-jobs.ts';
import { answerForStatements, beginRestore, releaseRestore, restoreStatus } from './restoring.ts';

const by = 'ann';
const release = { by, force: false };

describe('a restore', () => {
  test('that begins while money leaves waits for it, and after it nothing leaves', async () => {
    const shop = await openTransfers();
    for (let made = 0; made < 12; made += 1) await shop.order();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: looked, resolve: look } = Promise.withResolvers<void>();
    const leaving = inTransaction(shop.db, async (tx) => {
      assert.equal(await lockUnlessHeld(tx), true);
      look();
      await mayEnd;
    });
    await looked;
    let isBegun = false;
    const beginning = beginRestore(shop.ctx, { by }).then(() => {
      isBegun = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(isBegun, false);
    end();
    await Promise.all([leaving, beginning]);
    await shop.work();
    assert.deepEqual(shop.calls, []);
    await assert.rejects(shop.order(), /outgoing payments are on hold/);
    await assert.rejects(beginRestore(shop.ctx, { by }), /already on hold/);
  });

  test('resends no order that the bank does not know, and abandons nothing, however long it lasts', async () => {
    const shop = await openTransfers();
    await shop.order();
    const dies = shop.railsOf(() => Promise.reject(new Killed()));
    await assert.rejects(shop.work(shop.sweepOf(dies)), Killed);
    await beginRestore(shop.ctx, { by });
    const asking = createRestoreSweep(shop.ctx, shop.railsOf());
    await asking.run();
    for (let passed = 0; passed < 30; passed += 1) {
      shop.clock.advance(hour);
      await shop.work();
    }
    assert.equal(
      shop.calls.filter(([what]) => what === 'transfer').length,
      1,
      'that of the process that died',
    );
    const { asked, neverHeardOf } = (await restoreStatus(shop.ctx))!;
    assert.deepEqual([asked, neverHeardOf], [1, 1]);
    await releaseRestore(shop.ctx, release);
    shop.clock.advance(2 * hour);
    await shop.work();
    shop.clock.advance(minute);
    await shop.work();
    const [transfer] = await shop.db<{ state: string }[]>`select state from transfers`;
    assert.notEqual(transfer!.state, 'failed');
    assert.equal(shop.calls.filter(([what]) => what === 'transfer').length, 2);
  });

  describe('a bank that cannot list its orders', () => {
    async function begin() {
      const shop = await openTransfers();
      delete shop.simulator.rail.transfers.since;
      await beginRestore(shop.ctx, { by });
      const sweep = createRestoreSweep(shop.ctx, shop.simulator.rails);
      await sweep.run();
      return { ...shop, sweep };
    }

    test('is released after an operator has read the statement, which is recorded', async () => {
      const shop = await begin();
      await assert.rejects(releaseRestore(shop.ctx, release), /simulator: the bank cannot list its orders/);
      await assert.rejects(
        answerForStatements(shop.ctx, ['main'], by),
        /no list of orders of main is missing/,
      );
      await answerForStatements(shop.ctx, [simulatorAccount], 'thabo');
      shop.clock.advance(2 * minute);
      await shop.sweep.run();
      await answerForStatements(shop.ctx, [simulatorAccount], by);
      await releaseRestore(shop.ctx, release);
      const { isForced, trouble, readStatements } = (await restoreStatus(shop.ctx))!;
      assert.deepEqual([isForced, trouble], [false, null]);
      assert.deepEqual(
        readStatements.map(({ account, readBy }) => [account, readBy]),
        [[simulatorAccount, 'thabo']],
      );
    });

    test('is released before that by force alone, which is written down too', async () => {
      const shop = await begin();
      await releaseRestore(shop.ctx, { by: 'thabo', force: true });
      const { isForced, releasedBy } = (await restoreStatus(shop.ctx))!;
      assert.deepEqual([isForced, releasedBy], [true, 'thabo']);
      await assert.rejects(releaseRestore(shop.ctx, release), /not held/);
    });
  });

  test('is of an instant that has passed', async () => {
    const shop = await openTransfers();
    const at = new Date(shop.clock.now().getTime() + hour);
    await assert.rejects(beginRestore(shop.ctx, { by, at }), /at must be in the past/);
  });
});

test('a transfer under whose id the bank has another order is neither sent again nor taken for it', async () => {
  const shop = await openTransfers();
  await shop.order();
  const [row] = await shop.db<{ id: string }[]>`select id from transfers`;
  const { transfers } = shop.simulator.rails;
  // The order that was lost was for another amount.
  const transfer = async (order: TransferOrder) => {
    await transfers.transfer({ ...order, amount: order.amount + 1n });
    return transfers.transfer(order);
  };
  await shop.work(shop.sweepOf(shop.simulator.railsWith({ transfers: { transfer } })));
  shop.clock.advance(48 * hour);
  await shop.work();
  assert.deepEqual(
    (await checkTransfers(shop.db)).map(({ rule, object }) => [rule, object]),
    [['open-transfer-is-due', row!.id]],
  );
});
