import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import { bank } from '../../../test/support/world.ts';
import { DomainError } from '../errors.ts';
import { changeSite } from '../merchants/actions.ts';
import { findPaymentForCustomer, getPayment } from '../payments/actions.ts';
import { getTransaction, openTransaction } from '../transactions/actions.ts';
import { cancelPayment } from '../transactions/cancellation.ts';
import { takeBankStep } from '../transactions/enquiries.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, chargeNow } from './actions.ts';

const gym = await openSubscriptions();
const { ctx, clock, db, simulator, site } = gym;
const day = 86_400;

const refusedAs = (code: string, field?: string) => (error: unknown) =>
  error instanceof DomainError && error.code === code && error.details.field === field;

describe('an occurrence', () => {
  test('is charged once on its day at six, from the account that the customer chose, and booked with the fee', async () => {
    await changeSite(ctx, site.code, { feeBps: 150, feeCents: 100n });
    const made = await gym.active({
      firstPaymentDate: '2026-11-30',
      occurrences: 2,
      bankReference: 'GYM 1',
    });
    await gym.on('2026-11-30T05:59:59.999');
    assert.deepEqual(await gym.states(made), ['1 scheduled']);
    await gym.on('2026-11-30T06:00');
    assert.deepEqual(await gym.states(made), ['1 successful', '2 scheduled']);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    const [charge, next] = await gym.charges(made);
    assert.deepEqual([next!.dueDate, next!.chargeDate], ['2026-12-30', '2026-12-30']);
    const transaction = await getTransaction(ctx, site.merchantId, charge!.transactionId!);
    assert.deepEqual(
      [transaction.state, transaction.paymentType, transaction.bankId, transaction.merchantReference],
      ['successful', 'debit', bank.id, 'GYM-1'],
    );
    assert.equal(transaction.payerAccount, (await gym.read(made)).payerAccount);
    assert.deepEqual(await gym.booked(transaction.id), {
      bank_clearing: 10_000n,
      merchant: -9_750n,
      fees: -250n,
    });
    const [line] = await db`select reference from bank.statement_lines where order_id = ${transaction.id}`;
    assert.equal(line!.reference, 'GYM 1');
    await gym.wait(day);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    await changeSite(ctx, site.code, { feeBps: 0, feeCents: 0n });
  });

  test('is notified with its transaction, number and amount; with the last the subscription is complete', async () => {
    await gym.on('2026-12-01T10:00');
    const made = await gym.active({ occurrences: 2, frequency: 'Daily', notifyUrl: 'http://127.0.0.1:1/no' });
    await gym.jobs.drain();
    await gym.wait(day);
    assert.deepEqual(await gym.notificationsOf(made), [
      'authorization.approved',
      'payment.succeeded',
      'payment.succeeded',
      'completed',
    ]);
    const rows = await db<{ data: Record<string, unknown>; format: string }[]>`
      select events.data, deliveries.format from events join deliveries on deliveries.event_id = events.id
      where events.object_id = ${made.id} order by events.sequence`;
    const charges = await gym.charges(made);
    assert.deepEqual(rows[2]!.data, {
      id: made.id,
      state: 'active',
      reason: null,
      merchantReference: 'GYM-1',
      transactionId: charges[1]!.transactionId,
      occurrence: 2,
      amount: '100.00',
    });
    assert.deepEqual(rows[3]!.data, {
      id: made.id,
      state: 'completed',
      reason: null,
      merchantReference: 'GYM-1',
    });
    assert.ok(rows.every(({ format }) => format === 'subscription'));
    assert.equal(await gym.stateOf(made), 'completed');
    assert.equal(await gym.mandateState(made), 'cancelled');
  });

  test('with a time that was past when the customer approved is charged at once, and the next on its day', async () => {
    await gym.on('2026-12-03T10:00');
    const made = await gym.subscribe({ frequency: 'Daily', occurrences: 3 });
    clock.advance(19 * 3_600_000);
    await gym.approve(made);
    await gym.jobs.drain();
    assert.deepEqual(await gym.states(made), ['1 successful', '2 scheduled']);
    await gym.on('2026-12-04T06:00');
    assert.deepEqual(await gym.states(made), ['1 successful', '2 successful', '3 scheduled']);
    await gym.wait(day);
    assert.deepEqual(await gym.collected(made), [10_000n, 10_000n, 10_000n]);
  });

  test('shares its reference with the others if the site forbids used references', async () => {
    await gym.on('2026-12-08T10:00');
    await changeSite(ctx, site.code, { allowDuplicateReferences: false });
    const made = await gym.active({ frequency: 'Daily', occurrences: 2, merchantReference: 'ONLY-ONE' });
    await gym.wait(2 * day);
    assert.equal(await gym.stateOf(made), 'completed');
    await assert.rejects(
      gym.ask({ merchantReference: 'ONLY-ONE', site: { ...site, allowDuplicateReferences: false } }),
    );
    await changeSite(ctx, site.code, { allowDuplicateReferences: true });
  });
});

describe('the payment of a charge', () => {
  test('is its bank’s alone: no payer can pay it, step into it, or cancel it', async () => {
    await gym.on('2026-12-11T10:00');
    const made = await gym.active({ occurrences: 1 });
    simulator.setFaults({ down: true });
    await gym.jobs.drain();
    const [charge] = await gym.charges(made);
    assert.equal(charge!.state, 'charging');
    const payment = await getPayment(ctx, site.merchantId, charge!.paymentId!);
    assert.equal(payment.notifyUrl, null);
    await assert.rejects(
      openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank }),
      refusedAs('StepNotAllowed'),
    );
    await assert.rejects(
      openTransaction(ctx, { paymentId: payment.id, paymentType: 'debit', bank }),
      refusedAs('StepNotAllowed'),
    );
    const transaction = await getTransaction(ctx, site.merchantId, charge!.transactionId!);
    for (const step of ['authenticate', 'approve', 'cancel'] as const) {
      await assert.rejects(
        takeBankStep(ctx, simulator.rails, transaction, step),
        refusedAs('StepNotAllowed'),
      );
    }
    await assert.rejects(
      cancelPayment(ctx, simulator.rails, payment, 'no'),
      refusedAs('PaymentAwaitingBank'),
    );
    simulator.setFaults({});
    await gym.wait(120);
    assert.equal(await gym.stateOf(made), 'completed');
    const paid = (await findPaymentForCustomer(ctx.db, payment.id))!;
    assert.equal(paid.state, 'complete');
    await assert.rejects(
      cancelPayment(ctx, simulator.rails, paid, 'no'),
      refusedAs('PaymentAlreadyComplete'),
    );
  });
});

describe('a charge that fails', () => {
  test('is retried on the next two business days at six, and notified once, when it is abandoned', async () => {
    // On the Monday after this Thursday, the attempts are over.
    const made = await gym.active({ firstPaymentDate: '2027-01-14', occurrences: 2, amount: 10_091n });
    const seen: [string, number, string | undefined][] = [];
    for (const at of ['14', '15', '16', '17', '18', '19']) {
      await gym.on(`2027-01-${at}T06:00`);
      const [charge] = await gym.charges(made);
      seen.push([charge!.state, charge!.attempts, (await gym.notificationsOf(made))[1]]);
    }
    assert.deepEqual(seen, [
      ['retrying', 1, undefined],
      ['retrying', 2, undefined],
      ['retrying', 2, undefined],
      ['retrying', 2, undefined],
      ['failed', 3, 'payment.failed'],
      ['failed', 3, 'payment.failed'],
    ]);
    const [charge] = await gym.charges(made);
    assert.equal(charge!.stateReason, 'The bank declined the payment.');
    const attempts = await db`
      select id from transactions where payment_id = ${charge!.paymentId} and state = 'declined'`;
    assert.equal(attempts.length, 3);
    // Nothing is left to pay.
    assert.equal((await gym.paymentNow({ id: charge!.paymentId! })).state, 'cancelled');
    assert.equal(charge!.dueAt, null);
    assert.equal(await gym.stateOf(made), 'active');
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });

  test('and is paid by a retry succeeds, without a word of the failure', async () => {
    const made = await gym.active({ firstPaymentDate: '2027-01-21', occurrences: 1 });
    await db`update bank.mandates set maximum_cents = 9999 where id = ${made.id}`;
    await gym.on('2027-01-21T06:00');
    assert.deepEqual(await gym.states(made), ['1 retrying']);
    const [charge] = await gym.charges(made);
    assert.equal(charge!.stateReason, 'The amount is more than the mandate allows.');
    await db`update bank.mandates set maximum_cents = 10000 where id = ${made.id}`;
    await gym.on('2027-01-22T06:00');
    assert.deepEqual(await gym.notificationsOf(made), [
      'authorization.approved',
      'payment.succeeded',
      'completed',
    ]);
    assert.deepEqual(await gym.collected(made), [10_000n]);
  });

  test('three times in a row, by occurrence, ends the subscription; nothing is charged after that', async () => {
    await gym.on('2027-02-01T10:00');
    const made = await gym.active({
      firstPaymentDate: '2027-02-02',
      frequency: 'Weekly',
      occurrences: 10,
      amount: 10_091n,
    });
    for (let days = 0; days < 40; days += 1) await gym.wait(day);
    assert.deepEqual(await gym.states(made), ['1 failed', '2 failed', '3 failed', '4 cancelled']);
    assert.equal((await gym.read(made)).stateReason, '3 charges in a row failed');
    assert.deepEqual((await gym.notificationsOf(made)).slice(1), [
      'payment.failed',
      'payment.failed',
      'payment.failed',
    ]);
    assert.deepEqual(
      (await gym.charges(made)).map(({ occurrence }) => occurrence),
      [1, 2, 3],
    );
    assert.equal(await gym.mandateState(made), 'cancelled');
  });

  test('twice, and again after one that was paid, ends nothing', async () => {
    await gym.on('2027-04-05T10:00');
    const made = await gym.active({ frequency: 'Weekly', occurrences: 6, amount: 10_000n });
    const allow = (cents: bigint) =>
      db`update bank.mandates set maximum_cents = ${cents} where id = ${made.id}`;
    for (const cents of [1n, 1n, 10_000n, 1n, 1n, 10_000n]) {
      await allow(cents);
      await gym.jobs.drain();
      for (let days = 0; days < 6; days += 1) await gym.wait(day);
      clock.advance(day * 1_000);
    }
    assert.deepEqual(await gym.states(made), [
      '1 failed',
      '2 failed',
      '3 successful',
      '4 failed',
      '5 failed',
      '6 successful',
    ]);
    assert.equal(await gym.stateOf(made), 'completed');
    assert.deepEqual(await gym.collected(made), [10_000n, 10_000n]);
  });

  test('daily: retries of several occurrences run side by side, each on its own days', async () => {
    const made = await gym.active({
      firstPaymentDate: '2027-06-01',
      frequency: 'Daily',
      occurrences: 9,
      amount: 10_091n,
    });
    await gym.on('2027-06-01T06:00');
    await gym.on('2027-06-02T06:00');
    assert.deepEqual(
      (await gym.charges(made)).map(({ state, attempts }) => `${state} ${attempts}`),
      ['retrying 2', 'retrying 1', 'scheduled 0'],
    );
    await gym.on('2027-06-03T06:00');
    await gym.on('2027-06-04T06:00');
    await gym.on('2027-06-07T06:00');
    // The first three have failed; the fourth and fifth, which were due for a retry, fail with them.
    assert.equal(await gym.stateOf(made), 'failed');
    assert.ok((await gym.states(made)).every((text) => /failed|cancelled/.test(text)));
    await gym.jobs.drain();
    const open = await db`
      select 1 from payments join subscription_charges charge on charge.payment_id = payments.id
      where charge.subscription_id = ${made.id} and payments.state = 'created'`;
    assert.equal(open.length, 0);
  });
});

describe('the payment at sign-up', () => {
  test('is charged once as soon as the customer has approved, whatever the band says, and counts for no occurrence', async () => {
    await gym.on('2027-07-05T10:00');
    const made = await gym.active({
      firstPaymentDate: '2027-12-31',
      occurrences: 1,
      payableNow: 50_000n,
      band: { minimum: 10_000n, maximum: 10_000n },
    });
    await gym.jobs.drain();
    assert.deepEqual(await gym.states(made), ['1 scheduled', 'signup successful']);
    assert.deepEqual(await gym.collected(made), [50_000n]);
    const [mandate] = await db<{ payableNowCents: bigint }[]>`
      select payable_now_cents from bank.mandates where id = ${made.id}`;
    assert.equal(mandate!.payableNowCents, 50_000n, 'the bank shows what its customer allows');
    const [, event] = await db<{ data: { amount: string; occurrence?: number } }[]>`
      select data from events where object_id = ${made.id} order by sequence`;
    assert.deepEqual([event!.data.amount, event!.data.occurrence], ['500.00', undefined]);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });

  test('is not lost when the only occurrence is paid first: the subscription is complete when both are', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await gym.active({ occurrences: 1, payableNow: 7_000n });
      await gym.jobs.drain();
      assert.equal(await gym.stateOf(made), 'completed');
      assert.deepEqual((await gym.collected(made)).toSorted(), [10_000n, 7_000n]);
    }
  });

  test('failed for good, it fails no subscription', async () => {
    const made = await gym.active({ firstPaymentDate: '2028-01-31', payableNow: 7_091n, occurrences: 1 });
    for (let days = 0; days < 8; days += 1) await gym.wait(day);
    assert.deepEqual(await gym.states(made), ['1 scheduled', 'signup failed']);
    assert.equal(await gym.stateOf(made), 'active');
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });
});

describe('an ad-hoc charge', () => {
  const banded = () =>
    gym.active({ firstPaymentDate: '2028-06-30', band: { minimum: 5_000n, maximum: 20_000n } });

  test('inside the band, ends included, is paid with its own reference and amount', async () => {
    const made = await banded();
    for (const amount of [5_000n, 20_000n]) {
      const charge = await chargeNow(ctx, made, { amount, merchantReference: `EXTRA-${amount}` });
      assert.deepEqual([charge.type, charge.state, charge.occurrence], ['adhoc', 'scheduled', null]);
      await gym.wait(1);
    }
    const charges = (await gym.charges(made)).filter(({ type }) => type === 'adhoc');
    assert.deepEqual(
      charges.map(({ state, merchantReference }) => [state, merchantReference]),
      [
        ['successful', 'EXTRA-5000'],
        ['successful', 'EXTRA-20000'],
      ],
    );
    assert.deepEqual(await gym.collected(made), [5_000n, 20_000n]);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });

  test('outside the band is refused with the field, and never sent to a bank', async () => {
    const made = await banded();
    for (const amount of [4_999n, 20_001n, 0n, -5_000n, 1n << 62n]) {
      await assert.rejects(
        chargeNow(ctx, made, { amount, merchantReference: 'X' }),
        refusedAs('InvalidField', 'amount'),
      );
    }
    await gym.jobs.drain();
    assert.deepEqual(await gym.states(made), ['1 scheduled']);
    const orders = await db`select 1 from bank.orders where mandate_id = ${made.id}`;
    assert.equal(orders.length, 0);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });

  test('without a band is refused, whatever limits there are', async () => {
    for (const limits of [{}, { maxAdhocCharges: 5, maxAdhocTotal: 10_000n }]) {
      const made = await gym.active({ firstPaymentDate: '2028-06-30', ...limits });
      for (const amount of [1n, 10_000n, 10_001n])
        await assert.rejects(
          chargeNow(ctx, made, { amount, merchantReference: 'X' }),
          refusedAs('AdhocChargesNotAuthorised'),
        );
      assert.deepEqual(await gym.states(made), ['1 scheduled']);
      await cancelSubscription(ctx, only(site.merchantId), made.id);
    }
  });

  test('is refused of any subscription that is not active', async () => {
    const waiting = await gym.subscribe();
    const canceled = await gym.active();
    await cancelSubscription(ctx, only(site.merchantId), canceled.id);
    for (const one of [waiting, canceled]) {
      await assert.rejects(
        chargeNow(ctx, one, { amount: 1n, merchantReference: 'X' }),
        refusedAs('SubscriptionNotActive'),
      );
    }
  });
});

test('after all that, everything is sound', async () => {
  await gym.sound();
});
