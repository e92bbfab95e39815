import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consent, type Given, openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import { otherBank } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { DomainError } from '../errors.ts';
import { type MandateOrder, placeOf } from '../rails.ts';
import { only } from '../viewer.ts';
import {
  authoriseAtBank,
  cancelSubscription,
  createSubscription,
  declineSubscription,
  getSubscription,
  recordMandateAnswer,
} from './actions.ts';

const gym = await openSubscriptions();
const { ctx, clock, db, simulator, site } = gym;
const hour = 3_600;

const refusedAs = (code: string, field?: string) => (error: unknown) =>
  error instanceof DomainError && error.code === code && error.details.field === field;

describe('a new subscription', () => {
  test("waits for its customer, with the merchant's terms, and charges nothing", async () => {
    const made = await gym.subscribe({
      band: { minimum: 5_000n, maximum: 20_000n },
      payableNow: 9_900n,
      description: 'Gym, every month',
      bankReference: 'GYM 1',
      firstPaymentDate: '2026-12-31',
      customer: { name: 'Nomsa', email: 'n@example.com' },
    });
    const read = await getSubscription(ctx, site.merchantId, made.id);
    assert.deepEqual(read, made);
    assert.deepEqual(
      [read.state, read.firstPaymentDate, read.minimumCents, read.maximumCents, read.payableNowCents],
      ['pending_authorization', '2026-12-31', 5_000n, 20_000n, 9_900n],
    );
    assert.deepEqual(read.lapsesAt, plus(clock.now(), 24 * hour * 1000));
    await gym.jobs.drain();
    assert.deepEqual(await gym.charges(made), []);
    await assert.rejects(
      getSubscription(ctx, '01a1f866-0d00-7000-8000-000000000000', made.id),
      refusedAs('SubscriptionNotFound'),
    );
  });

  test('is refused with the field to blame if it makes no sense', async () => {
    const cases: [Given, string][] = [
      [{ firstPaymentDate: '2026-11-19' }, 'firstPaymentDate'],
      [{ firstPaymentDate: '2026-02-30' }, 'firstPaymentDate'],
      [{ firstPaymentDate: 'soon' }, 'firstPaymentDate'],
      [{ band: { minimum: 20_000n, maximum: 5_000n } }, 'band'],
      [{ band: { minimum: 10_001n, maximum: 20_000n } }, 'amount'],
      [{ band: { minimum: 1n, maximum: 9_999n } }, 'amount'],
    ];
    for (const [given, field] of cases) {
      await assert.rejects(gym.subscribe(given), refusedAs('InvalidField', field), JSON.stringify(field));
    }
  });

  test('can begin today by the South African calendar, when it is yesterday in Greenwich', async () => {
    const midnight = await openSubscriptions();
    midnight.clock.set(new Date('2026-11-20T22:30:00Z'));
    await assert.rejects(midnight.subscribe({ firstPaymentDate: '2026-11-20' }));
    assert.equal(
      (await midnight.subscribe({ firstPaymentDate: '2026-11-21' })).firstPaymentDate,
      '2026-11-21',
    );
  });

  test('is notified and returned at its site’s addresses, if it names no address itself', async () => {
    const addresses = { notifyUrl: 'https://shop.example/hook', returnUrl: 'https://shop.example/back' };
    const usual = { amount: 1n, merchantReference: 'A', frequency: 'Daily', occurrences: 1 } as const;
    const made = await createSubscription(ctx, {
      ...usual,
      site: { ...site, addresses },
      firstPaymentDate: '2026-12-01',
    });
    assert.deepEqual([made.notifyUrl, made.returnUrl], [addresses.notifyUrl, addresses.returnUrl]);
  });
});

describe('the customer', () => {
  test('approves: it is active from then on, with the account and the consent on record', async () => {
    const made = await gym.subscribe({ firstPaymentDate: '2027-01-31' });
    const { redirectUrl } = await gym.goToBank(made);
    assert.ok(redirectUrl.endsWith(`/bank/mandates/${made.id}`));
    assert.equal((await gym.comeBack(made)).state, 'pending_authorization');
    await simulator.decideMandate(made.id, 'approved');
    const after = await gym.comeBack(made);
    assert.deepEqual(
      [after.state, after.authorizationStatus, after.authorizedAt, after.consent],
      ['active', 'approved', clock.now(), consent],
    );
    assert.match(after.payerAccount!, /^\*{5,}\d{4}$/);
    assert.deepEqual(await gym.notificationsOf(made), ['authorization.approved']);
    const [first, ...others] = await gym.charges(made);
    assert.deepEqual(
      [first!.occurrence, first!.state, first!.dueDate, first!.chargeDate, others],
      [1, 'scheduled', '2027-01-31', '2027-02-01', []],
    );
    assert.deepEqual((await gym.read(made)).dueAt, null);
  });

  test('does not come back: it is still active, because the bank is queried', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    await simulator.decideMandate(made.id, 'approved');
    await gym.wait(20);
    assert.equal(await gym.stateOf(made), 'active');
  });

  test('declines at the bank, or on the hosted page before any bank: it has failed, and both report it once', async () => {
    const atBank = await gym.subscribe();
    await gym.goToBank(atBank);
    await simulator.decideMandate(atBank.id, 'declined');
    const withUs = await gym.subscribe();
    assert.equal((await gym.comeBack(atBank)).state, 'failed');
    assert.equal((await declineSubscription(ctx, withUs.id)).state, 'failed');
    assert.equal((await declineSubscription(ctx, withUs.id)).state, 'failed');
    assert.equal((await gym.comeBack(atBank)).stateReason, 'declined at the bank');
    for (const one of [atBank, withUs]) {
      assert.deepEqual(await gym.notificationsOf(one), ['authorization.declined']);
      await assert.rejects(gym.goToBank(one), refusedAs('SubscriptionEnded'));
    }
  });

  test('presses twice, or chooses another bank before deciding: the bank that approved is the one that counts', async () => {
    const made = await gym.subscribe();
    const presses = await Promise.all(Array.from({ length: 10 }, () => gym.goToBank(made)));
    assert.equal(new Set(presses.map(({ redirectUrl }) => redirectUrl)).size, 1);
    await gym.goToBank(made, otherBank);
    assert.equal((await gym.read(made)).bankName, otherBank.name);
    // The first bank's page in an old window leads to the same mandate.
    await simulator.decideMandate(made.id, 'approved');
    const after = await gym.comeBack(made);
    assert.deepEqual([after.state, after.bankId], ['active', otherBank.id]);
    await assert.rejects(gym.goToBank(made), refusedAs('StepNotAllowed'));
  });

  test('approved at one bank while another window opened a second: the first is charged', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    await simulator.decideMandate(made.id, 'approved');
    await gym.goToBank(made, otherBank);
    assert.equal((await gym.read(made)).bankId, otherBank.id);
    const after = await gym.comeBack(made);
    assert.notEqual(after.bankId, otherBank.id);
    await gym.jobs.drain();
    assert.deepEqual(await gym.collected(made), [10_000n]);
  });

  test('does nothing: after 24 hours it has expired, whether or not they went to a bank', async () => {
    const untouched = await gym.subscribe();
    const started = await gym.subscribe();
    await gym.goToBank(started);
    await gym.wait(24 * hour - 1);
    assert.equal(await gym.stateOf(untouched), 'pending_authorization');
    assert.equal(await gym.stateOf(started), 'pending_authorization');
    await gym.wait(1);
    for (const one of [untouched, started]) {
      assert.equal(await gym.stateOf(one), 'expired');
      assert.deepEqual(await gym.notificationsOf(one), ['expired']);
      await assert.rejects(gym.goToBank(one), refusedAs('SubscriptionEnded'));
    }
    assert.equal(await gym.mandateState(started), 'lapsed');
  });

  test('is too late by a moment, before any sweep has run', async () => {
    const made = await gym.subscribe();
    clock.advance(24 * hour * 1000);
    await assert.rejects(gym.goToBank(made), refusedAs('SubscriptionEnded'));
    await gym.jobs.drain();
  });

  test('approved in the last second: it is active, though the report arrives after it would have lapsed', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    clock.advance(24 * hour * 1000 - 1);
    await simulator.decideMandate(made.id, 'approved');
    await gym.wait(hour);
    assert.equal(await gym.stateOf(made), 'active');
  });
});

describe('a bank that does not respond', () => {
  test('when the customer comes back leaves it unknown, until it does', async () => {
    for (const fault of [{ down: true }, { errorRate: 1 }]) {
      const made = await gym.subscribe();
      await gym.goToBank(made);
      await simulator.decideMandate(made.id, 'approved');
      simulator.setFaults(fault);
      assert.equal((await gym.comeBack(made)).state, 'unknown');
      assert.equal((await gym.comeBack(made)).state, 'unknown');
      await gym.wait(60);
      assert.equal(await gym.stateOf(made), 'unknown');
      simulator.setFaults({});
      await gym.wait(60);
      assert.equal(await gym.stateOf(made), 'active');
      assert.deepEqual((await gym.notificationsOf(made))[0], 'authorization.approved');
    }
  });

  test('and then reports no decision: it waits again, and the customer can go back', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    simulator.setFaults({ down: true });
    await gym.comeBack(made);
    simulator.setFaults({});
    await gym.wait(10);
    assert.equal(await gym.stateOf(made), 'pending_authorization');
    assert.equal((await gym.approve(made)).state, 'active');
  });

  test('changes nothing if it is not waiting for one', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    simulator.setFaults({ down: true });
    await gym.wait(600);
    assert.equal(await gym.stateOf(made), 'pending_authorization');
    simulator.setFaults({});
  });

  test('at the time to lapse leaves it unknown, and not expired: the customer may have approved', async () => {
    const [approved, open] = [await gym.subscribe(), await gym.subscribe()];
    for (const one of [approved, open]) await gym.goToBank(one);
    await simulator.decideMandate(approved.id, 'approved');
    simulator.setFaults({ down: true });
    await gym.wait(25 * hour);
    await gym.wait(hour);
    assert.deepEqual([await gym.stateOf(approved), await gym.stateOf(open)], ['unknown', 'unknown']);
    simulator.setFaults({});
    await gym.wait(hour);
    assert.deepEqual([await gym.stateOf(approved), await gym.stateOf(open)], ['active', 'expired']);
  });

  test('when the customer is to be redirected there shows an error, and they can try again', async () => {
    for (const fault of [{ down: true }, { timeoutAfterCommit: true }]) {
      const made = await gym.subscribe();
      simulator.setFaults(fault);
      await assert.rejects(gym.goToBank(made), refusedAs('BankUnavailable'));
      assert.equal((await gym.read(made)).bankId, null);
      simulator.setFaults({});
      assert.equal((await gym.approve(made)).state, 'active');
    }
  });
});

describe('once it has ended', () => {
  test('the bank is notified, until it has taken it', async () => {
    const active = await gym.active({ firstPaymentDate: '2027-06-01' });
    const waiting = await gym.subscribe();
    await gym.goToBank(waiting);
    simulator.setFaults({ down: true });
    for (const { id } of [active, waiting]) await cancelSubscription(ctx, only(site.merchantId), id);
    await gym.wait(hour);
    assert.deepEqual(
      [await gym.mandateState(active), await gym.mandateState(waiting)],
      ['approved', 'waiting'],
    );
    simulator.setFaults({});
    await gym.wait(hour);
    assert.deepEqual(
      [await gym.mandateState(active), await gym.mandateState(waiting)],
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual((await gym.read(active)).dueAt, null);
  });

  test('an approval that comes after changes nothing, and the mandate is revoked', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    await gym.wait(0);
    simulator.setFaults({ down: true });
    await cancelSubscription(ctx, only(site.merchantId), made.id);
    await gym.wait(0);
    await simulator.decideMandate(made.id, 'approved');
    simulator.setFaults({});
    const answer = await simulator.rails.mandates.enquire(placeOf(made));
    assert.equal((await recordMandateAnswer(ctx, made.id, answer))!.state, 'canceled');
    assert.deepEqual(await gym.charges(made), []);
    await gym.jobs.drain();
    assert.equal(await gym.mandateState(made), 'cancelled');
    assert.deepEqual(await gym.notificationsOf(made), ['cancelled']);
  });

  test('while the customer was being redirected to the bank: they are not, and the mandate that was opened is revoked', async () => {
    const made = await gym.subscribe();
    const authorise = async (order: MandateOrder) => {
      const answer = await simulator.rails.mandates.authorise(order);
      await cancelSubscription(ctx, only(site.merchantId), made.id);
      return answer;
    };
    const rails = simulator.railsWith({ mandates: { authorise } });
    await assert.rejects(
      authoriseAtBank(ctx, rails, made, otherBank, consent, 'http://localhost:8420/back'),
      refusedAs('SubscriptionEnded'),
    );
    await gym.jobs.drain();
    assert.equal(await gym.mandateState(made), 'cancelled');
  });

  test('cancelling again changes nothing, and no other end can be cancelled', async () => {
    const made = await gym.subscribe();
    await cancelSubscription(ctx, only(site.merchantId), made.id);
    await cancelSubscription(ctx, only(site.merchantId), made.id);
    assert.deepEqual(await gym.notificationsOf(made), ['cancelled']);
    const declined = await gym.subscribe();
    await declineSubscription(ctx, declined.id);
    await assert.rejects(
      cancelSubscription(ctx, only(site.merchantId), declined.id),
      refusedAs('SubscriptionEnded'),
    );
    await assert.rejects(
      cancelSubscription(ctx, only(declined.id), declined.id),
      refusedAs('SubscriptionNotFound'),
    );
  });
});

describe('responses of the bank', () => {
  test('that come fifty times at once make it active once', async () => {
    const made = await gym.subscribe({ payableNow: 7_000n });
    await gym.goToBank(made);
    await simulator.decideMandate(made.id, 'approved');
    const after = await Promise.all(Array.from({ length: 50 }, () => gym.comeBack(made)));
    assert.ok(after.every(({ state }) => state === 'active'));
    assert.deepEqual(await gym.notificationsOf(made), ['authorization.approved']);
    assert.deepEqual(await gym.states(made), ['1 scheduled', 'signup scheduled']);
  });

  test('and a cancellation at once leave one of the two, whole', async () => {
    for (let round = 0; round < 20; round += 1) {
      const made = await gym.subscribe({ payableNow: 7_000n });
      await gym.goToBank(made);
      await simulator.decideMandate(made.id, 'approved');
      await Promise.all([gym.comeBack(made), cancelSubscription(ctx, only(site.merchantId), made.id)]);
      assert.equal(await gym.stateOf(made), 'canceled');
      // If approved first, its charge at sign-up was promised, and fails.
      assert.ok(['', '1 cancelled,signup failed'].includes((await gym.states(made)).join()));
    }
  });

  test('that the mandate was revoked before its approval arrived are a decline', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    await simulator.decideMandate(made.id, 'approved');
    await simulator.rails.mandates.revoke(placeOf(made));
    assert.equal((await gym.comeBack(made)).state, 'failed');
  });

  test('that the mandate is unknown leave it waiting', async () => {
    const made = await gym.subscribe();
    await gym.goToBank(made);
    await db`delete from bank.mandates where id = ${made.id}`;
    assert.equal((await gym.comeBack(made)).state, 'pending_authorization');
    assert.equal((await gym.read(made)).authorizationStatus, null);
  });
});

test('after all that, everything is sound', async () => {
  await gym.wait(60);
  await gym.sound();
});
