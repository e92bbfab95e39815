import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { openDeposits } from '../../../test/support/setup/deposits.ts';
import type { Context } from '../context.ts';
import { simulatorAccount } from '../rails.ts';
import { cancelRefund, requestRefund } from '../refunds/actions.ts';
import { createSettlementSweep } from '../settlements/jobs.ts';
import { cancelPaymentLocally } from '../transactions/cancellation.ts';
import { everything } from '../viewer.ts';
import { createMultipleReference, createTopUpReference, openDeposit } from './actions.ts';
import { allocateDeposit, splitDeposit } from './allocation.ts';
import { returnDeposit } from './returns.ts';
import { findMatch, undoDeposit } from './undo.ts';

const shop = await openDeposits();
const { db } = shop;
const ctx: Context = { ...shop.ctx, actor: 'cli:naledi' };
afterEach(() => shop.sound());

const unknown = (cents = 10_000n) => shop.arrive('a stranger', cents);
const undo = (id: string) => undoDeposit(ctx, everything, id, 'matched in error');
/** Settles the balance of the site, and pays it out. */
async function spendAll() {
  await shop.wait(3 * 24 * 60 * 60);
  await createSettlementSweep(ctx).run();
}
const states = async (paymentId: string) =>
  (await shop.attempts(paymentId)).map(({ state }) => state).toSorted();

describe('an undone match', () => {
  test('opens the payment again, notifies its merchant, and the deposit can be matched with another or the same', async () => {
    const [wrong, right] = [await shop.single(), await shop.single()];
    const id = await unknown();
    const before = await shop.suspense();
    await allocateDeposit(ctx, everything, id, { paymentId: wrong.paymentId }, null);
    const undone = await undo(id);
    assert.deepEqual([undone.state, undone.stateReason], ['waiting', 'matched in error']);
    assert.equal(await shop.suspense(), before);
    const [paid] = await shop.attempts(wrong.paymentId);
    assert.deepEqual(await shop.notificationsOf(paid!.id), ['successful', 'reversed']);
    assert.deepEqual(await shop.booked(paid!.id), { bank_clearing: 0n, merchant: 0n, fees: 0n });
    assert.equal((await shop.paymentNow({ id: wrong.paymentId })).state, 'created');
    await shop.sound();
    await allocateDeposit(ctx, everything, id, { reference: wrong.reference }, null);
    assert.deepEqual(await states(wrong.paymentId), ['reversed', 'successful']);
    await undo(id);
    await allocateDeposit(ctx, everything, id, { paymentId: right.paymentId }, null);
    assert.deepEqual(await states(right.paymentId), ['successful']);
    assert.equal((await shop.deposit(id)).state, 'allocated');
  });

  test('can be an automatic one, more than once', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(reference, 10_000n);
    assert.equal((await shop.deposit(id)).state, 'allocated');
    await undo(id);
    await shop.sound();
    await allocateDeposit(ctx, everything, id, { paymentId }, null);
    await undo(id);
    assert.deepEqual(await states(paymentId), ['reversed', 'reversed']);
  });

  test('with a float takes the money out of it, and is refused if the float has spent it', async () => {
    await createTopUpReference(ctx, shop.site);
    const id = await unknown(5_000n);
    await allocateDeposit(ctx, everything, id, { floatOf: shop.site.code }, null);
    assert.equal(await shop.float(), 5_000n);
    await undo(id);
    assert.equal(await shop.float(), 0n);
    await allocateDeposit(ctx, everything, id, { floatOf: shop.site.code }, null);
    await db`update floats set available_cents = 4999, pending_cents = 1`;
    await assert.rejects(undo(id), /the float has less/);
    await db`update floats set available_cents = 5000, pending_cents = 0`;
  });

  test('undoes every part of a split', async () => {
    const { paymentId } = await shop.single({ amount: 4_000n });
    const id = await unknown();
    const portions = [
      { to: { paymentId }, amount: 4_000n },
      { to: { floatOf: shop.site.code }, amount: 6_000n },
    ];
    await splitDeposit(ctx, everything, id, portions, null);
    const float = await shop.float();
    await undo(id);
    assert.equal(await shop.float(), float - 6_000n);
    await splitDeposit(ctx, everything, id, portions, null);
    assert.deepEqual(await states(paymentId), ['reversed', 'successful']);
  });

  test('leaves a payment as it had ended before: cancelled, expired, or created for the deposit alone', async () => {
    const cancelled = await shop.single();
    await cancelPaymentLocally(ctx, everything, cancelled.paymentId);
    const expired = await shop.single({ expiresAt: new Date(shop.clock.now().getTime() + 1_000) });
    await shop.wait(2);
    for (const { paymentId } of [cancelled, expired]) {
      const id = await unknown();
      const before = (await shop.paymentNow({ id: paymentId })).state;
      await allocateDeposit(ctx, everything, id, { paymentId }, null);
      await undo(id);
      assert.equal((await shop.paymentNow({ id: paymentId })).state, before);
    }
    const lasting = await createMultipleReference(ctx, { site: shop.site, merchantReference: 'LASTING' });
    const id = await shop.arrive(lasting.reference, 700n);
    const [payment] = await db`select id from payments where merchant_reference = 'LASTING'`;
    await undo(id);
    assert.equal((await shop.paymentNow({ id: payment!.id })).state, 'cancelled');
    await allocateDeposit(ctx, everything, id, { reference: lasting.reference }, null);
    assert.deepEqual((await shop.called('LASTING')).toSorted(), ['reversed 700', 'successful 700']);
  });

  test('frees the transaction that was held for the deposit', async () => {
    const { reference, paymentId } = await shop.single();
    const id = await shop.arrive(reference, 9_000n);
    assert.notEqual((await shop.deposit(id)).transactionId, null);
    await allocateDeposit(ctx, everything, id, { reference }, null);
    await undo(id);
    assert.equal((await shop.deposit(id)).transactionId, null);
    await allocateDeposit(ctx, everything, id, { reference }, null);
    assert.deepEqual(await states(paymentId), ['reversed', 'successful']);
  });

  test('cancels a payment of the One API that was created for a deposit on top of another', async () => {
    const payment = await shop.ask({ merchantReference: 'ON TOP' });
    const { depositReference } = await openDeposit(ctx, payment, simulatorAccount);
    await shop.arrive(depositReference!, 10_000n);
    const id = await shop.arrive(depositReference!, 10_000n);
    await allocateDeposit(ctx, everything, id, { reference: depositReference! }, null);
    assert.deepEqual(await shop.called('ON TOP'), ['successful 10000', 'successful 10000']);
    await undo(id);
    const payments = await db<{ state: string }[]>`
      select state from payments where merchant_reference = 'ON TOP' order by created_at, id`;
    assert.deepEqual(
      payments.map(({ state }) => state),
      ['complete', 'cancelled'],
    );
  });

  test('is refused when the money has moved on, when there is no match, and when another match was shown', async () => {
    const { paymentId } = await shop.single();
    const id = await unknown();
    await assert.rejects(undo(id), /the deposit is waiting: there is no match/);
    await allocateDeposit(ctx, everything, id, { paymentId }, null);
    const [paid] = await shop.attempts(paymentId);
    const match = await findMatch(ctx, id);
    assert.ok(match && paid);
    await assert.rejects(undoDeposit(ctx, everything, id, 'x', { match: paymentId }), /match was/);
    const refund = await requestRefund(ctx, {
      merchantId: shop.merchant.merchant.id,
      ...{ transactionId: paid.id, amount: 10n, reason: 'a part', realTime: false },
      ...{ contract: 'one', createdBy: 'user:x' },
    });
    await assert.rejects(undo(id), /R.0,10 of the payment ORDER-1 is refunded/);
    await cancelRefund(ctx, everything, refund.id);
    await spendAll();
    await assert.rejects(undo(id), /the money was settled or spent/);
  });
});

test('fifty undos and matches at once count the money once', async () => {
  const [one, other] = [await shop.single(), await shop.single()];
  const id = await unknown();
  await allocateDeposit(ctx, everything, id, { paymentId: one.paymentId }, null);
  const before = await shop.suspense();
  await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? undo(id)
        : allocateDeposit(
            ctx,
            everything,
            id,
            { paymentId: index % 4 === 1 ? one.paymentId : other.paymentId },
            null,
          ),
    ),
  );
  const { state } = await shop.deposit(id);
  const paid = [...(await states(one.paymentId)), ...(await states(other.paymentId))].filter(
    (each) => each === 'successful',
  );
  assert.equal(paid.length, state === 'allocated' ? 1 : 0);
  assert.equal(await shop.suspense(), before + (state === 'allocated' ? 0n : 10_000n));
});

test('a deposit that was sent back and came back does not pay a payment that another deposit has paid', async () => {
  const payer = {
    bankId: '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b',
    branchCode: '470010',
    accountNumber: '1234567890',
    holder: 'N Dlamini',
  };
  const { reference, paymentId } = await shop.single();
  const id = await shop.arrive(reference, 9_098n, payer);
  await returnDeposit(ctx, everything, id, null);
  await shop.wait(1);
  await shop.wait(61);
  await shop.arrive(reference, 10_000n);
  await shop.wait(24 * 3600);
  assert.equal((await shop.deposit(id)).state, 'waiting');
  for (const to of [{ reference }, { paymentId }])
    await assert.rejects(allocateDeposit(ctx, everything, id, to, null), {
      code: 'PaymentAlreadyComplete',
    });
  const paid = (await shop.attempts(paymentId)).filter(({ state }) => state === 'successful');
  assert.equal(paid.length, 1);
});
