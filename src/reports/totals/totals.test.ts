import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bank, openWorld } from '../../../test/support/world.ts';
import { receiveDeposit } from '../../core/deposits/actions.ts';
import { setDepositPayer } from '../../core/deposits/payer.ts';
import { openDeposit } from '../../core/deposits/references.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { recordAnswer } from '../../core/transactions/transitions.ts';
import { everything, type Viewer } from '../../core/viewer.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { checkTotals } from '../checks/totals.ts';
import {
  endingsByDay,
  farBehindSince,
  moneyByDay,
  moneyPlaces,
  notificationsByHour,
  successByBank,
} from './figures.ts';
import { createTotalsSweep } from './jobs.ts';

const world = await openWorld();
const { db, clock, ctx } = world;
const all = { viewer: everything };
const stranger: Viewer = { merchants: ['01a1f866-0d00-7000-8000-00000000abcd'] };

/** Rolls up everything that is over. */
async function roll() {
  const sweep = createTotalsSweep(ctx, { settledMs: 0 });
  // The first run only looks.
  await sweep.run();
  let rolled = 0;
  for (let more = 1; more > 0; rolled += more) more = await sweep.run();
  return rolled;
}

const rows = async () => ({
  days: [...(await db`select * from totals_day order by day, type, state, is_test`)],
  hours: [...(await db`select * from totals_hour order by hour, state`)],
  notices: [...(await db`select * from totals_notices order by hour`)],
  money: [...(await db`select * from totals_money order by day, kind`)],
  postings: [...(await db`select * from totals_postings order by day, account_id, posting, is_debit`)],
});

const pages = async () => ({
  money: await moneyByDay(db, all, clock, 5),
  endings: await endingsByDay(db, all, clock, 5),
  banks: await successByBank(db, all, clock),
  notices: await notificationsByHour(db, all, clock, 72),
  places: await moneyPlaces(db, all, clock, 5),
});

await db`update sites set fee_bps = 150`;

// Day one: a payment that is paid, one that its payer gives up, a test, and one that will be paid late.
await world.paid();
const cancelled = await world.goToBank(await world.ask());
await world.take(cancelled, 'authenticate', 'cancel');
await world.ask({ isTest: true });
const late = await world.goToBank(await world.ask({ amount: 7_00n }));
await world.jobs.drain();
clock.advance(2 * dayMs);
await world.jobs.drain();

test('rolled-up totals equal a live count, and a second run changes nothing', async () => {
  const live = await pages();
  assert.ok((await roll()) > 0);
  const rolled = await rows();
  assert.ok([rolled.days, rolled.hours, rolled.money, rolled.postings].every((some) => some.length > 0));
  assert.deepEqual(await pages(), live);
  await db`update totals_progress set day = '2026-11-01', hour = '2026-11-01T00:00:00Z', transition_id = 0,
    postings_day = null`;
  await roll();
  assert.deepEqual(await rows(), rolled);
  assert.equal(live.money[2]!.cents, 100_00n);
  assert.equal(live.money[2]!.payments, 1);
  assert.equal(live.endings[2]!.counts.successful, 1);
});

test('money that comes late changes its old day, at the next run', async () => {
  const before = (await moneyByDay(db, all, clock, 5))[2]!;
  await recordAnswer({ ...ctx, actor: 'bank' }, late.id, {
    outcome: 'paid',
    reason: null,
    payerAccount: null,
  });
  assert.equal((await world.now(late)).paidLate, true);
  assert.deepEqual((await moneyByDay(db, all, clock, 5))[2], before);
  await roll();
  const after = (await moneyByDay(db, all, clock, 5))[2]!;
  assert.equal(after.cents - before.cents, 7_00n);
  assert.deepEqual(await checkTotals(db), []);
});

test('today and this hour are counted live, and fees as they are booked', async () => {
  await world.paid({ amount: 50_00n });
  assert.equal((await moneyByDay(db, all, clock, 5))[4]!.cents, 50_00n);
  assert.equal((await successByBank(db, all, clock))[0]!.paid, 1);
  const [{ fees, booked }] = await db<[{ fees: bigint; booked: bigint }]>`
    select (select sum(fee_cents)::bigint from totals_day) as fees, (
      select -sum(entry.amount_cents)::bigint from ledger_entries entry
      join ledger_accounts account on account.id = entry.account_id and account.kind = 'fees'
      join ledger_journals journal on journal.id = entry.journal_id
      join transactions transaction on transaction.id = journal.object_id
      where transaction.created_at < '2026-11-21') as booked`;
  assert.ok(booked > 0n);
  assert.equal(fees, booked);
});

test('a viewer without merchants sees nothing', async () => {
  const whose = { viewer: stranger };
  const [money, ends, banks, notificationHours, where] = await Promise.all([
    moneyByDay(db, whose, clock, 5),
    endingsByDay(db, whose, clock, 5),
    successByBank(db, whose, clock),
    notificationsByHour(db, whose, clock),
    moneyPlaces(db, whose, clock, 5),
  ]);
  assert.ok(money.every(({ payments, cents }) => payments === 0 && cents === 0n));
  assert.ok(ends.every(({ counts, live }) => live === 0 && Object.values(counts).every((n) => n === 0)));
  assert.deepEqual(banks, []);
  assert.ok(notificationHours.every(({ atOnce, waiting }) => atOnce + waiting === 0));
  assert.ok(
    where.every(({ owed, clearing }) => clearing === null && Object.values(owed).every((n) => n === 0n)),
  );
});

test("a deposit's account can become known long after its day is rolled up", async () => {
  const { id } = await world.ask({ amount: 12_00n });
  const { depositReference: reference } = await openDeposit(ctx, { id }, simulatorAccount);
  const arrived = { account: simulatorAccount, amount: 12_00n, reference: reference!, payer: null };
  const depositId = newId(clock);
  await receiveDeposit(ctx, { ...arrived, id: depositId, receivedAt: clock.now(), bookedOn: null });
  clock.advance(2 * dayMs);
  await roll();
  const before = await rows();
  const payer = { bankId: bank.id, branchCode: '250655', accountNumber: '62000000001', holder: 'T Mokoena' };
  await setDepositPayer(ctx, depositId, payer);
  assert.deepEqual(await checkTotals(db), []);
  await roll();
  assert.deepEqual(await rows(), before);
});

test('the check names a day, an hour and a balance that are not as their rows', async () => {
  const changes = {
    'day-is-its-rows': `update totals_day set cents = cents + 1 where type = 'payment'`,
    'hour-is-its-rows': 'update totals_hour set to_5s = to_5s + 1',
    'money-is-its-entries': 'delete from totals_money',
    'postings-are-their-entries': 'update totals_postings set cents = cents + 1',
  };
  for (const [rule, statement] of Object.entries(changes)) {
    const undone = new Error('undone');
    await inTransaction(db, async (tx) => {
      assert.ok((await tx.unsafe(statement)).count > 0, rule);
      const findings = await checkTotals(tx);
      assert.deepEqual([...new Set(findings.map((one) => one.rule))], [rule]);
      throw undone;
    }).catch((error) => assert.equal(error, undone));
  }
});

test('totals with too much left to count for a page are marked as such', async () => {
  const reported = () => farBehindSince(db, clock.now());
  assert.equal(await reported(), undefined);
  const undone = new Error('only tried');
  const hour = new Date(clock.now().getTime() - 5 * dayMs);
  await inTransaction(db, async (tx) => {
    await tx`update totals_progress set hour = ${hour}`;
    assert.equal(await farBehindSince(tx, clock.now()), undefined, 'little is counted at once');
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at)
      select id, ${world.site.merchantId}, id, id, 1, '', '', 'one', 'failed', ${clock.now()}
      from (select gen_random_uuid() as id from generate_series(0, 100000)) made`;
    assert.deepEqual(await farBehindSince(tx, clock.now()), hour);
    throw undone;
  }).catch((error) => assert.equal(error, undone));
  assert.equal(await reported(), undefined);
});

test('nothing is rolled up before it is over and settled, nor while a sandbox moves its clock', async () => {
  const [before] = await db<{ hour: Date }[]>`select hour from totals_progress`;
  const sweep = createTotalsSweep(ctx);
  clock.advance(3 * hourMs);
  sweep.passing!(true);
  assert.equal(await sweep.run(), 0);
  sweep.passing!(false);
  for (let run = 0; run < 3; run += 1) assert.equal(await sweep.run(), 0);
  const [after] = await db<{ hour: Date }[]>`select hour from totals_progress`;
  assert.deepEqual(after, before);
});
