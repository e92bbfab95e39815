import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { notifyUrl, openDeposits } from '../../../test/support/setup/deposits.ts';
import { bank } from '../../../test/support/world.ts';
import { changeSite, findSiteByCode } from '../merchants/actions.ts';
import { findPaymentForCustomer } from '../payments/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { requestRefund } from '../refunds/actions.ts';
import { submitRefund } from '../refunds/jobs.ts';
import { openTransaction } from '../transactions/actions.ts';
import { cancelPayment } from '../transactions/cancellation.ts';
import { createMultipleReference, createTopUpReference, openDeposit } from './actions.ts';

const shop = await openDeposits();
const { ctx, db } = shop;
let orders = 0;
function order(): string {
  orders += 1;
  return `ORDER-${orders}-M`;
}
afterEach(() => shop.sound());

describe('a reference for one payment', () => {
  test('pays it with the right amount: booked with the fee, notified once, its payment complete', async () => {
    const merchantReference = order();
    const { reference, paymentId } = await shop.single({ merchantReference });
    assert.deepEqual(await shop.called(merchantReference), ['created 10000']);
    const deposit = await shop.arrive(reference, 10_000n);
    const [paid] = await shop.attempts(paymentId);
    assert.deepEqual([paid!.state, paid!.cents, paid!.late], ['successful', 10_000n, false]);
    assert.equal((await shop.deposit(deposit)).state, 'allocated');
    assert.deepEqual(await shop.booked(paid!.id), { bank_clearing: 10_000n, merchant: -9_650n, fees: -350n });
    assert.deepEqual(await shop.booked(deposit), {});
    assert.deepEqual(await shop.notificationsOf(paid!.id), ['successful']);
    assert.deepEqual(await shop.paymentNow({ id: paymentId }), { state: 'complete', stateReason: null });
  });

  test('is known with spaces, dashes and in any letter case, and in no other spelling', async () => {
    const merchantReference = order();
    const { reference } = await shop.single({ merchantReference });
    const wrong = reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
    await shop.arrive(wrong, 10_000n);
    assert.deepEqual(await shop.called(merchantReference), ['created 10000']);
    const typed = ` ${reference.slice(0, 3).toLowerCase()}-${reference.slice(3, 7)}\u2013${reference.slice(7, 11)}\u00a0${reference.slice(11)} `;
    await shop.arrive(typed, 10_000n);
    assert.deepEqual(await shop.called(merchantReference), ['successful 10000']);
  });

  test('holds a wrong amount, notifies the merchant, and leaves it unallocated', async () => {
    const { reference, paymentId } = await shop.single({ merchantReference: order() });
    const before = await shop.suspense();
    const deposit = await shop.arrive(reference, 9_000n);
    const [held] = await shop.attempts(paymentId);
    assert.deepEqual([held!.state, held!.cents], ['pending', 9_000n]);
    assert.deepEqual(await shop.deposit(deposit), { state: 'waiting', note: null, transactionId: held!.id });
    assert.deepEqual(await shop.notificationsOf(held!.id), ['pending']);
    assert.equal((await shop.now(held!)).stateReason, 'received R\u00a090,00 instead of R\u00a0100,00');
    assert.equal((await shop.suspense()) - before, 9_000n);
    assert.deepEqual(await shop.booked(held!.id), {});
    // No bank is queried about it, and it does not end on its own.
    await shop.wait(30 * 24 * 3600);
    assert.equal((await shop.attempts(paymentId))[0]!.state, 'pending');
  });

  test('makes a second deposit a separate payment, which waits', async () => {
    const merchantReference = order();
    const { reference, paymentId } = await shop.single({ merchantReference });
    await shop.arrive(reference, 10_000n);
    const second = await shop.arrive(reference, 10_000n);
    assert.deepEqual(await shop.called(merchantReference), ['successful 10000', 'pending 10000']);
    const { state, transactionId } = await shop.deposit(second);
    assert.equal(state, 'waiting');
    const held = await shop.now({ id: transactionId! });
    assert.notEqual(held.paymentId, paymentId);
    assert.equal(held.stateReason, 'the payment was paid already, and this deposit came on top');
    assert.deepEqual(await shop.notificationsOf(held.id), ['pending']);
  });

  test('holds the right amount too while another deposit of it is reviewed', async () => {
    const merchantReference = order();
    const { reference } = await shop.single({ merchantReference });
    await shop.arrive(reference, 1n);
    await shop.arrive(reference, 10_000n);
    assert.deepEqual(await shop.called(merchantReference), ['pending 1', 'pending 10000']);
  });

  test('pays late after its payment has expired or was cancelled, and is reported as late once', async () => {
    for (const end of ['expired', 'cancelled', 'expired and not swept'] as const) {
      const merchantReference = order();
      const expiresAt = new Date(shop.clock.now().getTime() + 3_600_000);
      const { reference, paymentId } = await shop.single({ merchantReference, expiresAt });
      const [waiting] = await shop.attempts(paymentId);
      if (end === 'cancelled') {
        const payment = (await findPaymentForCustomer(ctx.db, paymentId))!;
        await cancelPayment(ctx, shop.simulator.rails, payment, 'not wanted');
      } else if (end === 'expired') await shop.wait(3_600);
      else shop.clock.advance(3_600_000);
      const deposit = await shop.arrive(reference, 10_000n);
      const [paid, ...more] = await shop.attempts(paymentId);
      assert.deepEqual([paid!.id, paid!.state, paid!.late, more], [waiting!.id, 'successful', true, []], end);
      assert.equal((await shop.deposit(deposit)).state, 'allocated');
      assert.deepEqual(await shop.paymentNow({ id: paymentId }), {
        state: 'complete',
        stateReason: 'paid late',
      });
      const first = end === 'cancelled' ? 'cancelled' : 'expired';
      assert.deepEqual(await shop.notificationsOf(paid!.id), [first, 'successful']);
    }
  });

  test('holds a wrong amount that comes late', async () => {
    const { reference, paymentId } = await shop.single({
      expiresAt: new Date(shop.clock.now().getTime() + 1_000),
    });
    await shop.wait(2);
    await shop.arrive(reference, 5n);
    const states = (await shop.attempts(paymentId)).map(({ state, cents }) => [state, cents]);
    assert.deepEqual(states, [
      ['expired', 10_000n],
      ['pending', 5n],
    ]);
  });

  test('is refused if the site forbids a used reference, but its second deposit is not', async () => {
    await changeSite(ctx, shop.merchant.siteCode, { allowDuplicateReferences: false });
    const site = (await findSiteByCode(db, shop.merchant.siteCode))!;
    const merchantReference = order();
    const { reference } = await shop.single({ site, merchantReference });
    await assert.rejects(shop.single({ site, merchantReference }), { code: 'DuplicateReference' });
    for (let count = 0; count < 2; count += 1) await shop.arrive(reference, 10_000n);
    assert.deepEqual(await shop.called(merchantReference), ['successful 10000', 'pending 10000']);
    const { reference: many } = await createMultipleReference(ctx, { site, merchantReference });
    for (let count = 0; count < 2; count += 1) await shop.arrive(many, 10_000n);
    assert.equal((await shop.called(merchantReference)).length, 4);
    await changeSite(ctx, shop.merchant.siteCode, { allowDuplicateReferences: true });
  });

  test('has the holder of the payer’s account as its customer', async () => {
    const account = { bankId: bank.id, branchCode: bank.branchCode, accountNumber: '62001234567' };
    const { reference, paymentId } = await shop.single();
    await shop.arrive(reference, 10_000n, { ...account, holder: 'MR S Dube' });
    const [customer] = await db<{ name: string; id: string }[]>`
      select customers.name, customers.id from payments join customers on customers.id = payments.customer_id
      where payments.id = ${paymentId}`;
    assert.equal(customer?.name, 'MR S Dube');
    // The next payment from the account is the same customer's.
    const next = await shop.single();
    await shop.arrive(next.reference, 10_000n, { ...account, holder: 'mr s dube' });
    const [other] = await db`select customer_id from payments where id = ${next.paymentId}`;
    assert.equal(other!.customerId, customer!.id);
  });

  test('is refunded to the account that the deposit came from', async () => {
    const { reference, paymentId } = await shop.single();
    const payer = {
      bankId: bank.id,
      branchCode: bank.branchCode,
      accountNumber: '62001234567',
      holder: 'N Dlamini',
    };
    await shop.arrive(reference, 10_000n, payer);
    const transactionId = (await shop.attempts(paymentId))[0]!.id;
    const { bankName, payerAccount } = await shop.now({ id: transactionId });
    assert.deepEqual([bankName, payerAccount], ['FNB', '*******4567']);
    const refund = await requestRefund(ctx, {
      merchantId: shop.site.merchantId,
      transactionId,
      amount: 2_500n,
      reason: 'too much',
      realTime: false,
      contract: 'payments',
      createdBy: 'test',
    });
    await submitRefund(ctx, refund.id);
    for (const seconds of [1, 61]) await shop.wait(seconds);
    const [sent] =
      await db`select account_number, bank_id, amount_cents, state from bank.transfers where refund_of = ${transactionId}`;
    const expected = { accountNumber: '62001234567', bankId: bank.id, amountCents: 2_500n, state: 'paid' };
    assert.deepEqual({ ...sent }, expected);
  });
});

describe('a payment of the One API', () => {
  test('is paid by deposit with its one reference, which stays when it is requested again', async () => {
    const payment = await shop.ask({ merchantReference: order() });
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => openDeposit(ctx, payment, simulatorAccount)),
    );
    assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
    assert.equal(new Set(opened.map(({ depositReference }) => depositReference)).size, 1);
    await shop.arrive(opened[0]!.depositReference!, 10_000n);
    assert.equal((await shop.now(opened[0]!)).state, 'successful');
  });

  test('takes any amount within its band', async () => {
    for (const [cents, state] of [
      [4_999n, 'pending'],
      [5_000n, 'successful'],
      [20_001n, 'pending'],
    ] as const) {
      const payment = await shop.ask({ variable: { minimum: 5_000n, maximum: 20_000n } });
      const { id, depositReference } = await openDeposit(ctx, payment, simulatorAccount);
      await shop.arrive(depositReference!, cents);
      const { state: found, amountCents } = await shop.now({ id });
      assert.deepEqual([found, amountCents], [state, cents]);
    }
  });

  test('can be paid at a bank instead, and then a deposit comes on top; a deposit can also be chosen after all', async () => {
    const merchantReference = order();
    const payment = await shop.ask({ merchantReference, notifyUrl });
    const deposit = await openDeposit(ctx, payment, simulatorAccount);
    shop.clock.advance(1);
    const atBank = await shop.goToBank(payment);
    assert.equal((await shop.now(deposit)).state, 'cancelled');
    await assert.rejects(openDeposit(ctx, payment, simulatorAccount), { code: 'PaymentInProgress' });
    await shop.take(atBank, 'authenticate', 'approve');
    await shop.arrive(deposit.depositReference!, 10_000n);
    const expected = ['cancelled 10000', 'successful 10000', 'pending 10000'];
    assert.deepEqual(await shop.called(merchantReference), expected);
    const other = await shop.ask();
    await openTransaction(ctx, { paymentId: other.id, paymentType: 'redirect' });
    shop.clock.advance(1);
    const chosen = await openDeposit(ctx, other, simulatorAccount);
    await shop.arrive(chosen.depositReference!, 10_000n);
    assert.deepEqual(
      (await shop.attempts(other.id)).map(({ state }) => state),
      ['cancelled', 'successful'],
    );
  });

  test('is paid by the deposit that comes while its payer is about to choose a bank', async () => {
    const payment = await shop.ask();
    const deposit = await openDeposit(ctx, payment, simulatorAccount);
    shop.clock.advance(1);
    await openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect' });
    await shop.arrive(deposit.depositReference!, 10_000n);
    const states = (await shop.attempts(payment.id)).map(({ state, late }) => [state, late]);
    assert.deepEqual(states, [
      ['successful', true],
      ['cancelled', false],
    ]);
  });

  test('cannot be tried at a bank, nor cancelled, while a deposit of it is reviewed', async () => {
    const payment = await shop.ask();
    const deposit = await openDeposit(ctx, payment, simulatorAccount);
    await shop.arrive(deposit.depositReference!, 1n);
    await assert.rejects(shop.goToBank(payment), { code: 'PaymentInProgress' });
    await assert.rejects(cancelPayment(ctx, shop.simulator.rails, payment, 'no'), {
      code: 'PaymentAwaitingBank',
    });
    assert.equal((await openDeposit(ctx, payment, simulatorAccount)).id, deposit.id);
  });

  test('that is a test, over or unknown takes no deposit', async () => {
    const isTest = await shop.ask({ isTest: true, contract: 'payments' });
    await assert.rejects(openDeposit(ctx, isTest, simulatorAccount), { code: 'StepNotAllowed' });
    const { payment: paid } = await shop.paid();
    await assert.rejects(openDeposit(ctx, paid, simulatorAccount), { code: 'PaymentAlreadyComplete' });
    const nobodys = { id: '018f0000-0000-7000-8000-000000000000' };
    await assert.rejects(openDeposit(ctx, nobodys, simulatorAccount), { code: 'PaymentNotFound' });
    const [row] = await db`
      select count(*) from deposit_references where payment_id = any (${[isTest.id, paid.id]})`;
    assert.equal(row!.count, 0n);
  });
});

describe('a reference for many', () => {
  test('creates a paid payment from each deposit, of any amount', async () => {
    const merchantReference = order();
    const { reference } = await createMultipleReference(ctx, {
      site: shop.site,
      merchantReference,
      notifyUrl,
    });
    const deposits = [];
    for (const cents of [1n, 10_000n, 10_000n]) deposits.push(await shop.arrive(reference, cents));
    const expected = ['successful 1', 'successful 10000', 'successful 10000'];
    assert.deepEqual(await shop.called(merchantReference), expected);
    const rows = await db`
      select payment.state, payment.contract, payment.bank_reference, payment.notify_url from payments payment
      join transactions transaction on transaction.payment_id = payment.id
      join deposit_parts part on part.transaction_id = transaction.id where part.deposit_id = any (${deposits})`;
    const made = { state: 'complete', contract: 'payments', bankReference: reference, notifyUrl };
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [made, made, made],
    );
  });
});

describe('a top-up reference', () => {
  test('raises the float at once, and unallocated money raises nothing', async () => {
    const reference = await createTopUpReference(ctx, shop.site);
    const before = await shop.float();
    const suspense = await shop.suspense();
    const deposit = await shop.arrive(reference, 777n);
    assert.deepEqual(await shop.booked(deposit), { bank_clearing: 777n, float: -777n });
    await shop.arrive('for the goat', 5n);
    assert.equal((await shop.float()) - before, 777n);
    assert.equal((await shop.suspense()) - suspense, 5n);
  });
});

describe('at once', () => {
  test('of 200 deposits on one reference one pays, 199 wait, and each is notified', async () => {
    const merchantReference = order();
    const { reference, paymentId } = await shop.single({ merchantReference });
    const before = await shop.suspense();
    const arrived = await Promise.all(Array.from({ length: 200 }, () => shop.arrive(reference, 10_000n)));
    // The bank repeats reports that a busy machine did not take in time.
    shop.clock.advance(15_000);
    await shop.jobs.drain();
    const states = Object.groupBy(
      await Promise.all(arrived.map(shop.deposit)),
      ({ state = 'not told' }) => state,
    );
    const counts = Object.entries(states).map(([state, those]) => [state, those!.length]);
    assert.deepEqual(Object.fromEntries(counts), { allocated: 1, waiting: 199 });
    assert.equal((await shop.suspense()) - before, 1_990_000n);
    const transactions = (await shop.called(merchantReference)).sort();
    assert.deepEqual(transactions, [...Array(199).fill('pending 10000'), 'successful 10000']);
    assert.equal((await shop.attempts(paymentId)).length, 1);
    const [row] = await db`
      select count(*)::integer as owed from deliveries delivery join transactions transaction on transaction.id = delivery.object_id
      where transaction.merchant_reference = ${merchantReference}`;
    assert.equal(row!.owed, 200);
  });

  test('a deposit that the bank reports ten times is one', async () => {
    const { reference, paymentId } = await shop.single();
    shop.simulator.setFaults({ duplicateCallbacks: true });
    await shop.arrive(reference, 10_000n);
    shop.simulator.setFaults({});
    assert.equal((await shop.attempts(paymentId)).length, 1);
  });
});
