import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAnother } from '../../../test/support/another.ts';
import { openOnThursday } from '../../../test/support/setup/subscriptions.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { DomainError } from '../errors.ts';
import { lockPayment } from '../payments/actions.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, chargeNow, type Subscription } from './actions.ts';
import { createSubscriptionSweeps } from './jobs.ts';

const gym = await openOnThursday();
const { ctx, simulator, site, db } = gym;

/** Runs many of one kind at once, as if each were in its own process. */
const atOnce = <T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)));

const sweep = (): Promise<number> => createSubscriptionSweeps(ctx, simulator.rails)[1]!.run();

/** Returns a refusal's message; any other error fails. */
const refusal = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  throw error;
};

describe('fifty schedulers at once', () => {
  test('charge each due occurrence once', async () => {
    const all: Subscription[] = [];
    for (let made = 0; made < 20; made += 1) all.push(await gym.active({ payableNow: 7_000n }));
    await atOnce(50, sweep);
    await gym.wait(60);
    for (const one of all) {
      assert.deepEqual(await gym.states(one), ['1 successful', '2 scheduled', 'signup successful']);
      assert.deepEqual((await gym.collected(one)).toSorted(), [10_000n, 7_000n]);
    }
    const [orders] =
      await db`select count(*)::integer as count from bank.orders where mandate_id is not null`;
    assert.equal(orders!.count, 40);
    for (const { id } of all) await cancelSubscription(ctx, only(site.merchantId), id);
  });

  test('try a failed charge again once, when they all hold it for due', async () => {
    const made = await gym.active({ amount: 10_091n });
    await gym.jobs.drain();
    gym.clock.advance(86_400_000);
    await atOnce(50, sweep);
    await gym.wait(60);
    assert.deepEqual(
      (await gym.charges(made)).map(({ state, attempts }) => [state, attempts]),
      [
        ['retrying', 2],
        ['scheduled', 0],
      ],
    );
    const [orders] =
      await db`select count(*)::integer as count from bank.orders where mandate_id = ${made.id}`;
    assert.equal(orders!.count, 2);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });
});

const band = { minimum: 1n, maximum: 10_000n };

describe('fifty ad-hoc charges at once', () => {
  test('are fifty charges, each paid once and notified once', async () => {
    const made = await gym.active({ firstPaymentDate: '2028-01-31', band });
    await atOnce(50, (index) =>
      chargeNow(ctx, made, { amount: BigInt(index + 1), merchantReference: `EXTRA-${index}` }),
    );
    await gym.jobs.drain();
    assert.deepEqual(
      (await gym.collected(made)).toSorted((a, b) => Number(a - b)),
      Array.from({ length: 50 }, (_, index) => BigInt(index + 1)),
    );
    assert.equal((await gym.notificationsOf(made)).filter((type) => type === 'payment.succeeded').length, 50);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
  });
});

describe('fifty ad-hoc charges at once, if the customer has allowed fewer', () => {
  const first = '2028-01-31';
  const rounds = [
    ['by their number', { maxAdhocCharges: 7 }, 7],
    // 16 of R 6,00 are R 96,00; one more would be R 102,00.
    ['by their sum', { maxAdhocTotal: 10_000n }, 16],
    ['by both', { maxAdhocCharges: 20, maxAdhocTotal: 3_000n }, 5],
    ['altogether', { maxAdhocCharges: 0 }, 0],
  ] as const;
  for (const [how, limits, most] of rounds) {
    test(`${how}, never pass the limit, in the books neither`, async () => {
      const made = await gym.active({ firstPaymentDate: first, band, ...limits });
      const answers = await atOnce(50, () =>
        chargeNow(ctx, made, { amount: 600n, merchantReference: 'X' }).then(() => 'accepted', refusal),
      );
      await gym.jobs.drain();
      assert.equal(answers.filter((answer) => answer === 'accepted').length, most);
      assert.equal(answers.filter((answer) => answer === 'SubscriptionLimitReached').length, 50 - most);
      assert.deepEqual(await gym.collected(made), Array(most).fill(600n));
      await cancelSubscription(ctx, only(site.merchantId), made.id);
    });
  }
});

describe('a cancellation', () => {
  test('against the charge: it is charged whole or not at all, and nothing after', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const made = await gym.active({ frequency: 'Daily', occurrences: 5 });
      const later = new Promise((done) => setTimeout(done, round % 8));
      await Promise.all([
        sweep(),
        sweep(),
        later.then(() => cancelSubscription(ctx, only(site.merchantId), made.id)),
      ]);
      await gym.wait(60);
      const states = (await gym.states(made)).join();
      const paid = await gym.collected(made);
      assert.ok(['1 cancelled', '1 successful,2 cancelled', '1 failed,2 cancelled'].includes(states), states);
      assert.deepEqual(paid, states.includes('successful') ? [10_000n] : []);
      outcomes.add(states);
    }
    assert.ok(outcomes.size > 1, 'neither side always won');
  });

  test('against ad-hoc charges: each was accepted and has ended, or was refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await gym.active({ firstPaymentDate: '2028-01-31', band });
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, () =>
          chargeNow(ctx, made, { amount: 100n, merchantReference: 'X' }).then(() => 'accepted', refusal),
        ),
        cancelSubscription(ctx, only(site.merchantId), made.id),
        sweep(),
      ]);
      await gym.wait(60);
      const accepted = answers.filter((answer) => answer === 'accepted').length;
      const states = (await gym.states(made)).filter((text) => text.startsWith('adhoc'));
      assert.equal(states.length, accepted);
      assert.ok(answers.every((answer) => !String(answer).includes('Refused')));
      assert.ok(
        states.every((text) => /successful|cancelled|failed/.test(text)),
        states.join(),
      );
    }
  });

  test('during a retry of the charge waits for no holder of its payment', async () => {
    await gym.nextMorning();
    const made = await gym.active({ amount: 10_091n });
    await gym.jobs.drain();
    const [charge] = await gym.charges(made);
    assert.equal(charge!.state, 'retrying');
    // A bank's response locks the payment first and the subscription second.
    await inTransaction(db, async (tx) => {
      await lockPayment(tx, charge!.paymentId!);
      await asAnother(() => cancelSubscription(ctx, only(site.merchantId), made.id));
    });
    assert.equal((await gym.states(made))[0], '1 failed');
  });

  test('fifty times at once cancels once', async () => {
    const made = await gym.active({ firstPaymentDate: '2028-01-31' });
    await atOnce(50, () => cancelSubscription(ctx, only(site.merchantId), made.id));
    assert.deepEqual(await gym.notificationsOf(made), ['authorization.approved', 'cancelled']);
  });
});

test('late money against a retry that is due: the charge is paid once', async () => {
  for (let round = 0; round < 5; round += 1) {
    await gym.nextMorning();
    const made = await gym.active({ occurrences: 1, amount: 10_096n });
    await gym.jobs.drain();
    gym.clock.advance(5 * 3_600_000);
    await gym.sweeps.enquiry.run();
    assert.deepEqual(await gym.states(made), ['1 retrying']);
    gym.clock.advance(5 * 86_400_000);
    const bank = simulator.sweeps.map(({ run }) => run());
    await Promise.all([sweep(), gym.sweeps.enquiry.run(), sweep(), ...bank]);
    await gym.wait(60);
    assert.deepEqual(await gym.collected(made), [10_096n]);
    assert.equal(await gym.stateOf(made), 'completed');
  }
});

test('after all that, everything is sound', async () => {
  await gym.wait(86_400);
  await gym.sound();
});
