import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bank, openWorld, otherBank } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { checkTransactions } from '../../reports/checks/transactions.ts';
import { BankTimeout, BankUnavailable, placeOf, type Rails } from '../rails.ts';
import { openTransaction } from './actions.ts';
import { cancelAttempt, cancelPayment } from './cancellation.ts';
import { createExpirySweep } from './jobs.ts';
import { recordAnswer } from './transitions.ts';

const world = await openWorld();
const { ctx, simulator } = world;
const { rails } = simulator;

describe('cancelling a payment', () => {
  test('ends it, and again it changes nothing', async () => {
    const payment = await world.ask();
    await cancelPayment(ctx, rails, payment, 'out of stock');
    await cancelPayment(ctx, rails, payment, 'another reason');
    assert.deepEqual(await world.paymentNow(payment), { state: 'cancelled', stateReason: 'out of stock' });
  });

  test('twenty times at once ends it once', async () => {
    const payment = await world.ask();
    const started = await world.goToBank(payment);
    await Promise.all(Array.from({ length: 20 }, () => cancelPayment(ctx, rails, payment, 'no')));
    assert.equal((await world.now(started)).state, 'cancelled');
    assert.equal((await world.events(started.id)).length, 1);
  });

  test('ends it at the bank first, so that its payer cannot pay any more', async () => {
    const payment = await world.ask();
    const started = await world.goToBank(payment);
    await cancelPayment(ctx, rails, payment, 'no');
    assert.equal((await rails.orders.enquire(placeOf(started))).outcome, 'cancelled');
    assert.deepEqual(
      [(await world.now(started)).state, (await world.paymentNow(payment)).state],
      ['cancelled', 'cancelled'],
    );
  });

  test('is refused if the bank reports that the money is there', async () => {
    const { payment } = await world.paid();
    await assert.rejects(cancelPayment(ctx, rails, payment, 'no'), { code: 'PaymentAlreadyComplete' });
    // The bank has the money, and its report has not arrived yet.
    const withoutRecipient = await world.ask();
    const started = await world.goToBank(withoutRecipient);
    await rails.orders.step(placeOf(started), 'authenticate');
    await rails.orders.step(placeOf(started), 'approve');
    await assert.rejects(cancelPayment(ctx, rails, withoutRecipient, 'no'), {
      code: 'PaymentAlreadyComplete',
    });
    assert.equal((await world.paymentNow(withoutRecipient)).state, 'complete');
  });

  test('is refused while a bank has it, and possible again when the bank declined', async () => {
    const payment = await world.ask();
    const started = await world.goToBank(payment);
    await recordAnswer(ctx, started.id, { outcome: 'pending', reason: null, payerAccount: null });
    await assert.rejects(cancelPayment(ctx, rails, payment, 'no'), { code: 'PaymentAwaitingBank' });
    await recordAnswer(ctx, started.id, { outcome: 'declined', reason: null, payerAccount: null });
    await cancelPayment(ctx, rails, payment, 'no');
    assert.equal((await world.paymentNow(payment)).state, 'cancelled');
  });

  test('is refused while the bank cannot be reached', async () => {
    const payment = await world.ask();
    const started = await world.goToBank(payment);
    const broken = (problem: Error): Rails =>
      simulator.railsWith({ orders: { step: () => Promise.reject(problem) } });
    await assert.rejects(cancelPayment(ctx, broken(new BankUnavailable('')), payment, 'no'), {
      code: 'BankUnavailable',
    });
    assert.equal((await world.now(started)).state, 'started');
    await assert.rejects(cancelPayment(ctx, broken(new BankTimeout('')), payment, 'no'), {
      code: 'PaymentAwaitingBank',
    });
    assert.deepEqual(
      [(await world.now(started)).state, (await world.paymentNow(payment)).state],
      ['unknown', 'created'],
    );
  });

  test('leaves an expired payment expired', async () => {
    const own = await openWorld();
    const payment = await own.ask({ expiresAt: plus(own.clock.now(), 1_000) });
    own.clock.advance(1_000);
    await own.jobs.drain();
    await cancelPayment(own.ctx, own.simulator.rails, payment, 'no');
    assert.equal((await own.paymentNow(payment)).state, 'expired');
  });
});

describe('giving an attempt up', () => {
  test("ends it at the bank, leaves the payment open, and records the bank's report", async () => {
    const payment = await world.ask();
    const first = await world.goToBank(payment);
    assert.equal((await cancelAttempt(ctx, rails, first, 'the payer chose another bank')).state, 'cancelled');
    assert.equal((await world.paymentNow(payment)).state, 'created');
    const second = await world.goToBank(payment, otherBank);
    await rails.orders.step(placeOf(second), 'authenticate');
    await rails.orders.step(placeOf(second), 'approve');
    assert.equal(
      (await cancelAttempt(ctx, rails, second, 'the payer chose another bank')).state,
      'successful',
    );
    assert.equal((await world.paymentNow(payment)).state, 'complete');
  });

  test('that has not reached its bank queries no bank', async () => {
    const payment = await world.ask();
    const opened = await openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank });
    const nobody = simulator.railsWith({ orders: { step: () => assert.fail('the bank was asked') } });
    assert.equal(
      (await cancelAttempt(ctx, nobody, opened, 'the payer chose another bank')).state,
      'cancelled',
    );
    assert.equal((await cancelAttempt(ctx, nobody, await world.now(opened), 'again')).state, 'cancelled');
  });
});

describe('the expiry', () => {
  test('ends a payment at its instant and not a millisecond before, with the attempt under way', async () => {
    const own = await openWorld();
    const payment = await own.ask({ expiresAt: plus(own.clock.now(), 60_000) });
    const started = await own.goToBank(payment);
    own.clock.advance(59_999);
    assert.equal(await own.sweeps.expiry.run(), 0);
    own.clock.advance(1);
    assert.equal(await own.sweeps.expiry.run(), 1);
    assert.deepEqual(await own.paymentNow(payment), {
      state: 'expired',
      stateReason: 'the time to pay ran out',
    });
    assert.equal((await own.now(started)).state, 'expired');
  });

  test('leaves a paid payment paid, and an attempt that a bank has to the bank', async () => {
    const own = await openWorld();
    const expiresAt = plus(own.clock.now(), 60_000);
    const { payment: paid } = await own.paid({ expiresAt });
    const held = await own.ask({ expiresAt });
    const started = await own.goToBank(held);
    await recordAnswer(own.ctx, started.id, { outcome: 'pending', reason: null, payerAccount: null });
    own.clock.advance(60_000);
    await own.sweeps.expiry.run();
    assert.equal((await own.paymentNow(paid)).state, 'complete');
    assert.deepEqual(
      [(await own.paymentNow(held)).state, (await own.now(started)).state],
      ['expired', 'pending'],
    );
    await recordAnswer(own.ctx, started.id, { outcome: 'declined', reason: null, payerAccount: null });
    assert.deepEqual(await checkTransactions(own.db), []);
  });

  test('expires many payments by several processes, each payment once', async () => {
    const own = await openWorld();
    const expiresAt = plus(own.clock.now(), 1_000);
    for (let number = 0; number < 120; number++) await own.ask({ expiresAt });
    own.clock.advance(1_000);
    const others = [own.sweeps.expiry, createExpirySweep(own.ctx), createExpirySweep(own.ctx)];
    let ended = 0;
    for (let round = 0; round < 5; round++) {
      for (const done of await Promise.all(others.map((sweep) => sweep.run()))) ended += done;
    }
    assert.equal(ended, 120);
    assert.deepEqual(await checkTransactions(own.db), []);
  });

  test('that fails for one payment does not keep others from expiring', async () => {
    const own = await openWorld();
    const expiresAt = plus(own.clock.now(), 1_000);
    const stuck = await own.ask({ expiresAt, merchantReference: 'stuck' });
    const other = await own.ask({ expiresAt: plus(expiresAt, 1) });
    await own.db`alter table payments add constraint stuck check (merchant_reference <> 'stuck' or state = 'created')`;
    own.clock.advance(2_000);
    assert.equal(await own.sweeps.expiry.run(), 1);
    assert.deepEqual(
      [(await own.paymentNow(stuck)).state, (await own.paymentNow(other)).state],
      ['created', 'expired'],
    );
    await own.db`alter table payments drop constraint stuck`;
    assert.equal(await own.sweeps.expiry.run(), 1);
    assert.equal((await own.paymentNow(stuck)).state, 'expired');
  });
});
