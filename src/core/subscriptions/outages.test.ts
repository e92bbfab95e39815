import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consent, openOnThursday } from '../../../test/support/setup/subscriptions.ts';
import { bank } from '../../../test/support/world.ts';
import { type At, BankTimeout, type Collection, type MandateOrder } from '../rails.ts';
import { only } from '../viewer.ts';
import { authoriseAtBank, cancelSubscription } from './actions.ts';
import { createSubscriptionSweeps } from './jobs.ts';

const hour = 3_600;
const day = 24 * hour;

describe('a bank that is away when a charge is due', () => {
  test('is tried again with the same attempt, and gets it once when it is back', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 1 });
    gym.simulator.setFaults({ down: true });
    await gym.jobs.drain();
    for (const seconds of [60, 60, 600, 2 * hour]) await gym.wait(seconds);
    assert.deepEqual(
      (await gym.charges(made)).map(({ state, attempts }) => [state, attempts]),
      [['charging', 1]],
    );
    gym.simulator.setFaults({});
    await gym.wait(hour);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    assert.equal(await gym.stateOf(made), 'completed');
    await gym.sound();
  });

  test('all day costs an attempt; the next is opened on the next business day', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 1 });
    gym.simulator.setFaults({ down: true });
    for (let hours = 0; hours < 12; hours += 1) await gym.wait(hour);
    const [charge] = await gym.charges(made);
    assert.deepEqual([charge!.state, charge!.stateReason], ['retrying', 'the bank could not be reached']);
    // The bank cannot be queried for the first, so no second is created.
    await gym.on('2027-01-15T06:00');
    assert.deepEqual(
      (await gym.charges(made)).map(({ state, attempts }) => [state, attempts]),
      [['retrying', 1]],
    );
    gym.simulator.setFaults({});
    await gym.wait(hour);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    await gym.sound();
  });

  test('for days: the occurrences are caught up with in their order, each once', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 5, frequency: 'Daily' });
    gym.simulator.setFaults({ errorRate: 1 });
    for (let days = 0; days < 3; days += 1) await gym.wait(day);
    gym.simulator.setFaults({});
    for (let days = 0; days < 6; days += 1) await gym.wait(day);
    assert.deepEqual(
      await gym.states(made),
      [1, 2, 3, 4, 5].map((number) => `${number} successful`),
    );
    assert.equal((await gym.collected(made)).length, 5);
    await gym.sound();
  });
});

describe('a mandate whose opening got no response', () => {
  type Gym = Awaited<ReturnType<typeof openOnThursday>>;
  const cancel = ({ ctx, site }: Gym, { id }: { id: string }) =>
    cancelSubscription(ctx, only(site.merchantId), id);

  test('does not exist at the bank after the subscription has ended, though no bank is known of it', async () => {
    const gym = await openOnThursday();
    const [cancelled, lapsed] = [await gym.subscribe(), await gym.subscribe()];
    gym.simulator.setFaults({ timeoutAfterCommit: true });
    for (const one of [cancelled, lapsed]) {
      await assert.rejects(gym.goToBank(one), { code: 'BankUnavailable' });
      await gym.simulator.decideMandate(one.id, 'approved');
    }
    gym.simulator.setFaults({});
    await cancel(gym, cancelled);
    for (let hours = 0; hours < 26; hours++) await gym.wait(hour);
    assert.deepEqual([await gym.stateOf(cancelled), await gym.stateOf(lapsed)], ['canceled', 'expired']);
    assert.deepEqual(
      [await gym.mandateState(cancelled), await gym.mandateState(lapsed)],
      ['cancelled', 'cancelled'],
    );
    await gym.sound();
  });

  // It ends, and the bank is informed, before the opening arrives there.
  for (const isAnswered of [false, true]) {
    test(`does not exist there either if it arrives after the end, and is ${isAnswered ? '' : 'not '}answered`, async () => {
      const gym = await openOnThursday();
      const made = await gym.subscribe();
      const authorise = async (order: MandateOrder) => {
        await cancel(gym, made);
        await gym.bankSweep.run();
        const answer = await gym.simulator.rails.mandates.authorise(order);
        if (!isAnswered) throw new BankTimeout('lost');
        return answer;
      };
      const slow = gym.simulator.railsWith({ mandates: { authorise } });
      const opening = authoriseAtBank(gym.ctx, slow, made, bank, consent, 'http://localhost:8420/back');
      await assert.rejects(opening, { code: isAnswered ? 'SubscriptionEnded' : 'BankUnavailable' });
      await gym.wait(hour);
      assert.equal(await gym.mandateState(made), 'cancelled');
    });
  }

  test('is revoked if it arrives while the bank is being notified of the end', async () => {
    const gym = await openOnThursday();
    const made = await gym.subscribe();
    const { mandates } = gym.simulator.rails;
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const authorise = (order: MandateOrder) => {
      asked.resolve();
      return gate.promise.then(() => mandates.authorise(order));
    };
    const slow = gym.simulator.railsWith({ mandates: { authorise } });
    const opening = authoriseAtBank(gym.ctx, slow, made, bank, consent, 'http://localhost:8420/back');
    const refused = assert.rejects(opening, { code: 'SubscriptionEnded' });
    await asked.promise;
    await cancel(gym, made);
    const revoke = async (at: At) => {
      await mandates.revoke(at);
      gate.resolve();
      await refused;
    };
    const meeting = gym.simulator.railsWith({ mandates: { revoke } });
    await createSubscriptionSweeps(gym.ctx, meeting)[0]!.run();
    gate.resolve();
    await refused;
    await gym.wait(hour);
    assert.equal(await gym.mandateState(made), 'cancelled');
  });
});

describe('a lost response', () => {
  test('is queried, and the charge is never sent as another', async () => {
    const gym = await openOnThursday();
    const made = await gym.active({ occurrences: 1 });
    gym.simulator.setFaults({ timeoutAfterCommit: true });
    await gym.chargeSweep.run();
    const [charge] = await gym.charges(made);
    assert.equal((await gym.now({ id: charge!.transactionId! })).state, 'unknown');
    assert.equal(charge!.dueAt, null);
    gym.simulator.setFaults({});
    await gym.wait(5);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    assert.deepEqual(await gym.notificationsOf(made), [
      'authorization.approved',
      'payment.succeeded',
      'completed',
    ]);
    await gym.sound();
  });

  test('from a bank too busy to respond is notified as soon as it does (.99), pending ones when they end (.94, .95)', async () => {
    const gym = await openOnThursday();
    const amounts = { 99: '1 successful', 94: '1 successful', 95: '1 retrying' };
    const all = [];
    for (const [cents, expected] of Object.entries(amounts)) {
      all.push([await gym.active({ occurrences: 1, amount: 10_000n + BigInt(cents) }), expected] as const);
    }
    await gym.jobs.drain();
    for (const [made] of all) assert.deepEqual(await gym.states(made), ['1 charging']);
    for (const seconds of [10, 30, 30, 30]) await gym.wait(seconds);
    for (const [made, expected] of all) assert.deepEqual(await gym.states(made), [expected]);
    await gym.sound();
  });

  test('because the process was killed before its call, or before the response, is found by the next process', async () => {
    for (const isReceived of [false, true]) {
      const gym = await openOnThursday();
      const made = await gym.active({ occurrences: 1 });
      const killed = new Error('killed');
      const collect = async (collection: Collection) => {
        if (isReceived) await gym.simulator.rails.mandates.collect(collection);
        throw killed;
      };
      const rails = gym.simulator.railsWith({ mandates: { collect } });
      const [, dying] = createSubscriptionSweeps(gym.ctx, rails);
      await assert.rejects(dying!.run(), killed);
      const [charge] = await gym.charges(made);
      assert.equal((await gym.now({ id: charge!.transactionId! })).state, 'started');
      await gym.wait(59);
      assert.equal((await gym.states(made))[0], isReceived ? '1 successful' : '1 charging');
      await gym.wait(1);
      assert.deepEqual(await gym.states(made), ['1 successful']);
      assert.deepEqual(await gym.collected(made), [10_000n]);
      await gym.sound();
    }
  });
});
