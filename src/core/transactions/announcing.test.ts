import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openReceiver, type Receiver } from '../../../test/support/receiver.ts';
import { openWorld, otherBank } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { checkTransactions } from '../../reports/checks/transactions.ts';
import type { Contract, NewPayment, Payment } from '../payments/actions.ts';
import type { BankOutcome } from '../rails.ts';
import { chooseTestOutcome, type Transaction } from './actions.ts';
import { cancelPayment } from './cancellation.ts';
import { leavePayment } from './closing.ts';
import { recordAnswer } from './transitions.ts';

const world = await openWorld();
const { ctx, simulator } = world;

const say = (transaction: { id: string }, outcome: BankOutcome) =>
  recordAnswer({ ...ctx, actor: 'bank' }, transaction.id, { outcome, reason: null, payerAccount: null });

/**
 * A payment with a notification address. The returned function sends the due deliveries and returns the notifications
 * received so far.
 */
async function listening(contract: Contract, over: Partial<NewPayment> = {}) {
  const receiver: Receiver = await openReceiver();
  const payment = await world.ask({ contract, notifyUrl: `${receiver.url}/notify`, ...over });
  const notified = async (): Promise<string[]> => {
    await world.jobs.drain();
    return receiver.received.map(({ body }) => {
      const { data, sequence } = JSON.parse(body) as { data: { state: string }; sequence: number };
      return `${data.state} ${sequence}`;
    });
  };
  return { payment, told: notified, receiver };
}

async function declined(payment: Payment, chosen = otherBank): Promise<Transaction> {
  const started = await world.goToBank(payment, chosen);
  await say(started, 'declined');
  return started;
}

describe('a Payments API merchant', () => {
  test('is notified of a failed attempt when the payer leaves, once', async () => {
    const { payment, told: notified } = await listening('payments');
    await declined(payment);
    assert.deepEqual(await notified(), []);
    await Promise.all([1, 2, 3].map(() => leavePayment(ctx, payment.id)));
    assert.deepEqual(await notified(), ['declined 1']);
    await leavePayment(ctx, payment.id);
    await cancelPayment(ctx, simulator.rails, payment, 'no');
    assert.deepEqual(await notified(), ['declined 1']);
  });

  test('is notified when the payment is cancelled', async () => {
    const { payment, told: notified } = await listening('payments');
    await declined(payment);
    await cancelPayment(ctx, simulator.rails, payment, 'no');
    assert.deepEqual(await notified(), ['declined 1']);
  });

  test('is notified when the payment expires', async () => {
    const { payment, told: notified } = await listening('payments', {
      expiresAt: plus(ctx.clock.now(), 60_000),
    });
    await declined(payment);
    world.clock.advance(59_999);
    assert.deepEqual(await notified(), []);
    world.clock.advance(1);
    assert.deepEqual(await notified(), ['declined 1']);
  });

  test('is not notified if another attempt succeeds first', async () => {
    const { payment, told: notified } = await listening('payments');
    await declined(payment);
    await say(await world.goToBank(payment), 'paid');
    assert.deepEqual(await notified(), ['successful 1']);
    await leavePayment(ctx, payment.id);
    assert.deepEqual(await notified(), ['successful 1']);
  });

  test('is not notified if an earlier attempt is paid late', async () => {
    const { payment, told: notified } = await listening('payments');
    const first = await declined(payment);
    world.clock.advance(1);
    await declined(payment);
    await say(first, 'paid');
    await leavePayment(ctx, payment.id);
    assert.deepEqual(await notified(), ['successful 2']);
  });

  test('is notified of the last failed attempt only, when several failed', async () => {
    const { payment, told: notified, receiver } = await listening('payments');
    await declined(payment);
    world.clock.advance(1);
    const last = await declined(payment);
    await leavePayment(ctx, payment.id);
    assert.deepEqual(await notified(), ['declined 1']);
    assert.equal(JSON.parse(receiver.received[0]!.body).data.transactionId, last.id);
  });

  test('is notified of each visit of a payer who leaves, returns and fails again', async () => {
    const { payment, told: notified } = await listening('payments');
    for (let visit = 0; visit < 2; visit++) {
      world.clock.advance(1);
      await declined(payment);
      await leavePayment(ctx, payment.id);
    }
    assert.deepEqual(await notified(), ['declined 1', 'declined 1']);
    await say(await world.goToBank(payment), 'paid');
    assert.deepEqual(await notified(), ['declined 1', 'declined 1', 'successful 1']);
  });

  for (const [outcome, state] of [
    ['declined', 'declined'],
    ['error', 'failed'],
  ] as const) {
    test(`notified that a bank holds it is notified at once that it is ${state}: a final kind follows a pending one`, async () => {
      const { payment, told: notified } = await listening('payments');
      const started = await world.goToBank(payment);
      await say(started, 'pending');
      assert.deepEqual(await notified(), ['pending 1']);
      await say(started, outcome);
      assert.deepEqual(await notified(), ['pending 1', `${state} 2`]);
      await leavePayment(ctx, payment.id);
      assert.deepEqual(await notified(), ['pending 1', `${state} 2`]);
    });
  }

  test('is notified of an attempt under way that ends with its payment', async () => {
    const cancelled = await listening('payments');
    await world.goToBank(cancelled.payment);
    await cancelPayment(ctx, simulator.rails, cancelled.payment, 'no');
    assert.deepEqual(await cancelled.told(), ['cancelled 1']);
    const lapsed = await listening('payments', { expiresAt: plus(ctx.clock.now(), 1_000) });
    await world.goToBank(lapsed.payment);
    world.clock.advance(1_000);
    await world.sweeps.expiry.run();
    assert.deepEqual(await lapsed.told(), ['expired 1']);
  });

  test('is notified of a test payment like a real one', async () => {
    const { payment, told: notified } = await listening('payments', { isTest: true });
    await chooseTestOutcome(ctx, payment, 'pending');
    assert.deepEqual(await notified(), ['pending 1']);
    world.clock.advance(60_000);
    assert.deepEqual(await notified(), ['pending 1', 'successful 2']);
  });
});

describe('a One API merchant', () => {
  test('is notified at once of each transaction that ends, and of none that is pending', async () => {
    const { payment, told: notified } = await listening('one');
    await declined(payment);
    assert.deepEqual(await notified(), ['declined 1']);
    const second = await world.goToBank(payment);
    await say(second, 'pending');
    assert.deepEqual(await notified(), ['declined 1']);
    await say(second, 'paid');
    assert.deepEqual(await notified(), ['declined 1', 'successful 2']);
    await leavePayment(ctx, payment.id);
    assert.deepEqual(await notified(), ['declined 1', 'successful 2']);
  });

  test('is not notified again of a payment that ends after an attempt that failed', async () => {
    const cancelled = await listening('one');
    await declined(cancelled.payment);
    await cancelPayment(ctx, simulator.rails, cancelled.payment, 'no');
    const lapsed = await listening('one', { expiresAt: plus(ctx.clock.now(), 60_000) });
    await declined(lapsed.payment);
    world.clock.advance(60_000);
    for (const { told: notified } of [cancelled, lapsed]) assert.deepEqual(await notified(), ['declined 1']);
    assert.equal((await world.paymentNow(lapsed.payment)).state, 'expired');
  });
});

for (const contract of ['one', 'payments'] as const) {
  describe(`under the ${contract} contract`, () => {
    test('a payment that ends without any attempt is reported once, by a transaction that represents it', async () => {
      const cancelled = await listening(contract);
      for (let again = 0; again < 2; again++)
        await cancelPayment(ctx, simulator.rails, cancelled.payment, 'no');
      assert.deepEqual(await cancelled.told(), ['cancelled 1']);
      const lapsed = await listening(contract, { expiresAt: plus(ctx.clock.now(), 1_000) });
      world.clock.advance(1_000);
      assert.deepEqual(await lapsed.told(), ['abandoned 1']);
      const { data } = JSON.parse(lapsed.receiver.received[0]!.body);
      assert.equal(data.reason, 'the time to pay ran out');
      assert.deepEqual(await lapsed.told(), ['abandoned 1']);
    });

    test('late money is reported once, after the failure that was reported', async () => {
      const { payment, told: notified, receiver } = await listening(contract);
      const started = await declined(payment);
      await cancelPayment(ctx, simulator.rails, payment, 'no');
      assert.deepEqual(await notified(), ['declined 1']);
      await Promise.all([1, 2, 3].map(() => say(started, 'paid')));
      assert.deepEqual(await notified(), ['declined 1', 'successful 2']);
      const { data } = JSON.parse(receiver.received[1]!.body);
      assert.deepEqual([data.paidLate, data.reason], [true, 'paid late']);
    });

    test('a merchant without an address receives nothing, and nothing waits', async () => {
      const payment = await world.ask({ contract });
      const started = await world.goToBank(payment);
      await say(started, 'pending');
      await say(started, 'paid');
      assert.equal((await world.events(started.id)).length, 2);
      assert.equal((await world.db`select 1 from deliveries where object_id = ${started.id}`).length, 0);
    });

    test('an invalid address does not keep money from being booked', async () => {
      for (const notifyUrl of ['shop.example/notify', 'http://', 'mailto:shop@example', '']) {
        const { transaction } = await world.paid({ contract, notifyUrl });
        assert.equal((await world.booked(transaction.id)).bank_clearing, 10_000n);
      }
      await world.sweeps.delivery.run();
      await world.sweeps.delivery.settle!();
      const failed = await world.db<{ error: string | null }[]>`
        select error from delivery_attempts join deliveries on deliveries.id = delivery_id where url like 'shop%'`;
      assert.ok(failed.length > 0 && failed.every(({ error }) => error));
    });
  });
}

test('the notifications match the history', async () => {
  assert.deepEqual(await checkTransactions(world.db), []);
});
