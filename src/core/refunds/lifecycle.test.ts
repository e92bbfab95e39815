import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { budget } from '../../../test/support/budget.ts';
import { local, movements, openRefunds, postings } from '../../../test/support/refunding.ts';
import { balanceAt } from '../ledger/actions.ts';
import { changeSite, createSite, findSiteByCode } from '../merchants/actions.ts';
import type { TransferAnswer } from '../rails.ts';
import { findTransferOf } from '../transfers/actions.ts';
import { recordTransferAnswer } from '../transfers/answers.ts';
import { submitRefund } from './jobs.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('batches', async () => {
  const shop = await openRefunds();
  const { db } = shop;
  let transactionId = '';
  // A day's earnings are settled at its end, and can pay no later refund.
  const earn = () => shop.pay(10);

  test('leave at 10:00, 14:00 and 16:00 on business days; requests at that moment take the next', async () => {
    transactionId = await shop.pay(1_000);
    // Friday; Monday; then the day before Reconciliation Day, which is a Wednesday; then Christmas Eve, a Thursday.
    for (const [asked, leaves] of [
      ['2026-11-20T13:59:59.999', '2026-11-20T14:00'],
      ['2026-11-20T14:00', '2026-11-20T16:00'],
      ['2026-11-20T16:00', '2026-11-23T10:00'],
      ['2026-11-23T10:00:00.001', '2026-11-23T14:00'],
      ['2026-12-15T16:00:01', '2026-12-17T10:00'],
      ['2026-12-24T17:00', '2026-12-28T10:00'],
    ] as const) {
      await shop.moveTo(asked);
      const { id } = await shop.refund(transactionId, 1);
      shop.clock.set(new Date(local(leaves).getTime() - 1));
      await shop.drain();
      await earn();
      assert.equal((await shop.read(id)).status, 'Pending', `just before ${leaves}`);
      await shop.moveTo(leaves);
      assert.equal((await shop.read(id)).status, 'Submitted', leaves);
      const [row] = await db`
        select batch.picked_up_at, refund.submitted_at from refunds refund
        join refund_batches batch on batch.id = refund.batch_id where refund.id = ${id}`;
      assert.deepEqual(row, { pickedUpAt: local(leaves), submittedAt: local(leaves) });
    }
  });

  test('take all that waits, of every site, and are late rather than never', async () => {
    const other = await shop.stranger();
    const ids = [
      (await shop.refund(transactionId, 1)).id,
      (await shop.refund(transactionId, 2)).id,
      (await shop.refund(await shop.pay(5, {}, other), 5, {}, other)).id,
    ];
    // The service was down over two of them.
    await shop.moveTo('2026-12-28T16:30');
    const rows = await db`select distinct batch_id, state from refunds where id = any (${ids})`;
    assert.equal(rows.length, 1);
    assert.equal(rows[0]!.state, 'submitted');
    await shop.pass(minute);
    await shop.assertSound();
  });

  test('are not written if nothing is due, and one that fails does not keep others from leaving', async () => {
    const batches = async () => (await db`select 1 from refund_batches`).length;
    const before = await batches();
    await shop.moveTo('2026-12-29T10:00');
    assert.equal(await batches(), before);
    await earn();
    const [bad, good] = [await shop.refund(transactionId, 3), await shop.refund(transactionId, 4)];
    await db.unsafe(`
      create function refuse_one() returns trigger language plpgsql as
        $$ begin if new.object_id = '${bad.id}' then raise 'not this one'; end if; return new; end $$;
      create trigger refuse_one before insert on transfers for each row execute function refuse_one()`);
    shop.clock.set(local('2026-12-29T14:00'));
    await assert.rejects(shop.drain(), /not this one/);
    assert.equal((await shop.read(bad.id)).status, 'Pending');
    assert.equal((await shop.read(good.id)).status, 'Submitted');
    await db`drop trigger refuse_one on transfers`;
    await shop.drain();
    assert.equal((await shop.read(bad.id)).status, 'Submitted');
    await shop.pass(minute);
    await shop.assertSound();
  });
});

describe('a refund', async () => {
  const shop = await openRefunds();
  const { db, ctx, clock } = shop;
  const site = (await findSiteByCode(db, shop.merchant.siteCode))!;
  const balance = (siteId = site.id) => balanceAt(db, 'merchant', siteId, clock.now());
  /** To 11:00 of the next weekday, when yesterday's balance is settled; there are no holidays in these weeks. */
  const newDay = async () => {
    const next = new Date(clock.now().getTime() + day);
    while ([0, 6].includes(next.getUTCDay())) next.setTime(next.getTime() + day);
    await shop.moveTo(`${next.toISOString().slice(0, 10)}T11:00`);
  };
  const batch = () => shop.moveTo(`${clock.now().toISOString().slice(0, 10)}T14:00`);
  beforeEach(newDay);

  test('is Submitted until the bank has paid it a minute later, and then Complete, booked and moved once', async () => {
    const before = await balance();
    const id = (await shop.refund(await shop.pay(100), 40)).id;
    await batch();
    assert.equal(await balance(), before + 6_000n, 'set aside');
    assert.deepEqual(await postings(db, id), ['refund_submitted']);
    await shop.pass(minute - 1);
    assert.equal((await shop.read(id)).status, 'Submitted');
    await shop.pass(1);
    const { status, completed, requested } = await shop.read(id);
    assert.deepEqual([status, completed], ['Complete', clock.now().toISOString()]);
    assert.ok(requested < completed);
    assert.deepEqual(await postings(db, id), ['refund_submitted', 'refund_paid']);
    assert.deepEqual(await movements(db, id), [-4_000n]);
    assert.equal(await balance(), before + 6_000n);
    await shop.assertSound();
  });

  test('leaves its transaction Successful until all of it is complete, and never moves the time it was paid', async () => {
    const transactionId = await shop.pay(100);
    const { completedDate } = await shop.readTransaction(transactionId);
    const seen: string[] = [];
    const look = async () => {
      const transaction = await shop.readTransaction(transactionId);
      assert.equal(transaction.completedDate, completedDate);
      seen.push(transaction.status);
    };
    await shop.refund(transactionId, 60);
    await look();
    await batch();
    await shop.pass(minute);
    await look();
    await shop.refund(transactionId, 40);
    await look();
    await shop.pass(2 * 60 * minute);
    await look();
    await shop.pass(minute);
    await look();
    assert.deepEqual(seen, ['Successful', 'Successful', 'Successful', 'Successful', 'Refunded']);
    await shop.assertSound();
  });

  test('for a transaction of .97 fails, is credited back once, and its part can be refunded again', async () => {
    const before = await balance();
    const transactionId = await shop.pay(50.97);
    const { id } = await shop.refund(transactionId, 50.97);
    await batch();
    await shop.pass(minute);
    const failed = await shop.read(id);
    assert.deepEqual(
      [failed.status, failed.reason, failed.completed],
      ['Failed', 'rejected by the destination bank', clock.now().toISOString()],
    );
    assert.deepEqual(await postings(db, id), ['refund_submitted', 'refund_undone']);
    assert.deepEqual(await movements(db, id), []);
    assert.equal(await balance(), before + 5_097n);
    assert.equal((await shop.readTransaction(transactionId)).status, 'Successful');
    const again = await shop.refund(transactionId, 50.97);
    await shop.one('POST', `/refunds/${again.id}/cancel`);
    await shop.assertSound();
  });

  test('for a transaction of .98 comes back a day after it was paid: the transaction is Successful again', async () => {
    const before = await balance();
    const transactionId = await shop.pay(20.98);
    const { completedDate } = await shop.readTransaction(transactionId);
    const { id } = await shop.refund(transactionId, 20.98);
    await batch();
    await shop.pass(minute);
    assert.equal((await shop.read(id)).status, 'Complete');
    assert.equal((await shop.readTransaction(transactionId)).status, 'Refunded');
    assert.equal(await balance(), before);
    await shop.pass(day);
    const returned = await shop.read(id);
    assert.deepEqual([returned.status, returned.reason], ['Returned', 'the account no longer exists']);
    assert.deepEqual(await postings(db, id), ['refund_submitted', 'refund_paid', 'refund_returned']);
    assert.deepEqual(await movements(db, id), [-2_098n, 2_098n]);
    const transaction = await shop.readTransaction(transactionId);
    assert.deepEqual([transaction.status, transaction.completedDate], ['Successful', completedDate]);
    assert.equal(await balance(), before + 2_098n);
    const again = await shop.refund(transactionId, 20.98);
    await shop.one('POST', `/refunds/${again.id}/cancel`);
    await shop.assertSound();
  });

  test('can come back before any notification that it was paid: booked as never paid, twice on the statement', async () => {
    const { id } = await shop.refund(await shop.pay(10), 10);
    await batch();
    assert.equal((await shop.sandbox(`/refunds/${id}/outcome`, { outcome: 'returned' })).status, 200);
    assert.deepEqual(await postings(db, id), ['refund_submitted', 'refund_undone']);
    assert.deepEqual(await movements(db, id), [-1_000n, 1_000n]);
    await shop.pass(2 * minute);
    assert.equal((await shop.read(id)).status, 'Returned');
    await shop.assertSound();
  });

  test('is moved once by callbacks that come twice and after a stale one', async () => {
    await shop.sandbox('/faults', { bank: { duplicateCallbacks: true, reorderCallbacks: true } });
    const ids: string[] = [];
    for (const rand of [30, 30.97, 30.98]) ids.push((await shop.refund(await shop.pay(rand), rand)).id);
    await batch();
    await shop.pass(minute);
    await shop.pass(day);
    assert.deepEqual(await Promise.all(ids.map((id) => postings(db, id))), [
      ['refund_submitted', 'refund_paid'],
      ['refund_submitted', 'refund_undone'],
      ['refund_submitted', 'refund_paid', 'refund_returned'],
    ]);
    await shop.sandbox('/faults', {});
    await shop.assertSound();
  });

  test('can be cancelled until it is picked up, which frees its part', async () => {
    const transactionId = await shop.pay(10);
    const { id } = await shop.refund(transactionId, 10);
    assert.equal((await shop.one('POST', `/refunds/${id}/cancel`)).status, 200);
    assert.equal((await shop.one('POST', `/refunds/${id}/cancel`)).status, 200, 'again, it changes nothing');
    const cancelled = await shop.read(id);
    assert.deepEqual([cancelled.status, cancelled.reason], ['Cancelled', 'cancelled by the merchant']);
    await batch();
    assert.deepEqual(await postings(db, id), []);
    const again = await shop.refund(transactionId, 10);
    await shop.pass(2 * 60 * minute);
    assert.equal((await shop.one('POST', `/refunds/${again.id}/cancel`)).body.code, 'RefundAlreadySubmitted');
    await shop.pass(minute);
    assert.equal((await shop.one('POST', `/refunds/${again.id}/cancel`)).body.code, 'RefundAlreadySubmitted');
  });

  test('that the balance does not cover waits with the reason, and goes with a later batch once there is money', async () => {
    const { siteCode } = await createSite(ctx, shop.merchant.merchant, 'Stall');
    await changeSite(ctx, siteCode, { feeBps: 1_000 });
    const stall = (await findSiteByCode(db, siteCode))!;
    const transactionId = await shop.pay(100, { siteCode });
    const { id } = await shop.refund(transactionId, 95);
    const small = (await shop.refund(transactionId, 5)).id;
    await batch();
    const waiting = await shop.read(id);
    assert.equal(waiting.status, 'Pending');
    assert.equal(waiting.reason, 'the balance of the site does not cover it yet');
    assert.equal((await shop.read(small)).status, 'Submitted', 'a smaller one is covered');
    assert.equal(await balance(stall.id), 8_500n);
    await shop.pay(12, { siteCode });
    await shop.pass(minute);
    assert.equal((await shop.read(id)).status, 'Pending', 'until the next batch');
    await shop.pass(2 * 60 * minute);
    const gone = await shop.read(id);
    assert.deepEqual([gone.status, gone.reason], ['Submitted', undefined]);
    assert.equal(await balance(stall.id), 80n);
    await shop.pass(minute);
    await shop.assertSound();
  });
});

describe('a refund in real time, if the operator allows it', async () => {
  const shop = await openRefunds();
  const { db, ctx, clock } = shop;
  // In a running service only the mode decides this.
  const { policy } = ctx;
  Object.assign(ctx, { policy: { ...policy, realTimeAllowed: true } });
  const realTimePayment = true;

  test('goes at once, outside of any batch, and is complete at once', async () => {
    const { id, status } = await shop.refund(await shop.pay(70), 70, { realTimePayment });
    assert.equal(status, 'Pending');
    await shop.drain();
    const done = await shop.read(id);
    assert.deepEqual([done.status, done.realTimePayment], ['Complete', true]);
    const [row] = await db`select batch_id, submitted_at from refunds where id = ${id}`;
    assert.deepEqual(row, { batchId: null, submittedAt: clock.now() });
    assert.deepEqual(await postings(db, id), ['refund_submitted', 'refund_paid']);
    assert.equal((await db`select 1 from refund_batches`).length, 0);
    await shop.assertSound();
  });

  test('that the balance does not cover is tried every five minutes', async () => {
    const { siteCode } = await createSite(ctx, shop.merchant.merchant, 'Stall');
    await changeSite(ctx, siteCode, { feeBps: 1_000 });
    const { id } = await shop.refund(await shop.pay(100, { siteCode }), 100, { realTimePayment });
    await shop.drain();
    const { status, reason } = await shop.read(id);
    assert.deepEqual([status, reason], ['Pending', 'the balance of the site does not cover it yet']);
    await shop.pay(20, { siteCode });
    await shop.pass(5 * minute - 1);
    assert.equal((await shop.read(id)).status, 'Pending');
    await shop.pass(1);
    assert.equal((await shop.read(id)).status, 'Complete');
    await shop.assertSound();
  });

  test('above the limit of real-time clearing at the moment of sending fails, and the bank is not called', async () => {
    const limits = { businessHours: 5_000n, until: '16:00', otherwise: 1_000n };
    Object.assign(ctx, { policy: { ...policy, realTimeAllowed: true, realTimeLimits: limits } });
    const transactionId = await shop.pay(100);
    const within = (await shop.refund(transactionId, 50, { realTimePayment })).id;
    await shop.drain();
    assert.equal((await shop.read(within)).status, 'Complete');
    await shop.moveTo('2026-11-20T15:59:59.999');
    clock.set(local('2026-11-20T16:00'));
    const beyond = (await shop.refund(transactionId, 10.01, { realTimePayment })).id;
    await shop.drain();
    const { status, reason } = await shop.read(beyond);
    assert.equal(status, 'Failed');
    assert.match(reason, /above the limit of real-time clearing at this time, R10\.00/);
    assert.deepEqual(await postings(db, beyond), ['refund_submitted', 'refund_undone']);
    assert.deepEqual(await movements(db, beyond), []);
    await shop.assertSound();
  });
});

test('a refund is moved once whatever a bank reports, in any order, any number of times and at once', async () => {
  const shop = await openRefunds();
  const { db, ctx } = shop;
  const outcomes: TransferAnswer['outcome'][] = ['pending', 'unknown', 'paid', 'failed', 'returned'];
  const say = (id: string, outcome: TransferAnswer['outcome']) =>
    recordTransferAnswer(ctx, id, { outcome, reason: 'because' });
  // Five draw each outcome as the first.
  const rounds = budget(5, 12);
  for (let round = 0; round < rounds; round += 1) {
    const transactionId = await shop.pay(10);
    const { id } = await shop.refund(transactionId, 10);
    await shop.drain();
    await submitRefund(ctx, id);
    const transfer = (await findTransferOf(db, id))!;
    const said = Array.from({ length: 30 }, (_, index) => outcomes[(index * 7 + round) % outcomes.length]!);
    await Promise.all(said.map((outcome) => say(transfer.id, outcome)));
    for (const outcome of outcomes) await say(transfer.id, outcome);
    const { status } = await shop.read(id);
    const booked = (await postings(db, id)).join(' ');
    const possible: Record<string, string[]> = {
      Failed: ['refund_submitted refund_undone'],
      Returned: ['refund_submitted refund_undone', 'refund_submitted refund_paid refund_returned'],
    };
    assert.ok(possible[status]?.includes(booked), `${status}: ${booked}`);
    const [row] = await db`select refunded_cents, repaid_cents from transactions where id = ${transactionId}`;
    assert.deepEqual(row, { refundedCents: 0n, repaidCents: 0n });
  }
});
