import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { asAnother } from '../../../test/support/another.ts';
import { budget } from '../../../test/support/budget.ts';
import { openWorld, otherBank } from '../../../test/support/world.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { checkTransactions } from '../../reports/checks/transactions.ts';
import { maskAccount } from '../account-numbers.ts';
import { changeSite } from '../merchants/actions.ts';
import { feeOf } from '../merchants/fees.ts';
import type { BankAnswer, BankOutcome } from '../rails.ts';
import { chooseTestOutcome, findCurrent, type TestOutcome, type Transaction } from './actions.ts';
import { cancelPayment } from './cancellation.ts';
import { enquire } from './enquiries.ts';
import { recordAnswer, recordCallback } from './transitions.ts';

const world = await openWorld();
const { db, ctx, simulator } = world;

const answer = (outcome: BankOutcome, over: Partial<BankAnswer> = {}): BankAnswer => ({
  outcome,
  reason: null,
  payerAccount: null,
  ...over,
});
const say = (transaction: { id: string }, outcome: BankOutcome, over: Partial<BankAnswer> = {}) =>
  recordAnswer({ ...ctx, actor: 'bank' }, transaction.id, answer(outcome, over));

async function atBank(): Promise<Transaction> {
  return world.goToBank(await world.ask());
}

/** Returns everything that a bank's response can have changed. */
async function timelineOf(transaction: Transaction) {
  return {
    transaction: await world.now(transaction),
    payment: await world.paymentNow({ id: transaction.paymentId }),
    events: await world.events(transaction.id),
    booked: await world.booked(transaction.id),
    transitions: (
      await db`select 1 from transitions where object_id in (${transaction.id}, ${transaction.paymentId})`
    ).length,
  };
}

describe("a bank's report", () => {
  const outcomes: [BankOutcome, state: string, payment: string, events: string[]][] = [
    ['waiting', 'started', 'created', []],
    ['authenticated', 'authenticated', 'created', []],
    ['pending', 'pending', 'created', ['transaction.pending']],
    ['paid', 'successful', 'complete', ['transaction.complete']],
    ['declined', 'declined', 'created', ['transaction.complete']],
    ['cancelled', 'cancelled', 'created', ['transaction.complete']],
    ['abandoned', 'abandoned', 'created', ['transaction.complete']],
    ['error', 'failed', 'created', ['transaction.complete']],
  ];
  for (const [outcome, state, payment, events] of outcomes) {
    test(`"${outcome}" makes the transaction ${state} and the payment ${payment}`, async () => {
      const transaction = await atBank();
      await say(transaction, outcome, { reason: outcome === 'declined' ? 'insufficient funds' : null });
      const timeline = await timelineOf(transaction);
      assert.equal(timeline.transaction.state, state);
      assert.equal(timeline.transaction.stateReason, outcome === 'declined' ? 'insufficient funds' : null);
      assert.equal(timeline.transaction.paidLate, false);
      assert.equal(timeline.payment.state, payment);
      assert.deepEqual(
        timeline.events.map(({ type }) => type),
        events,
      );
      assert.equal(Object.keys(timeline.booked).length > 0, outcome === 'paid');
    });

    test(`"${outcome}" ten times at once takes effect once`, async () => {
      const transaction = await atBank();
      await Promise.all(Array.from({ length: 10 }, () => say(transaction, outcome)));
      const timeline = await timelineOf(transaction);
      await say(transaction, outcome);
      assert.deepEqual(await timelineOf(transaction), timeline);
      assert.deepEqual(
        timeline.events.map(({ sequence }) => sequence),
        events.map((_, index) => index + 1),
      );
    });
  }

  for (const [final] of outcomes.slice(3)) {
    test(`after "${final}" no other response changes anything but late money`, async () => {
      const transaction = await atBank();
      await say(transaction, final);
      const timeline = await timelineOf(transaction);
      for (const [stale] of outcomes) if (stale !== 'paid' || final === 'paid') await say(transaction, stale);
      assert.deepEqual(await timelineOf(transaction), timeline);
    });
  }

  test('about an unknown transaction is received and ignored', async () => {
    assert.equal(await say({ id: newId(ctx.clock) }, 'paid'), undefined);
  });

  test("keeps the last four digits of the payer's account, the first time", async () => {
    const transaction = await atBank();
    await say(transaction, 'pending', { payerAccount: '62001234567' });
    await say(transaction, 'paid', { payerAccount: '99999999999' });
    assert.equal((await world.now(transaction)).payerAccount, '*******4567');
    const [row] =
      await db`select string_agg(to_jsonb(events)::text, ' ') as text from events where object_id = ${transaction.id}`;
    assert.match(row!.text, /\*{7}4567/);
    assert.doesNotMatch(row!.text, /62001234567|9999/);
    assert.equal(maskAccount('123'), '123');
    assert.equal(maskAccount('12345'), '*2345');
  });

  test('in any order, any number of times, by callback and enquiry at once, gives one correct history', async () => {
    const spoken = fc.array(fc.constantFrom(...outcomes.map(([outcome]) => outcome)), {
      minLength: 1,
      maxLength: 7,
    });
    await fc.assert(
      fc.asyncProperty(spoken, fc.boolean(), async (said, isConcurrent) => {
        const transaction = await atBank();
        if (isConcurrent) await Promise.all(said.map((outcome) => say(transaction, outcome)));
        else for (const outcome of said) await say(transaction, outcome);
        const { transaction: now, payment, booked, events } = await timelineOf(transaction);
        assert.equal(now.state === 'successful', said.includes('paid'));
        assert.equal(payment.state === 'complete', said.includes('paid'));
        assert.deepEqual(booked, said.includes('paid') ? { bank_clearing: 10_000n, merchant: -10_000n } : {});
        assert.deepEqual(
          events.map(({ sequence }) => sequence),
          events.map((_, index) => index + 1),
        );
        assert.ok(events.filter(({ state }) => state === 'successful').length <= 1);
      }),
      { numRuns: budget(10, 150) },
    );
    assert.deepEqual(await checkTransactions(db), []);
  });
});

describe('money that comes late', () => {
  const ends: Record<string, (transaction: Transaction) => Promise<unknown>> = {
    declined: (transaction) => say(transaction, 'declined'),
    cancelled: (transaction) => say(transaction, 'cancelled'),
    abandoned: (transaction) => say(transaction, 'abandoned'),
    failed: (transaction) => say(transaction, 'error'),
    expired: async (transaction) => {
      world.clock.advance(8 * 86_400_000);
      while (await world.sweeps.expiry.run()) {}
      return transaction;
    },
  };
  for (const [state, end] of Object.entries(ends)) {
    test(`after the transaction was ${state} is booked and notified once, and completes the payment`, async () => {
      const transaction = await atBank();
      await end(transaction);
      assert.equal((await world.now(transaction)).state, state);
      await Promise.all(Array.from({ length: 5 }, () => say(transaction, 'paid')));
      const { transaction: now, payment, booked, events } = await timelineOf(transaction);
      assert.deepEqual([now.state, now.paidLate, now.stateReason], ['successful', true, 'paid late']);
      assert.deepEqual(payment, { state: 'complete', stateReason: 'paid late' });
      assert.equal(booked.bank_clearing, 10_000n);
      assert.deepEqual(
        events.map(({ state: reported }) => reported),
        [state, 'successful'],
      );
    });
  }

  test('after the payment was cancelled completes it with that reason', async () => {
    const payment = await world.ask();
    const transaction = await world.goToBank(payment);
    await cancelPayment(ctx, simulator.rails, payment, 'out of stock');
    await simulator.decide(transaction.id, 'success');
    await world.jobs.drain();
    assert.deepEqual(await world.paymentNow(payment), { state: 'complete', stateReason: 'paid late' });
    assert.equal((await world.now(transaction)).paidLate, true);
  });

  test('on one attempt after another paid is booked as well: money decides', async () => {
    const payment = await world.ask();
    const first = await world.goToBank(payment);
    await say(first, 'declined');
    const second = await world.goToBank(payment, otherBank);
    await say(second, 'paid');
    await say(first, 'paid');
    assert.deepEqual(
      [(await world.booked(first.id)).bank_clearing, (await world.booked(second.id)).bank_clearing],
      [10_000n, 10_000n],
    );
    assert.deepEqual(await world.paymentNow(payment), { state: 'complete', stateReason: null });
    assert.deepEqual([(await world.now(first)).paidLate, (await world.now(second)).paidLate], [true, false]);
    assert.equal((await findCurrent(ctx.db, payment.id))!.state, 'successful');
  });

  test('from a bank that held it while the payment expired is late too', async () => {
    const transaction = await atBank();
    await say(transaction, 'pending');
    world.clock.advance(8 * 86_400_000);
    while (await world.sweeps.expiry.run()) {}
    assert.deepEqual(
      [(await world.now(transaction)).state, (await world.paymentNow({ id: transaction.paymentId })).state],
      ['pending', 'expired'],
    );
    await say(transaction, 'paid');
    assert.deepEqual(
      [
        (await world.now(transaction)).paidLate,
        (await world.paymentNow({ id: transaction.paymentId })).state,
      ],
      [true, 'complete'],
    );
  });
});

const races = budget(30, 200);
test(`cancelling and paying at once, ${races} times, have one truth each`, async () => {
  const outcomes = { paid: 0, cancelled: 0 };
  for (let round = 0; round < races; round++) {
    const payment = await world.ask();
    const transaction = await world.goToBank(payment);
    const [cancelling] = await Promise.allSettled([
      cancelPayment(ctx, simulator.rails, payment, 'changed my mind'),
      round % 2 ? world.take(transaction, 'authenticate', 'approve') : say(transaction, 'paid'),
    ]);
    const { transaction: now, payment: after, booked } = await timelineOf(transaction);
    const isPaid = now.state === 'successful';
    outcomes[isPaid ? 'paid' : 'cancelled'] += 1;
    assert.equal(after.state, isPaid ? 'complete' : 'cancelled');
    assert.equal(booked.bank_clearing, isPaid ? 10_000n : undefined);
    // A payment that was cancelled is later reported as paid late; a cancellation was refused only because of money.
    if (cancelling.status === 'rejected') assert.equal(cancelling.reason.code, 'PaymentAlreadyComplete');
    else assert.equal(isPaid, now.paidLate);
  }
  assert.ok(outcomes.paid > races / 10, JSON.stringify(outcomes));
  assert.deepEqual(await checkTransactions(db), []);
});

describe('the fee', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 14n });

  test('is part of the amount and never more than it', () => {
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 0, max: 10_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (gross, feeBps, feeCents) => {
          const fee = feeOf(gross, { feeBps, feeCents });
          assert.ok(fee >= 0n && fee <= gross);
          const asked = (gross * BigInt(feeBps) * 2n + 10_000n) / 20_000n + feeCents;
          assert.equal(fee, asked < gross ? asked : gross);
        },
      ),
      { numRuns: budget(300, 3_000) },
    );
  });

  test('is set by the site and booked as earned', async () => {
    await changeSite(ctx, world.site.code, { feeBps: 175, feeCents: 99n });
    const { transaction } = await world.paid({ amount: 12_345n });
    assert.deepEqual(await world.booked(transaction.id), {
      bank_clearing: 12_345n,
      merchant: -12_030n,
      fees: -315n,
    });
    await changeSite(ctx, world.site.code, { feeBps: 10_000, feeCents: 500n });
    const { transaction: small } = await world.paid({ amount: 100n });
    assert.deepEqual(await world.booked(small.id), { bank_clearing: 100n, merchant: 0n, fees: -100n });
  });
});

describe('a test payment', () => {
  const ends: [TestOutcome, string][] = [
    ['success', 'successful'],
    ['cancelled', 'cancelled'],
    ['error', 'failed'],
    ['abandoned', 'abandoned'],
    ['pending', 'pending'],
  ];
  for (const [outcome, state] of ends) {
    test(`ends as its payer chose: ${outcome}, with nothing booked and no bank queried`, async () => {
      const payment = await world.ask({ isTest: true });
      // A choice after a success is refused.
      const chosen = await Promise.allSettled(
        Array.from({ length: 5 }, () => chooseTestOutcome(ctx, payment, outcome)),
      );
      const [first] = chosen.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const transaction = await world.now(first!);
      assert.equal(transaction.state, state);
      assert.deepEqual(await world.booked(transaction.id), {});
      const orders = await db`select 1 from bank.orders where id = ${transaction.id}`;
      assert.equal(orders.length, 0);
      assert.equal((await world.events(transaction.id)).length, 1);
    });
  }

  test('left pending succeeds by itself after a minute, still with nothing booked', async () => {
    const payment = await world.ask({ isTest: true });
    const { id } = await chooseTestOutcome(ctx, payment, 'pending');
    world.clock.advance(59_000);
    await world.jobs.drain();
    assert.equal((await world.now({ id })).state, 'pending');
    world.clock.advance(1_000);
    await world.jobs.drain();
    assert.equal((await world.now({ id })).state, 'successful');
    assert.deepEqual(await world.booked(id), {});
    assert.deepEqual(await checkTransactions(db), []);
  });

  test('is the only kind whose payer can choose how it ends', async () => {
    const real = await world.ask();
    await assert.rejects(chooseTestOutcome(ctx, real, 'success'), { code: 'StepNotAllowed' });
    const failed = await world.goToBank(real);
    await say(failed, 'declined');
    await assert.rejects(chooseTestOutcome(ctx, real, 'success'), { code: 'StepNotAllowed' });
    assert.equal((await world.paymentNow(real)).state, 'created');
  });
});

test('an enquiry after the outcome is known changes nothing', async () => {
  const { transaction } = await world.paid();
  const timeline = await timelineOf(transaction);
  await enquire(ctx, simulator.rails, timeline.transaction);
  assert.deepEqual(await timelineOf(transaction), timeline);
});

test('a callback that repeats the recorded state waits for no lock, and one with news is recorded', async () => {
  const transaction = await atBank();
  const bank = { ...ctx, actor: 'bank' } as const;
  await recordCallback(bank, transaction.id, answer('paid'));
  const before = await timelineOf(transaction);
  assert.equal(before.transaction.state, 'successful');
  await inTransaction(db, async (tx) => {
    await tx`select 1 from payments where id = ${transaction.paymentId} for update`;
    await asAnother(() => recordCallback(bank, transaction.id, answer('paid')));
  });
  assert.deepEqual(await timelineOf(transaction), before);
  const refused = await atBank();
  await recordCallback(bank, refused.id, answer('declined'));
  await recordCallback(bank, refused.id, answer('paid'));
  assert.equal((await world.now(refused)).state, 'successful');
});
