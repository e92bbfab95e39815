// Subscriptions over the whole service, on the merchant's side of it: every public status is reached, every event is
// delivered with its exact body and signature, and charges run and fail on their days while the clock moves.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoBankId } from '../src/core/banks.ts';
import { columnOf } from './support/column.ts';
import { agree } from './support/customer.ts';
import { isSigned, zar } from './support/refunding.ts';
import { openSubscriptions } from './support/subscribing.ts';

const club = await openSubscriptions();
const { clock, one, receiver } = club;
const day = 24 * 3_600_000;

const wide = { amountConstraints: { minimumValue: 1, maximumValue: 500 } };

/** The received bodies about a subscription, each with a valid signature, and numbered from 1 without a gap. */
function reported(id: string) {
  const posts = club.notificationsOf(id);
  for (const post of posts) {
    assert.equal(post.path, '/club');
    assert.equal(post.headers['content-type'], 'application/json');
    for (const prefix of ['webhook', 'svix']) {
      assert.ok(isSigned(post, club.merchant.webhookSecret, prefix));
      assert.ok(!isSigned({ ...post, body: `${post.body} ` }, club.merchant.webhookSecret, prefix));
    }
    const age = Math.abs(Date.now() / 1000 - Number(post.headers['webhook-timestamp']));
    assert.ok(age < 60, 'the signature has the real time, whatever time the service uses');
  }
  assert.equal(new Set(posts.map(({ headers }) => headers['webhook-id'])).size, posts.length);
  const bodies = club.events(id);
  assert.deepEqual(
    columnOf(bodies, 'sequence'),
    bodies.map((_, index) => index + 1),
  );
  return bodies;
}

/** The whole of an event that happened now. */
function event(sequence: number, type: string, data: object) {
  return { type: `subscription.${type}`, timestamp: clock.now().toISOString(), sequence, data };
}

const typesOf = (id: string): string[] =>
  reported(id).map(({ type }: { type: string }) => type.replace('subscription.', ''));

describe('the customer’s decision', () => {
  test('approved: Active, and the merchant is notified', async () => {
    const { subscriptionId: id } = await club.made();
    assert.equal(await club.statusOf(id), 'PendingAuthorization');
    const answer = await club.authorize(id, 'approved');
    assert.deepEqual(answer.body, { subscriptionId: id, state: 'active', reason: null });
    assert.equal(await club.statusOf(id), 'Active');
    await club.drain();
    const data = { id, status: 'Active', reason: null, merchantReference: 'CLUB-1' };
    assert.deepEqual(reported(id), [event(1, 'authorization.approved', data)]);
  });

  test('declined: Failed, the merchant is notified, and nothing is ever charged', async () => {
    const { subscriptionId: id } = await club.made({ payableNow: zar(10) });
    const answer = await club.authorize(id, 'declined');
    assert.deepEqual([answer.status, answer.body.state], [200, 'failed']);
    assert.equal(await club.statusOf(id), 'Failed');
    await club.drain();
    const { reason } = answer.body;
    const data = { id, status: 'Failed', reason, merchantReference: 'CLUB-1' };
    assert.deepEqual(reported(id), [event(1, 'authorization.declined', data)]);
    assert.deepEqual(await club.charges(id), []);
  });

  test('accepts one decision: a second one is a 409 and changes nothing', async () => {
    for (const [first, second, status] of [
      ['approved', 'declined', 'Active'],
      ['declined', 'approved', 'Failed'],
    ] as const) {
      const { subscriptionId: id } = await club.made();
      assert.equal((await club.authorize(id, first)).status, 200);
      assert.equal((await club.authorize(id, second)).status, 409);
      assert.equal(await club.statusOf(id), status);
    }
  });

  test('anything else is a 400', async () => {
    const { subscriptionId: id } = await club.made();
    const { status, body } = await club.authorize(id, 'perhaps');
    assert.deepEqual([status, body], [400, { message: 'outcome must be one of approved, declined' }]);
  });

  test('no decision for 24 hours: Expired, the merchant is notified, and a later decision is refused', async () => {
    const { subscriptionId: id } = await club.made();
    await club.pass(day - 1_000);
    assert.equal(await club.statusOf(id), 'PendingAuthorization');
    await club.pass(1_000);
    assert.equal(await club.statusOf(id), 'Expired');
    assert.equal((await club.find(id)).redirectUrl, undefined);
    const [{ data }, ...rest] = reported(id);
    assert.deepEqual(rest, []);
    const { reason } = data;
    assert.ok(reason);
    const reported1 = { id, status: 'Expired', reason, merchantReference: 'CLUB-1' };
    assert.deepEqual(reported(id), [event(1, 'expired', reported1)]);
    assert.equal((await club.authorize(id, 'approved')).status, 409);
  });

  test('an unreachable bank: Unknown, and Active when it is reachable', async () => {
    const { subscriptionId: id } = await club.made();
    const atBank = await agree(club.base, id, demoBankId);
    assert.equal(atBank.status, 303);
    await club.sandbox('/faults', { bank: { down: true } });
    const answered = await club.authorize(id, 'approved');
    assert.deepEqual([answered.status, answered.body.state], [200, 'unknown']);
    const unknown = await club.find(id);
    assert.deepEqual(
      [unknown.status, unknown.redirectUrl, unknown.authorization],
      ['Unknown', undefined, undefined],
    );
    assert.equal((await club.charge(id, 5)).status, 409);
    await club.pass(60_000);
    assert.equal(await club.statusOf(id), 'Unknown');
    await club.sandbox('/faults', {});
    await club.pass(3_600_000);
    assert.equal(await club.statusOf(id), 'Active');
    assert.deepEqual(typesOf(id), ['authorization.approved']);
  });
});

describe('cancelling', () => {
  test('notifies the merchant, whenever it happens, and nothing is charged from then on', async () => {
    await club.moveTo('2026-11-24T12:00');
    const { subscriptionId: waiting } = await club.made();
    const running = await club.active({ firstPaymentDate: '2026-11-25', frequency: 'Daily' });
    await club.moveTo('2026-11-25T07:00');
    for (const id of [waiting, running]) assert.equal((await club.cancel(id)).status, 200);
    await club.drain();
    for (const id of [waiting, running]) {
      const last = reported(id).at(-1);
      const { reason } = last.data;
      const data = { id, status: 'Canceled', reason, merchantReference: 'CLUB-1' };
      assert.deepEqual(last, event(reported(id).length, 'cancelled', data));
    }
    assert.deepEqual(typesOf(waiting), ['cancelled']);
    assert.deepEqual(typesOf(running), ['authorization.approved', 'payment.succeeded', 'cancelled']);
    await club.pass(7 * day);
    assert.equal((await club.charges(running)).length, 1);
    assert.equal(typesOf(running).length, 3);
  });
});

describe('charges', async () => {
  const club = await openSubscriptions();
  const { clock, one } = club;

  /** A charge's transaction, and the money it brought, in the merchant's own reads. */
  async function paid(transactionId: string) {
    const { status, amount } = (await one('GET', `/transactions/${transactionId}`)).body;
    return [status, amount.value];
  }

  test('at sign-up go at once, and on their days at six in the morning; the last completes it', async () => {
    const id = await club.active({
      payableNow: zar(25.5),
      bankReference: 'KAROO CLUB',
      firstPaymentDate: '2026-11-30',
      frequency: 'Weekly',
      occurrences: 2,
    });
    await club.drain();
    const [signup, first] = await club.charges(id);
    assert.deepEqual(
      [signup.type, signup.status, signup.amount, signup.occurrence],
      ['signup', 'Successful', zar(25.5), undefined],
    );
    assert.deepEqual(first, {
      id: first.id,
      type: 'scheduled',
      occurrence: 1,
      amount: zar(99.9),
      status: 'Scheduled',
      dueDate: '2026-11-30',
      chargeDate: '2026-11-30',
      attempts: 0,
      createdDate: clock.now().toISOString(),
    });
    assert.deepEqual(await paid(signup.transactionId), ['Successful', 25.5]);
    const status = { id, status: 'Active', reason: null, merchantReference: 'CLUB-1' };
    assert.deepEqual(club.events(id).at(-1), {
      type: 'subscription.payment.succeeded',
      timestamp: clock.now().toISOString(),
      sequence: 2,
      data: { ...status, transactionId: signup.transactionId, amount: zar(25.5) },
    });

    await club.moveTo('2026-11-30T05:59:59.999');
    assert.equal((await club.charges(id))[1].status, 'Scheduled');
    await club.moveTo('2026-11-30T06:00');
    const [, due, second] = await club.charges(id);
    assert.deepEqual([due.status, due.attempts, second.occurrence], ['Successful', 1, 2]);
    assert.deepEqual(await paid(due.transactionId), ['Successful', 99.9]);
    const data = { ...status, transactionId: due.transactionId, occurrence: 1, amount: zar(99.9) };
    assert.deepEqual(club.events(id).at(-1).data, data);

    await club.moveTo('2026-12-07T06:00');
    assert.equal(await club.statusOf(id), 'Completed');
    const { occurrence, transactionId } = (await club.charges(id)).at(-1);
    assert.equal(occurrence, 2);
    assert.deepEqual(await paid(transactionId), ['Successful', 99.9]);
    const events = club.events(id);
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        'subscription.authorization.approved',
        'subscription.payment.succeeded',
        'subscription.payment.succeeded',
        'subscription.payment.succeeded',
        'subscription.completed',
      ],
    );
    assert.deepEqual(events.at(-1).data, { ...status, status: 'Completed' });
    assert.equal((await club.cancel(id)).status, 409);
    assert.equal((await club.charge(id, 5)).status, 409);
    await club.assertSound();
  });

  test('due on a holiday run on the next business day, and later ones keep their day of the month', async () => {
    // 16 December is a public holiday, 16 January 2027 a Saturday.
    const id = await club.active({ firstPaymentDate: '2026-12-16', occurrences: 3 });
    await club.moveTo('2026-12-16T12:00');
    assert.equal((await club.charges(id))[0].status, 'Scheduled');
    await club.moveTo('2026-12-17T06:00');
    await club.moveTo('2027-01-18T06:00');
    assert.deepEqual(
      (await club.charges(id)).map((charge) => [charge.dueDate, charge.chargeDate, charge.status]),
      [
        ['2026-12-16', '2026-12-17', 'Successful'],
        ['2027-01-16', '2027-01-18', 'Successful'],
        ['2027-02-16', '2027-02-16', 'Scheduled'],
      ],
    );
  });

  test('that fail are retried on the next two business days, notified once, and three in a row fail the subscription', async () => {
    const id = await club.active({ amount: zar(100.91), firstPaymentDate: '2027-02-01', occurrences: 12 });
    const latest = async () => {
      const all = (await club.charges(id)).filter(({ status }) => status !== 'Scheduled');
      const { occurrence, status, attempts } = all.at(-1);
      return [occurrence, status, attempts];
    };
    const failures = () => club.events(id).filter(({ type }) => type === 'subscription.payment.failed');

    await club.moveTo('2027-02-01T06:00');
    assert.deepEqual(await latest(), [1, 'Pending', 1]);
    await club.moveTo('2027-02-02T05:59');
    assert.deepEqual(await latest(), [1, 'Pending', 1]);
    await club.moveTo('2027-02-02T06:00');
    assert.deepEqual(await latest(), [1, 'Pending', 2]);
    assert.deepEqual(failures(), []);
    await club.moveTo('2027-02-03T06:00');
    assert.deepEqual(await latest(), [1, 'Failed', 3]);
    const { transactionId } = (await club.charges(id))[0];
    assert.deepEqual(await paid(transactionId), ['Error', 100.91]);
    const [failure] = failures();
    const { reason } = failure.data;
    assert.ok(reason);
    assert.deepEqual(failure.data, {
      id,
      status: 'Active',
      reason,
      merchantReference: 'CLUB-1',
      transactionId,
      occurrence: 1,
      amount: zar(100.91),
    });

    for (const morning of ['03-01', '03-02', '03-03']) await club.moveTo(`2027-${morning}T06:00`);
    assert.deepEqual([await club.statusOf(id), failures().length], ['Active', 2]);
    for (const morning of ['04-01', '04-02', '04-05']) await club.moveTo(`2027-${morning}T06:00`);
    assert.deepEqual(await latest(), [3, 'Failed', 3]);
    assert.deepEqual([await club.statusOf(id), failures().length], ['Failed', 3]);
    assert.equal((await club.charges(id)).length, 3);
    const types = club.events(id).map(({ type }) => type.replace('subscription.', ''));
    assert.deepEqual(types, ['authorization.approved', ...Array(3).fill('payment.failed')]);
    // Only the last failure's notification says that the subscription failed with it.
    assert.deepEqual(
      failures().map(({ data }) => data.status),
      ['Active', 'Active', 'Failed'],
    );
    await club.pass(90 * day);
    assert.equal((await club.charges(id)).length, 3);
    await club.assertSound();
  });

  test('that could not be retried for more than a year are abandoned, and the last completes it all the same', async () => {
    await club.moveTo('2027-07-05T12:00');
    const id = await club.active({ amount: zar(100.91), firstPaymentDate: '2027-07-06', occurrences: 1 });
    await club.moveTo('2027-07-06T06:00');
    await club.moveTo('2028-07-20T06:00');
    assert.deepEqual([(await club.charges(id))[0].status, await club.statusOf(id)], ['Failed', 'Completed']);
    const types = club.events(id).map(({ type }) => type.replace('subscription.', ''));
    assert.deepEqual(types, ['authorization.approved', 'payment.failed', 'completed']);
  });

  test('requested by the merchant end as their amounts determine', async () => {
    await club.moveTo('2028-07-24T10:00');
    const id = await club.active({ ...wide, firstPaymentDate: '2030-01-03' });
    const amounts = [10, 10.91, 10.92, 10.93, 10.94, 10.95, 10.96, 10.99];
    for (const value of amounts) assert.equal((await club.charge(id, value)).status, 201);
    const standing = async (): Promise<[string, number][]> => {
      const all = await club.charges(id);
      const found = amounts.map((value) => all.find(({ amount }) => amount.value === value));
      return found.map(({ status, attempts }) => [status, attempts]);
    };
    const [paid, pending]: [string, number][] = [
      ['Successful', 1],
      ['Pending', 1],
    ];
    await club.drain();
    assert.deepEqual(await standing(), [paid, pending, pending, paid, pending, pending, pending, pending]);
    await club.pass(10 * 60_000);
    assert.deepEqual(await standing(), [paid, pending, pending, paid, paid, pending, pending, paid]);
    for (const morning of ['07-25', '07-26', '07-27']) await club.moveTo(`2028-${morning}T06:30`);
    await club.pass(10 * 60_000);
    const failed = ['Failed', 3];
    assert.deepEqual(await standing(), [paid, failed, failed, paid, paid, failed, paid, paid]);
    assert.equal(await club.statusOf(id), 'Active');
    const reported = club.events(id).filter(({ data }) => data.amount);
    const outcomes = reported.map(({ type, data }) => [data.amount.value, type.split('.').at(-1)]);
    assert.deepEqual(
      outcomes.toSorted(([a], [b]) => a - b),
      amounts.map((value) => [value, [10.91, 10.92, 10.95].includes(value) ? 'failed' : 'succeeded']),
    );
    for (const { data } of reported) assert.equal(data.occurrence, undefined);
    await club.assertSound();
  });
});

test('without a notifyUrl no notification is sent, and everything continues', async () => {
  const id = await club.active({ notifyUrl: undefined });
  await club.cancel(id);
  await club.drain();
  assert.deepEqual(club.notificationsOf(id), []);
  assert.equal(await club.statusOf(id), 'Canceled');
  assert.equal((await one('GET', '/subscriptions')).status, 200);
  assert.ok(receiver.received.length > 0);
});
