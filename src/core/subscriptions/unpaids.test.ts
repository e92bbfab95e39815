// Charges that were collected and come back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { settleAt, settlementAccount } from '../../../test/support/settling.ts';
import { type Given, local, openOnThursday } from '../../../test/support/setup/subscriptions.ts';
import { changeSite } from '../merchants/actions.ts';
import type { BankAnswer } from '../rails.ts';
import { requestRefund } from '../refunds/actions.ts';
import { createRefundSweep } from '../refunds/jobs.ts';
import { nextAfterSilence, nextEnquiry } from '../transactions/enquiry-times.ts';
import { recordAnswer, recordCallback } from '../transactions/transitions.ts';
import { unpaidReasons } from '../unpaid-reasons.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, type Subscription } from './actions.ts';

const day = 86_400;
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * day * 1_000);

const gym = await openOnThursday();
const { ctx, db, simulator, site } = gym;

const returned = (unpaidCode?: string, reason: string | null = null): BankAnswer => ({
  ...{ outcome: 'returned', reason, payerAccount: null },
  ...(unpaidCode !== undefined && { unpaidCode }),
});

/** A subscription whose first charge is paid, and the transaction of that. */
async function charged(given: Given = {}) {
  const made = await gym.active(given);
  await gym.jobs.drain();
  const first = async () => (await gym.charges(made))[0]!.transactionId;
  // Earlier tests may have left a night or a weekend.
  if ((await first()) === null) await gym.nextMorning();
  return { made, id: (await first())! };
}

/** The bank returns the money, and reports it. */
async function giveBack(id: string, code?: string): Promise<void> {
  await simulator.returnCollection(id, code);
  await gym.jobs.drain();
}

/** Returns the events of an object with their data. */
const reportedOf = (id: string) => db<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from events where object_id = ${id} order by sequence`;

const cancel = ({ id }: Subscription) => cancelSubscription(ctx, only(site.merchantId), id);

describe('a charge that comes back', () => {
  const permanent = unpaidReasons.filter(({ mayRetry, isDispute }) => !mayRetry && !isDispute);
  const disputes = unpaidReasons.filter(({ isDispute }) => isDispute);

  test('as not provided for (02) is tried again on the next business day, and then pays once', async () => {
    const { made, id } = await charged({ occurrences: 2 });
    await giveBack(id, '02');
    const first = await gym.now({ id });
    assert.deepEqual([first.state, first.stateReason], ['reversed', 'unpaid 02: not provided for']);
    assert.deepEqual(await gym.states(made), ['1 retrying', '2 scheduled']);
    assert.equal((await gym.paymentNow({ id: first.paymentId })).state, 'created');
    assert.deepEqual(await gym.collected(made), []);
    await gym.sound();
    await gym.nextMorning();
    assert.deepEqual(await gym.states(made), ['1 successful', '2 scheduled']);
    const [charge] = await gym.charges(made);
    assert.notEqual(charge!.transactionId, id);
    assert.equal(charge!.attempts, 2);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    assert.equal((await gym.paymentNow({ id: first.paymentId })).state, 'complete');
    assert.deepEqual(await gym.notificationsOf(made), [
      'authorization.approved',
      'payment.succeeded',
      'payment.succeeded',
    ]);
    await gym.wait(5 * day);
    assert.deepEqual(await gym.collected(made), [10_000n]);
    await gym.sound();
    await cancel(made);
  });

  test('as not provided for each time fails after three attempts', async () => {
    const { made, id } = await charged();
    await giveBack(id, '02');
    for (let attempts = 2; attempts <= 3; attempts += 1) {
      await gym.nextMorning();
      const [charge] = await gym.charges(made);
      assert.deepEqual([charge!.state, charge!.attempts], ['successful', attempts]);
      await giveBack(charge!.transactionId!, '02');
    }
    assert.deepEqual(await gym.states(made), ['1 failed', '2 scheduled']);
    assert.equal((await gym.notificationsOf(made)).at(-1), 'payment.failed');
    const { paymentId } = await gym.now({ id });
    assert.equal((await gym.paymentNow({ id: paymentId })).state, 'cancelled');
    assert.equal(await gym.stateOf(made), 'active');
    await gym.wait(4 * day);
    assert.deepEqual(await gym.collected(made), []);
    await gym.sound();
    await cancel(made);
  });

  test('for a reason that stays fails, and its subscription goes on', async () => {
    assert.equal(permanent.length, 14);
    // One after the other: each may move the clock to the next morning, under the orders of the others.
    const all: Awaited<ReturnType<typeof charged>>[] = [];
    for (const _ of permanent) all.push(await charged());
    for (const [index, { code, text }] of permanent.entries()) {
      const { made, id } = all[index]!;
      await giveBack(id, code);
      const { state, stateReason } = await gym.now({ id });
      assert.deepEqual([state, stateReason], ['reversed', `unpaid ${code}: ${text}`]);
      assert.deepEqual(await gym.states(made), ['1 failed', '2 scheduled']);
      assert.deepEqual(await gym.notificationsOf(made), [
        'authorization.approved',
        'payment.succeeded',
        'payment.failed',
      ]);
      const event = (await reportedOf(made.id)).at(-1);
      assert.equal(event!.data.reason, stateReason);
      assert.equal(await gym.stateOf(made), 'active');
      assert.equal(await gym.mandateState(made), 'approved');
    }
    await gym.sound();
    for (const { made } of all) await cancel(made);
  });

  test('because the payer disputes it ends the subscription, and its mandate', async () => {
    assert.equal(disputes.length, 4);
    for (const { code, text } of disputes) {
      const { made, id } = await charged();
      await giveBack(id, code);
      const subscription = await gym.read(made);
      const reason = `unpaid ${code}: ${text}`;
      assert.equal(subscription.state, 'failed');
      assert.equal(subscription.stateReason, `disputed by the payer: ${reason}`);
      assert.equal(await gym.mandateState(made), 'cancelled');
      assert.deepEqual(await gym.states(made), ['1 failed', '2 cancelled']);
      const event = (await reportedOf(made.id)).at(-1);
      assert.deepEqual(
        [event!.type, event!.data.state, event!.data.reason],
        ['subscription.payment.failed', 'failed', reason],
      );
    }
    await gym.wait(5 * day);
    await gym.sound();
  });

  test('without a code, or with an unknown one, is not retried', async () => {
    const cases: [BankAnswer, string][] = [
      [returned(), 'the bank returned the money'],
      [returned(undefined, 'returned by the bank'), 'returned by the bank'],
      [returned('77'), 'unpaid 77'],
      [returned('77', 'gone'), 'unpaid 77: gone'],
      [returned('0x2'), 'the bank returned the money'],
    ];
    for (const [answer, reason] of cases) {
      const { made, id } = await charged();
      await simulator.returnCollection(id, '03');
      await recordCallback(ctx, id, answer);
      assert.equal((await gym.now({ id })).stateReason, reason);
      assert.deepEqual(await gym.states(made), ['1 failed', '2 scheduled']);
      await gym.jobs.drain();
      await cancel(made);
    }
    await gym.sound();
  });

  test('after its subscription was over fails, and the subscription stays as it was', async () => {
    const { made, id } = await charged({ occurrences: 1 });
    assert.equal(await gym.stateOf(made), 'completed');
    await gym.wait(59 * day);
    await giveBack(id, '02');
    assert.deepEqual(await gym.states(made), ['1 failed']);
    assert.equal(await gym.stateOf(made), 'completed');
    const other = await charged({ occurrences: 1 });
    await giveBack(other.id, '36');
    assert.deepEqual(await gym.states(other.made), ['1 failed']);
    assert.equal(await gym.stateOf(other.made), 'completed');
    await gym.wait(3 * day);
    await gym.sound();
  });

  test('after its dispute window is recorded, for the money moved, but not retried', async () => {
    const { made, id } = await charged({ occurrences: 12 });
    await gym.wait(59 * day);
    await simulator.returnCollection(id, '02');
    await db`delete from bank.callbacks where order_id = ${id} and delivered_at is null`;
    await db`update transactions set enquire_at = null where id = ${id}`;
    await gym.wait(2 * day);
    assert.equal((await gym.now({ id })).state, 'successful');
    await recordCallback(ctx, id, returned('02'));
    assert.equal((await gym.now({ id })).state, 'reversed');
    assert.equal((await gym.states(made))[0], '1 failed');
    assert.deepEqual(await gym.booked(id), { bank_clearing: 0n, merchant: 0n });
    await cancel(made);
  });

  test('is not tried again if some of it was refunded', async () => {
    const { made, id } = await charged();
    const asked = { reason: 'late', realTime: false, contract: 'one', createdBy: 'test' } as const;
    await requestRefund(ctx, { merchantId: site.merchantId, transactionId: id, amount: 1_000n, ...asked });
    await giveBack(id, '02');
    assert.deepEqual(await gym.states(made), ['1 failed', '2 scheduled']);
    await gym.wait(3 * day);
    // The refund had not left: it is called off, for the payer has the money already.
    await createRefundSweep(ctx).run();
    const [refund] = await db`select state, state_reason from refunds where transaction_id = ${id}`;
    assert.deepEqual({ ...refund }, { state: 'cancelled', stateReason: 'the bank took the payment back' });
    assert.deepEqual(await gym.booked(id), { bank_clearing: 0n, merchant: 0n });
    assert.equal((await gym.now({ id })).refundedCents, 0n);
    await gym.sound();
    await cancel(made);
  });

  test('is notified again as an error, its fee is credited back, and a later day’s settlement shows it', async () => {
    await changeSite(ctx, site.code, { feeBps: 150, feeCents: 100n, settlementAccount });
    const { made, id } = await charged({ occurrences: 2 });
    assert.deepEqual(await gym.booked(id), { bank_clearing: 10_000n, merchant: -9_750n, fees: -250n });
    // The fee of today counts for nothing.
    await changeSite(ctx, site.code, { feeBps: 0, feeCents: 0n });
    const before = gym.clock.now();
    const dayAfter = Temporal.Instant.fromEpochMilliseconds(before.getTime())
      .toZonedDateTimeISO('Africa/Johannesburg')
      .toPlainDate();
    await settleAt(ctx, gym.clock, `${dayAfter.add({ days: 4 })}T00:10`);
    await giveBack(id, '03');
    assert.deepEqual(await gym.booked(id), { bank_clearing: 0n, merchant: 0n, fees: 0n });
    const reported = (await reportedOf(id)).map(({ type, data }) => [type, data.state, data.reason]);
    assert.deepEqual(reported, [
      ['transaction.complete', 'successful', null],
      ['transaction.complete', 'reversed', 'unpaid 03: debits not allowed to this account'],
    ]);
    const later = await charged({ amount: 20_000n });
    await settleAt(ctx, gym.clock, `${dayAfter.add({ days: 9 })}T00:10`);
    const lines = await db<{ type: string; cents: bigint; fee: bigint }[]>`
      select type, amount_cents as cents, fee_cents as fee from settlement_lines
      where description like ${`%${id}%`} order by booked_at`;
    assert.deepEqual(
      lines.map(({ type, cents, fee }) => [type, cents, fee]),
      [
        ['transaction', 10_000n, 250n],
        ['adjustment', -10_000n, -250n],
      ],
    );
    await gym.sound();
    await cancel(later.made);
    await cancel(made);
  });

  test('two hundred times at once is reversed once', async () => {
    const { made, id } = await charged();
    await simulator.returnCollection(id, '02');
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 2 ? recordCallback(ctx, id, returned('02')) : recordAnswer(ctx, id, returned('02')),
      ),
    );
    await gym.jobs.drain();
    assert.equal((await gym.events(id)).length, 2);
    assert.deepEqual(await gym.booked(id), { bank_clearing: 0n, merchant: 0n });
    const journals = await db`select template from ledger_journals where object_id = ${id}`;
    assert.equal(journals.length, 2);
    await gym.sound();
    await cancel(made);
  });
});

describe('a bank that contradicts itself', () => {
  test('a dispute of an attempt that had failed ends the subscription while its charge waits', async () => {
    const { made, id } = await charged({ amount: 10_091n });
    assert.deepEqual(await gym.states(made), ['1 retrying', '2 scheduled']);
    await recordAnswer(ctx, id, returned('30'));
    assert.equal((await gym.now({ id })).state, 'declined');
    assert.deepEqual(await gym.states(made), ['1 failed', '2 cancelled']);
    assert.equal((await gym.notificationsOf(made)).at(-1), 'payment.failed');
    assert.equal(await gym.stateOf(made), 'failed');
    await gym.jobs.drain();
    await gym.sound();
  });

  test('for a payment that its payer approved cannot happen', async () => {
    const { transaction } = await gym.paid();
    await recordAnswer(ctx, transaction.id, returned('02'));
    assert.equal((await gym.now(transaction)).state, 'successful');
  });
});

describe('a bank is queried about a paid charge', () => {
  test('on days 1, 3, 7, 40 and 60, at a full hour, and no more', async () => {
    const { made, id } = await charged({ occurrences: 1 });
    assert.equal(await gym.stateOf(made), 'completed');
    const paidAt = (await gym.now({ id })).completedAt!;
    const asked: number[] = [];
    for (
      let { enquireAt } = await gym.now({ id });
      enquireAt !== null;
      { enquireAt } = await gym.now({ id })
    ) {
      assert.equal(enquireAt.getTime() % 3_600_000, 0);
      asked.push(Math.floor((enquireAt.getTime() - paidAt.getTime()) / (day * 1_000)));
      gym.clock.set(enquireAt);
      await gym.jobs.drain();
    }
    assert.deepEqual(asked, [1, 3, 7, 40, 60]);
    assert.equal((await gym.events(id)).length, 1);
  });

  test('on the days that remain, if the service was stopped or the charge was refunded in the meantime', async () => {
    const { id } = await charged({ occurrences: 1 });
    const paid = await gym.now({ id });
    const daysLeft = (passed: number, more: object = {}) => {
      const now = new Date(paid.completedAt!.getTime() + passed * day * 1_000);
      const at = nextEnquiry({ ...paid, ...more }, 0, now);
      return at && Math.floor((at.getTime() - paid.completedAt!.getTime()) / (day * 1_000));
    };
    assert.deepEqual(
      [0, 2, 10, 45, 61].map((passed) => daysLeft(passed)),
      [1, 3, 40, 60, null],
    );
    assert.equal(daysLeft(8, { state: 'refunded' }), 40);
  });

  test('until day 40 only, if it was collected before 13 April 2026', async () => {
    const { id } = await charged({ occurrences: 1 });
    const paid = await gym.now({ id });
    const lastDay = (completedAt: Date) => {
      const now = new Date(completedAt.getTime() + 39 * day * 1_000);
      const first = nextEnquiry({ ...paid, completedAt }, 3, now)!;
      const second = nextEnquiry({ ...paid, completedAt }, 4, first);
      return Math.floor(((second ?? first).getTime() - completedAt.getTime()) / (day * 1_000));
    };
    assert.equal(lastDay(local('2026-04-12T23:59')), 40);
    assert.equal(lastDay(local('2026-04-13T00:00')), 60);
  });

  test('on day 60 too, if an earlier version made its last enquiry on day 40', async () => {
    const { id } = await charged({ occurrences: 1 });
    const { completedAt } = await gym.now({ id });
    await db`update transactions set enquire_at = null where id = ${id}`;
    await db.unsafe(
      readFileSync(new URL('../../../migrations/0072_sixty_days.sql', import.meta.url), 'utf8'),
    );
    const { enquireAt } = await gym.now({ id });
    const days = (enquireAt!.getTime() - completedAt!.getTime()) / (day * 1_000);
    assert.ok(days >= 60 && days < 60 + 1 / 24, `${days}`);
    assert.equal(enquireAt!.getTime() % 3_600_000, 0);
  });

  test('again, if it was away on the day, until it responds', async () => {
    const { id } = await charged({ occurrences: 1 });
    const { completedAt } = await gym.now({ id });
    await db`update transactions set enquire_at = ${nextEnquiry(await gym.now({ id }), 0, daysAfter(completedAt!, 59))} where id = ${id}`;
    const last = (await gym.now({ id })).enquireAt!;
    const hoursLater = async () =>
      ((await gym.now({ id })).enquireAt!.getTime() - last.getTime()) / 3_600_000;
    gym.clock.set(last);
    await simulator.returnCollection(id, '05');
    await db`delete from bank.callbacks where order_id = ${id} and delivered_at is null`;
    simulator.setFaults({ down: true });
    await gym.jobs.drain();
    assert.equal(await hoursLater(), 1);
    for (let hour = 1; hour <= 24; hour += 1) await gym.wait(3_600);
    assert.equal(await hoursLater(), 48);
    simulator.setFaults({});
    await gym.wait(24 * 3_600);
    const { state, enquireAt } = await gym.now({ id });
    assert.deepEqual([state, enquireAt], ['reversed', null]);
  });

  test('for a month if it never responds', async () => {
    const { id } = await charged({ occurrences: 1 });
    const paid = await gym.now({ id });
    assert.ok(nextAfterSilence(paid, 5, daysAfter(paid.completedAt!, 89)));
    assert.equal(nextAfterSilence(paid, 5, daysAfter(paid.completedAt!, 91)), null);
  });

  test('and its response then counts, if it did not call', async () => {
    const { made, id } = await charged();
    await simulator.returnCollection(id, '05');
    await db`delete from bank.callbacks where order_id = ${id} and delivered_at is null`;
    await gym.jobs.drain();
    assert.equal((await gym.now({ id })).state, 'successful');
    await gym.wait(day + 3_600);
    const { state, stateReason, enquireAt } = await gym.now({ id });
    assert.deepEqual([state, stateReason, enquireAt], ['reversed', 'unpaid 05: account dormant', null]);
    await gym.sound();
    await cancel(made);
  });
});
