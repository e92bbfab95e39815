import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openInvestec } from '../../../test/support/investec.ts';
import { addInvestec, startRail } from '../../../test/support/investec-account.ts';
import { openWorld } from '../../../test/support/world.ts';
import { bankNamed } from '../../core/banks.ts';
import { countUnderWay, findOrder } from '../../core/payment-files/orders.ts';
import { BankTimeout, BankUnavailable, OrderConflict, type TransferOrder } from '../../core/rails.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { readOrder, writeVerdict } from '../../rail-check/investec-bank/answers.ts';
import type { InvestecBank } from '../../rail-check/investec-bank/bank.ts';

const world = await openWorld();
const { ctx, db, clock } = world;
const bank = await openInvestec(clock);
const account = await addInvestec(ctx, bank);
const { rail } = startRail(ctx);

function order(given: Partial<TransferOrder> = {}): TransferOrder {
  const { id: bankId, branchCode } = bankNamed('fnb')!;
  return {
    account,
    id: newId(clock),
    merchantId: world.site.merchantId,
    purpose: 'payout',
    refundOf: null,
    amount: 123_45n,
    bankId,
    branchCode,
    accountNumber: '62001234567',
    accountHolder: 'T. Toets',
    reference: 'KAROO 17',
    realTime: false,
    ...given,
  };
}

const receivedOf = (id: string) => bank.payments().filter(({ key }) => key === id);
const pending = { outcome: 'pending', reason: null };

function judge(id: string, ...verdict: Parameters<typeof writeVerdict>[1][]): void {
  const [payment] = receivedOf(id) as [ReturnType<InvestecBank['payments']>[0]];
  for (const one of verdict) bank.answer(payment.paymentId, writeVerdict(readOrder(payment.pain001), one));
}

describe('an order', () => {
  test('is one pain.001, with its bank reference, on the day that still pays', async () => {
    const one = order();
    assert.deepEqual(await rail.transfers.transfer(one), pending);
    const [{ pain001, format }] = receivedOf(one.id) as [ReturnType<InvestecBank['payments']>[0]];
    const kept = (await findOrder(db, one.id))!;
    assert.equal(format, 'XMLPain NEWSTDD');
    assert.deepEqual(readOrder(pain001).bankReference, kept.bankReference);
    assert.match(kept.bankReference, /^PAY\d{12}$/);
    assert.deepEqual([readOrder(pain001).amount, kept.paysOn, kept.closesAt], ['123.45', '2026-11-20', null]);
    assert.match(pain001, /<ReqdExctnDt>\s*<Dt>2026-11-20</);
  });

  test('is paid once however often and by whatever process it is ordered', async () => {
    const one = order();
    for (const { transfers } of [rail, rail, startRail(ctx).rail])
      assert.deepEqual(await transfers.transfer(one), pending);
    await Promise.all([rail.transfers.transfer(one), startRail(ctx).rail.transfers.transfer(one)]);
    assert.deepEqual(
      receivedOf(one.id).map(({ times }) => times),
      [1],
    );
    for (const other of [{ amount: 1n }, { accountNumber: '62001234568' }])
      await assert.rejects(rail.transfers.transfer({ ...one, ...other }), OrderConflict);
  });

  test('that comes twice at once pays once', async () => {
    const one = order();
    const both = [rail, startRail(ctx).rail].map(({ transfers }) => transfers.transfer(one));
    await Promise.all(both);
    assert.equal(receivedOf(one.id).length, 1);
  });

  test('is known after a lost response, and paid once after the second sending', async () => {
    const one = order();
    bank.failNext(1, 'lost');
    await assert.rejects(rail.transfers.transfer(one), BankTimeout);
    assert.deepEqual(await rail.transfers.enquire(one), pending);
    assert.deepEqual(
      receivedOf(one.id).map(({ times }) => times),
      [2],
    );
    judge(one.id, { status: 'ACSP' });
    assert.equal((await rail.transfers.enquire(one)).outcome, 'paid');
  });

  test('goes again with the same bytes after a crash before the response, and pays once', async () => {
    const one = order();
    bank.failNext(1, 'hanging');
    const crashed = startRail(ctx).rail.transfers.transfer(one);
    crashed.catch(() => {});
    while (!bank.requests().at(-1)!.startsWith('POST /za/bb/v1/payments')) await new Promise(setImmediate);
    clock.advance(minuteMs);
    assert.deepEqual(await startRail(ctx).rail.transfers.enquire(one), pending);
    assert.equal(receivedOf(one.id).length, 1);
  });

  test('that did not reach the bank is unknown, is not under way, and is paid when it is ordered again', async () => {
    const before = await countUnderWay(db, account);
    for (const [how, where] of [
      ['busy', 'api'],
      ['tooMany', 'api'],
      ['broken', 'token'],
    ] as const) {
      const one = order();
      clock.advance(60 * minuteMs);
      bank.failNext(1, how, where);
      await assert.rejects(startRail(ctx).rail.transfers.transfer(one), BankUnavailable);
      assert.deepEqual(await rail.transfers.enquire(one), { outcome: 'unknown', reason: null });
      assert.deepEqual([receivedOf(one.id), await countUnderWay(db, account)], [[], before]);
    }
    const one = order();
    bank.failNext(1, 'tooMany');
    await assert.rejects(rail.transfers.transfer(one), BankUnavailable);
    const { bankReference } = (await findOrder(db, one.id))!;
    assert.deepEqual(await rail.transfers.transfer(one), pending);
    assert.deepEqual(
      receivedOf(one.id).map(({ pain001 }) => readOrder(pain001).bankReference),
      [bankReference],
    );
    assert.equal(await countUnderWay(db, account), before + 1);
  });

  test('stays in doubt when the second sending is refused or finds no server', async () => {
    const one = order();
    bank.failNext(1, 'lost');
    await assert.rejects(rail.transfers.transfer(one), BankTimeout);
    for (const how of ['tooMany', 'echo', 'broken'] as const) {
      bank.failNext(1, how);
      await assert.rejects(rail.transfers.enquire(one), BankTimeout, how);
    }
    assert.deepEqual(await rail.transfers.enquire(one), pending);
    assert.equal(receivedOf(one.id).length, 1);
  });

  test('in doubt is not sent again while money out is held', async () => {
    const one = order();
    bank.failNext(1, 'broken');
    await assert.rejects(rail.transfers.transfer(one), BankTimeout);
    const [now, by] = [clock.now(), 'a test'];
    const held = { restoredTo: now, since: now, begunAt: now, begunBy: by, dueAt: now };
    await db`insert into restores ${db({ id: newId(clock), ...held })}`;
    assert.deepEqual(await rail.transfers.enquire(one), { outcome: 'pending', reason: 'money out is held' });
    assert.deepEqual(receivedOf(one.id), []);
    await db`update restores set released_at = ${now}, released_by = ${by}`;
    assert.deepEqual(await rail.transfers.enquire(one), pending);
    assert.equal(receivedOf(one.id).length, 1);
  });

  test("that the service's database has lost is not paid again under its key, and not treated as failed", async () => {
    const one = order();
    await rail.transfers.transfer(one);
    await db`delete from investec_orders where id = ${one.id}`;
    await db`delete from payment_orders where id = ${one.id}`;
    assert.equal((await rail.transfers.enquire(one)).outcome, 'unknown');
    await assert.rejects(rail.transfers.transfer(one), OrderConflict);
    assert.equal(receivedOf(one.id).length, 1);
    assert.notEqual((await findOrder(db, one.id))!.meaning, 'failed');
  });

  test('failed if the bank refuses its file, and is not sent again', async () => {
    const one = order();
    bank.refuseNext(1);
    const failed = await rail.transfers.transfer(one);
    assert.deepEqual([failed.outcome, failed.failure], ['failed', 'bank']);
    assert.match(failed.reason!, /answered an error \(400\)/);
    assert.equal((await rail.transfers.enquire(one)).outcome, 'failed');
    assert.equal((await rail.transfers.transfer(one)).outcome, 'failed');
    assert.deepEqual(receivedOf(one.id), []);
  });

  test('is sent with a new token when the last one has ended', async () => {
    clock.advance(31 * minuteMs);
    const before = bank.tokens();
    assert.deepEqual(await rail.transfers.transfer(order()), pending);
    assert.equal(bank.tokens(), before + 1);
    bank.failNext(1, 'expired');
    assert.deepEqual(await rail.transfers.transfer(order()), pending);
  });

  test('that was never ordered is unknown, also at another account', async () => {
    assert.equal((await rail.transfers.enquire(order())).outcome, 'unknown');
    const one = order();
    await rail.transfers.transfer(one);
    assert.equal((await rail.transfers.enquire({ ...one, account: 'another' })).outcome, 'unknown');
  });
});

describe('a status', () => {
  test('is queried until it has an outcome, and a return follows a payment', async () => {
    const one = order();
    await rail.transfers.transfer(one);
    const outcomes: string[] = [];
    for (const verdict of [
      { status: 'PDNG' },
      { status: 'ACSP' },
      { status: 'RJCT', reason: 'the account is closed' },
      { status: 'ACSP' },
    ] as const) {
      judge(one.id, verdict);
      outcomes.push((await rail.transfers.enquire(one)).outcome);
    }
    assert.deepEqual(outcomes, ['pending', 'paid', 'returned', 'returned']);
    assert.deepEqual((await findOrder(db, one.id))!.wasPaid, true);
  });

  test('for a refusal names the responsible party', async () => {
    const one = order();
    await rail.transfers.transfer(one);
    judge(one.id, { status: 'RJCT', reason: 'no such account' });
    const { outcome, failure, reason } = await rail.transfers.enquire(one);
    assert.deepEqual([outcome, failure, reason], ['failed', 'rejected', 'no such account']);
  });

  test('that cannot be had leaves all as it is', async () => {
    const one = order();
    await rail.transfers.transfer(one);
    bank.failNext(1, 'tooMany');
    await assert.rejects(rail.transfers.enquire(one), BankUnavailable);
    assert.equal((await findOrder(db, one.id))!.meaning, 'pending');
  });
});
