import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bank, openWorld, otherBank } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { checkTransactions } from '../../reports/checks/transactions.ts';
import type { Payment } from '../payments/actions.ts';
import { BankTimeout, BankUnavailable, type PaymentOrder, type Rails } from '../rails.ts';
import { type Attempt, openTransaction, startAtBank } from './actions.ts';
import { cancelAttempt, cancelPayment } from './cancellation.ts';
import { recordAnswer } from './transitions.ts';

const world = await openWorld();
const { db, ctx, simulator } = world;
const { rails } = simulator;
const returnUrl = 'http://localhost:8420/return';

const open = (payment: Payment, over: Partial<Attempt> = {}) =>
  openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank, ...over });

async function press(payment: Payment, over: Partial<Attempt> = {}, through: Rails = rails) {
  return startAtBank(ctx, through, payment, await open(payment, over), returnUrl);
}

const attemptsOf = (payment: Payment) => db<{ id: string; state: string; bankId: string | null }[]>`
  select id, state, bank_id from transactions where payment_id = ${payment.id} order by created_at, id`;

const consent = { textVersion: '1', language: 'zu', address: '41.0.0.1', userAgent: 'Firefox' };

describe('pressing the button', () => {
  test('fifty times at once creates one transaction and one order at the bank, and redirects every payer there', async () => {
    for (let round = 0; round < 5; round++) {
      const payment = await world.ask();
      const opened = await Promise.all(Array.from({ length: 50 }, () => press(payment, { consent })));
      assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
      assert.equal(new Set(opened.map(({ bankUrl }) => bankUrl)).size, 1);
      assert.ok(opened[0]!.bankUrl);
      assert.deepEqual(
        (await attemptsOf(payment)).map(({ state }) => state),
        ['started'],
      );
      const consents =
        await db`select language, address from consents where transaction_id = ${opened[0]!.id}`;
      assert.deepEqual([...consents], [{ language: 'zu', address: '41.0.0.1' }]);
    }
  });

  test('for two banks at once leaves one live attempt, and its payer at its bank', async () => {
    for (let round = 0; round < 20; round++) {
      const payment = await world.ask();
      const pressed = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => press(payment, { bank: index % 2 ? bank : otherBank })),
      );
      const live = (await attemptsOf(payment)).filter(
        ({ state }) => state === 'started' || state === 'created',
      );
      assert.equal(live.length, 1);
      for (const result of pressed) {
        if (result.status === 'rejected') assert.equal(result.reason.code, 'PaymentInProgress');
        else if (result.value.bankUrl) assert.equal(result.value.id, live[0]!.id);
      }
    }
    assert.deepEqual(await checkTransactions(db), []);
  });

  test('again after the process was killed on the way to the bank continues with the same attempt', async () => {
    const payment = await world.ask();
    const left = await open(payment);
    const started = await press(payment);
    assert.deepEqual([started.id, started.state], [left.id, 'started']);
  });

  test('for another bank, after the process was killed on the way to the first, is not held up', async () => {
    const payment = await world.ask();
    const left = await open(payment);
    const started = await press(payment, { bank: otherBank });
    assert.notEqual(started.id, left.id);
    assert.deepEqual((await attemptsOf(payment)).map(({ state, bankId }) => [state, bankId]).toSorted(), [
      ['cancelled', bank.id],
      ['started', otherBank.id],
    ]);
  });

  test('for another bank while the payer is at one is refused, until that attempt is abandoned', async () => {
    const payment = await world.ask();
    const first = await press(payment);
    await assert.rejects(press(payment, { bank: otherBank }), { code: 'PaymentInProgress' });
    assert.equal((await cancelAttempt(ctx, rails, first, 'the payer chose another bank')).state, 'cancelled');
    assert.equal((await press(payment, { bank: otherBank })).state, 'started');
  });

  test('chooses the bank of an attempt that was opened without one', async () => {
    const payment = await world.ask();
    const hosted = await open(payment, { bank: undefined });
    const started = await press(payment);
    assert.deepEqual([started.id, started.bankId, started.state], [hosted.id, bank.id, 'started']);
    assert.equal((await world.now(started)).bankName, bank.name);
  });
});

describe('an attempt is refused', () => {
  test('for a payment that is complete, cancelled, expired or unknown', async () => {
    const { payment } = await world.paid();
    await assert.rejects(open(payment), { code: 'PaymentAlreadyComplete' });
    const cancelled = await world.ask();
    await cancelPayment(ctx, rails, cancelled, 'no');
    await assert.rejects(open(cancelled), { code: 'PaymentClosed' });
    await assert.rejects(open({ ...payment, id: newId(ctx.clock) }), { code: 'PaymentNotFound' });
  });

  test('from the very instant of the expiry, whatever a sweep has done', async () => {
    const own = await openWorld();
    const expiresAt = plus(own.clock.now(), 60_000);
    const payment = await own.ask({ expiresAt });
    own.clock.set(plus(expiresAt, -1));
    const attempt = { paymentId: payment.id, paymentType: 'redirect', bank };
    assert.equal((await openTransaction(own.ctx, attempt)).state, 'created');
    own.clock.set(expiresAt);
    await assert.rejects(openTransaction(own.ctx, attempt), { code: 'PaymentClosed' });
  });

  test('for a test payment at a bank', async () => {
    const payment = await world.ask({ isTest: true });
    await assert.rejects(open(payment), { code: 'StepNotAllowed' });
    assert.equal((await attemptsOf(payment)).length, 0);
  });
});

describe('a variable amount', () => {
  const variable = { minimum: 5_000n, maximum: 20_000n };

  test("is the payer's choice, within the band and not a cent outside", async () => {
    for (const amount of [5_000n, 12_345n, 20_000n]) {
      const payment = await world.ask({ variable });
      const started = await press(payment, { amount });
      await world.take(started, 'authenticate', 'approve');
      assert.equal((await world.booked(started.id)).bank_clearing, amount);
      const { amountCents } = await world.now(started);
      assert.equal(amountCents, amount);
    }
    const payment = await world.ask({ variable });
    for (const amount of [4_999n, 20_001n, 0n, -5_000n]) {
      await assert.rejects(press(payment, { amount }), { code: 'InvalidField' });
    }
    assert.equal((await attemptsOf(payment)).length, 0);
  });

  test("is the payment's own if the payer chose none, and cannot be chosen if it is fixed", async () => {
    assert.equal((await press(await world.ask({ variable }))).amountCents, 10_000n);
    assert.equal((await press(await world.ask(), { amount: 1n })).amountCents, 10_000n);
  });

  test('cannot change once the bank has it: the payer must give that attempt up first', async () => {
    const payment = await world.ask({ variable });
    const first = await press(payment, { amount: 6_000n });
    await assert.rejects(press(payment, { amount: 7_000n }), { code: 'PaymentInProgress' });
    assert.equal((await press(payment)).id, first.id);
    await cancelAttempt(ctx, rails, first, 'the payer chose another bank');
    assert.equal((await press(payment, { amount: 7_000n })).amountCents, 7_000n);
  });
});

describe('a bank that does not take the order', () => {
  for (const [name, problem] of [
    ['is away', new BankUnavailable('down')],
    ['does not answer', new BankTimeout('late')],
  ] as const) {
    test(`because it ${name} ends the attempt, and the payer can choose another`, async () => {
      const broken = simulator.railsWith({ orders: { start: () => Promise.reject(problem) } });
      const payment = await world.ask();
      await assert.rejects(press(payment, {}, broken), { code: 'BankUnavailable' });
      const [failed] = await attemptsOf(payment);
      assert.equal(failed!.state, 'failed');
      assert.deepEqual(await world.events(failed!.id), [
        { type: 'transaction.complete', sequence: 1, state: 'failed' },
      ]);
      assert.equal((await press(payment, { bank: otherBank })).state, 'started');
    });
  }

  test('but has money of it after all: it is booked, late', async () => {
    const payment = await world.ask();
    simulator.setFaults({ timeoutAfterCommit: true });
    await assert.rejects(press(payment), { code: 'BankUnavailable' });
    simulator.setFaults({});
    const [failed] = await attemptsOf(payment);
    await simulator.decide(failed!.id, 'success');
    await world.jobs.drain();
    const late = await world.now(failed!);
    assert.deepEqual([late.state, late.paidLate, late.stateReason], ['successful', true, 'paid late']);
    assert.equal((await world.paymentNow(payment)).state, 'complete');
  });

  test('and fails in another way is a visible bug, and the attempt can be started again', async () => {
    const bug = () => Promise.reject(new TypeError('a bug'));
    const broken = simulator.railsWith({ orders: { start: bug } });
    const payment = await world.ask();
    await assert.rejects(press(payment, {}, broken), /a bug/);
    assert.equal((await press(payment)).state, 'started');
  });
});

describe('an attempt that ended while its bank took the order', () => {
  /** A bank that takes its time over an order until it is let go. */
  function slowRail() {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const start = async (order: PaymentOrder) => {
      reach();
      await held;
      return rails.orders.start(order);
    };
    const slow = simulator.railsWith({ orders: { start } });
    return { slow, letGo, reached };
  }

  test('does not redirect to the bank: the payment was cancelled in the meantime', async () => {
    const { slow, letGo, reached } = slowRail();
    const payment = await world.ask();
    const pressing = press(payment, {}, slow);
    await reached;
    await cancelPayment(ctx, rails, payment, 'cancelled by the merchant');
    letGo();
    const ended = await pressing;
    assert.deepEqual([ended.state, ended.bankUrl], ['cancelled', null]);
    assert.equal((await world.paymentNow(payment)).state, 'cancelled');
  });

  test("keeps the bank's report from before the start was recorded", async () => {
    const { slow, letGo, reached } = slowRail();
    const payment = await world.ask();
    const pressing = press(payment, {}, slow);
    await reached;
    const [opened] = await attemptsOf(payment);
    await recordAnswer(ctx, opened!.id, { outcome: 'paid', reason: null, payerAccount: null });
    letGo();
    assert.equal((await pressing).state, 'successful');
    assert.equal((await world.paymentNow(payment)).state, 'complete');
  });
});
