import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { newId } from '../../kernel/ids.ts';
import type { Context } from '../context.ts';
import { changeSite } from '../merchants/actions.ts';
import { cancelPaymentAtBank, cancelPaymentLocally } from '../transactions/cancellation.ts';
import { inWork } from '../unit-of-work.ts';
import { only } from '../viewer.ts';
import { cancelRefund, getRefund, type NewRefund, requestRefund } from './actions.ts';
import { submitRefund } from './jobs.ts';

const world = await openWorld();
const ctx: Context = { ...world.ctx, actor: 'user:018f0000-0000-7000-8000-00000000000a' };
const own = only(world.site.merchantId);
const foreign = only(newId(world.clock));
const { rails } = world.simulator;

/** Requests a refund as a user does. */
const ask = (transactionId: string, amount: bigint, more: Partial<NewRefund> = {}) =>
  requestRefund(ctx, {
    ...{ merchantId: world.site.merchantId, transactionId, amount, reason: 'returned goods' },
    ...{ realTime: false, contract: 'one', createdBy: ctx.actor, ...more },
  });
const codesOf = (answers: PromiseSettledResult<unknown>[]) =>
  answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
const twenty = (act: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 20 }, act));

describe('a user', () => {
  test('refunds the amount that they saw: of twenty at once, once', async () => {
    const { transaction } = await world.paid({ amount: 10_000n });
    const answers = await twenty(() => ask(transaction.id, 100n, { expectedRefundable: 10_000n }));
    assert.deepEqual(codesOf(answers), Array(19).fill('RefundableChanged'));
    await assert.rejects(ask(transaction.id, 1n, { merchantId: newId(world.clock) }), {
      code: 'TransactionNotFound',
    });
  });

  test("with the support role refunds at most the site's limit for one payment; cancelled refunds do not count", async () => {
    const { transaction } = await world.paid({ amount: 300_000n });
    const limited = (amount: bigint, more = {}) => ask(transaction.id, amount, { isLimited: true, ...more });
    await assert.rejects(limited(100_001n), { code: 'RefundAboveLimit', message: /R\s1\s000,00/ });
    const first = await limited(60_000n);
    await assert.rejects(limited(40_001n), { code: 'RefundAboveLimit', message: /R\s400,00/ });
    await limited(40_000n);
    await assert.rejects(limited(1n), { code: 'RefundAboveLimit' });
    await cancelRefund(ctx, own, first.id);
    assert.equal((await getRefund(ctx, own, first.id)).stateReason, 'cancelled at the console');
    await limited(60_000n);
    await limited(1n, { createdBy: 'user:018f0000-0000-7000-8000-00000000000b' });
    // Other roles are not limited.
    await ask(transaction.id, 100_002n);
    await changeSite(world.ctx, world.site.code, { consoleRefundLimitCents: 0n });
    await assert.rejects(limited(1n), { code: 'RefundAboveLimit' });
    await assert.rejects(changeSite(world.ctx, world.site.code, { consoleRefundLimitCents: -1n }), {
      code: 'InvalidField',
    });
    await changeSite(world.ctx, world.site.code, { consoleRefundLimitCents: 100_000n });
  });

  test('cannot pass the limit by asking twenty times at once', async () => {
    const { transaction } = await world.paid({ amount: 3_000_000n });
    const answers = await twenty(() => ask(transaction.id, 60_000n, { isLimited: true }));
    assert.deepEqual(codesOf(answers), Array(19).fill('RefundAboveLimit'));
  });

  test('cancels a refund that they see, as they saw it: of twenty at once, once', async () => {
    const { transaction } = await world.paid({ amount: 10_000n });
    const { id } = await ask(transaction.id, 100n);
    const seen = { state: 'pending', amount: 100n } as const;
    await assert.rejects(cancelRefund(ctx, foreign, id, seen), { code: 'RefundNotFound' });
    await assert.rejects(cancelRefund(ctx, own, id, { ...seen, amount: 99n }), { code: 'ChangedSinceSeen' });
    await assert.rejects(
      inWork(ctx, async (work) => {
        await cancelRefund(work, own, id, seen);
        throw new Error('the audit entry was refused');
      }),
      /audit/,
    );
    assert.deepEqual(
      codesOf(await twenty(() => cancelRefund(ctx, own, id, seen))),
      Array(19).fill('DoneAlready'),
    );
    const sent = await ask(transaction.id, 100n);
    await submitRefund(ctx, sent.id);
    await assert.rejects(cancelRefund(ctx, own, sent.id, seen), { code: 'ChangedSinceSeen' });
    await assert.rejects(cancelRefund(ctx, own, sent.id), { code: 'RefundAlreadySubmitted' });
  });

  test('cancels a payment that they see, once its bank was notified: of twenty at once, once', async () => {
    const payment = await world.ask();
    const started = await world.goToBank(payment);
    const { id } = payment;
    const seen = { state: 'created' } as const;
    await assert.rejects(cancelPaymentAtBank(ctx, rails, foreign, id), { code: 'PaymentNotFound' });
    await assert.rejects(cancelPaymentLocally(ctx, foreign, id, seen), { code: 'PaymentNotFound' });
    await assert.rejects(cancelPaymentLocally(ctx, own, id, seen), { code: 'PaymentInProgress' });
    await cancelPaymentAtBank(ctx, rails, own, id);
    assert.equal((await world.now(started)).state, 'cancelled');
    const answers = await twenty(() => cancelPaymentLocally(ctx, own, id, seen));
    assert.deepEqual(codesOf(answers), Array(19).fill('DoneAlready'));
    assert.deepEqual(await world.paymentNow(payment), {
      state: 'cancelled',
      stateReason: 'cancelled at the console',
    });
    const { payment: paid } = await world.paid();
    await assert.rejects(cancelPaymentLocally(ctx, own, paid.id, seen), { code: 'ChangedSinceSeen' });
    await assert.rejects(cancelPaymentLocally(ctx, own, paid.id), { code: 'PaymentAlreadyComplete' });
  });
});
