import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { openInvestec } from '../../../test/support/investec.ts';
import { addInvestec, startRail } from '../../../test/support/investec-account.ts';
import { openWorld } from '../../../test/support/world.ts';
import { findAccount } from '../../core/accounts/actions.ts';
import { readLines } from '../../core/statements/actions.ts';
import { reconcile } from '../../core/statements/reconciliation.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/process/log.ts';

const world = await openWorld();
const { ctx, db, clock } = world;

const dayNow = (): string => dayOf(clock.now()).toString();

type Line = [bookedOn: string, amount: bigint, text: string, status: string, as: string | null];

async function linesOf(account: string): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const page of readLines(db, account, false))
    for (const { bookedOn, amountCents, text, status, meaning } of page)
      lines.push([bookedOn, amountCents, text, status, meaning]);
  return lines;
}

// Each test queries its own accounts only.
afterEach(() => db`update bank_accounts set removed_at = ${clock.now()} where removed_at is null`);

let accounts = 0;

/** Opens an account that is polled from now on. `poll` lets a minute pass, and polls all that are due. */
async function opened({ pays = false }: { pays?: boolean } = {}) {
  accounts += 1;
  const accountNumber = `1001234${String(accounts).padStart(4, '0')}`;
  const bank = await openInvestec(clock, { opening: '100.00', accountNumber });
  const id = await addInvestec(ctx, bank, { id: `account-${accounts}`, pays });
  const { sweep } = startRail(ctx);
  const poll = async (ms = minuteMs) => {
    clock.advance(ms);
    return sweep.run();
  };
  const asked = () => bank.requests().filter((one) => one.includes('/transactions?')).length;
  return { bank, id, sweep, poll, asked, today: dayNow(), lines: () => linesOf(id) };
}

const reconciled = async (id: string) => {
  const { statement, books, difference, rows } = await reconcile(ctx, (await findAccount(db, id))!);
  return { statement, books, difference, rows: rows.length };
};

/** The early morning of the next day, when the last one is over. */
async function nextMorning(): Promise<void> {
  const next = new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs + dayMs);
  clock.set(new Date(next.getTime() + 6 * hourMs));
}

for (const pays of [false, true])
  describe(`an account of ${pays ? 'business' : 'private'} banking`, () => {
    test('is queried each minute, and its transactions are booked once', async () => {
      const { bank, poll, today, lines, asked, sweep } = await opened({ pays });
      bank.addTransaction({ amount: '12.50', description: 'KATRYN TOETS', day: today });
      await poll(0);
      assert.deepEqual(await lines(), [[today, 1250n, 'KATRYN TOETS', 'booked', 'deposit']]);
      assert.equal(await sweep.run(), 0);
      assert.equal(asked(), 1);
      bank.addTransaction({ amount: '12.50', description: 'KATRYN TOETS', day: today });
      await poll();
      assert.equal((await lines()).length, 2);
      for (let minute = 0; minute < 3; minute += 1) await poll();
      assert.equal((await lines()).length, 2);
      assert.equal(asked(), 5);
    });

    test('shows announced transactions, and books them once when they are posted, also in other words', async () => {
      const { bank, poll, today, lines } = await opened({ pays });
      if (pays) bank.mixPending(true);
      const same = bank.addPending({ amount: '5.00', description: 'SOON', day: today });
      const other = bank.addPending({ amount: '6.00', description: 'SOON TOO', day: today });
      await poll();
      const announced = (await lines()).map(([, amount, , status, as]) => [amount, status, as]).sort();
      assert.deepEqual(announced, [
        [500n, 'pending', null],
        [600n, 'pending', null],
      ]);
      bank.settlePending(same);
      bank.settlePending(other, { description: 'POSTED' });
      await poll();
      assert.deepEqual((await lines()).map(([, amount, text, status]) => [amount, text, status]).sort(), [
        [500n, 'SOON', 'booked'],
        [600n, 'POSTED', 'booked'],
      ]);
    });

    test('gives the same when its uuids, places and order change', async () => {
      const { bank, poll, today, lines } = await opened({ pays });
      for (const amount of ['1.00', '2.00', '2.00', '3.00'])
        bank.addTransaction({ amount, description: 'TWINS', day: today });
      await poll();
      bank.reorder(today);
      await poll();
      bank.list('oldest-first');
      await poll();
      assert.deepEqual((await lines()).map(([, amount]) => amount).sort(), [100n, 200n, 200n, 300n]);
    });

    test('agrees with its books to the cent when the day is over', async () => {
      const { bank, poll, today, lines, id } = await opened({ pays });
      bank.addTransaction({ amount: '12.50', description: 'KATRYN TOETS', day: today });
      const fee = { amount: '-4.20', description: 'MONTHLY FEE', transactionType: 'FeesAndInterest' };
      if (!pays) bank.addTransaction({ ...fee, day: today });
      await poll();
      await nextMorning();
      await poll();
      const cents = pays ? 112_50n : 108_30n;
      assert.equal(bank.balanceNow(), pays ? '112.50' : '108.30');
      assert.deepEqual(await reconciled(id), { statement: cents, books: cents, difference: 0n, rows: 0 });
      // The bank adds to a day that is over.
      bank.addTransaction({ amount: '1.00', description: 'LATE', day: today });
      await poll();
      assert.equal((await lines()).filter(([, , text]) => text === 'LATE').length, 1);
      assert.equal((await reconciled(id)).difference, 0n);
      for (let days = 0; days < 5; days += 1) {
        await nextMorning();
        await poll();
      }
      bank.addTransaction({ amount: '2.00', description: 'AFTER QUIET DAYS', day: dayNow() });
      await poll();
      await nextMorning();
      await poll();
      assert.deepEqual(await reconciled(id), {
        statement: cents + 300n,
        books: cents + 300n,
        difference: 0n,
        rows: 0,
      });
    });
  });

describe('a poll', () => {
  test('requests nothing from before the account was added', async () => {
    const { bank, poll, today, lines, id } = await opened();
    bank.addTransaction({
      amount: '3.00',
      description: 'LONG AGO',
      day: dayOf(plus(clock.now(), -dayMs)).toString(),
    });
    bank.addTransaction({ amount: '1.00', description: 'NEW', day: today });
    for (let days = 0; days < 3; days += 1) {
      await poll();
      await nextMorning();
    }
    await poll();
    assert.deepEqual(
      (await lines()).map(([, , text]) => text),
      ['NEW'],
    );
    assert.equal((await reconciled(id)).statement, 10_400n);
    // Each day that is over was taken.
    const { day } = await reconcile(ctx, (await findAccount(db, id))!);
    assert.equal(day, dayOf(plus(clock.now(), -dayMs)).toString());
  });

  test('that takes a past day again shows the transactions still announced', async () => {
    const { bank, poll, today, lines } = await opened();
    bank.addTransaction({ amount: '1.00', description: 'THERE', day: today });
    await nextMorning();
    bank.addPending({ amount: '9.00', description: 'SOON', day: today });
    await poll();
    for (const amount of ['5.00', '-5.00']) bank.addTransaction({ amount, description: 'LATE', day: today });
    await poll();
    assert.deepEqual((await lines()).map(([, amount, , status]) => [amount, status]).sort(), [
      // It takes the other of them back.
      [-500n, 'booked'],
      [100n, 'booked'],
      [500n, 'booked'],
      [900n, 'pending'],
    ]);
  });

  test('that repeats an earlier one is taken, since another came between', async () => {
    const { bank, poll, today, lines } = await opened();
    bank.addTransaction({ amount: '1.00', description: 'THERE', day: today });
    const soon = { amount: '5.00', description: 'SOON', day: today };
    const shown: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const number = bank.addPending(soon);
      await poll();
      shown.push((await lines()).length);
      bank.cancelPending(number);
      await poll();
      shown.push((await lines()).length);
    }
    assert.deepEqual(shown, [2, 1, 2, 1, 2, 1]);
  });
});

describe('an account that cannot be polled', () => {
  test('is polled less often after each 429, and each minute when all is well', async () => {
    const { bank, poll, asked, lines, today } = await opened();
    bank.addTransaction({ amount: '1.00', description: 'PATIENCE', day: today });
    bank.failAlways('tooMany');
    const begun = () => bank.requests().length;
    const counts: number[] = [];
    for (let minute = 0; minute < 16; minute += 1) {
      const before = begun();
      await poll();
      if (begun() > before) counts.push(minute);
    }
    assert.deepEqual(counts, [0, 2, 6, 14]);
    bank.failAlways(null);
    await poll(30 * minuteMs);
    assert.equal((await lines()).length, 1);
    await poll();
    await poll();
    assert.equal(asked(), 3);
  });

  test('does not keep others from being polled, and is named in the log without a secret', async () => {
    const log: string[] = [];
    const bad = await opened();
    const good = await opened();
    good.bank.addTransaction({ amount: '1.00', description: 'GOOD', day: good.today });
    bad.bank.failAlways('echo');
    const { sweep } = startRail({ ...ctx, log: createLog('warn', { write: (line) => void log.push(line) }) });
    clock.advance(hourMs);
    await sweep.run();
    assert.equal((await good.lines()).length, 1);
    const about = log.filter((line) => line.includes(`"${bad.id}"`));
    assert.equal(about.length, 1);
    assert.match(about[0]!, /Investec returned no transactions/);
    for (const secret of bad.bank.secrets()) assert.ok(!log.join('').includes(secret));
  });

  test('whose number its key cannot use is not confused with another', async () => {
    const bank = await openInvestec(clock, { opening: '100.00' });
    const id = await addInvestec(ctx, { ...bank, accountNumber: '10099999999' }, { id: 'stranger' });
    bank.addTransaction({ amount: '1.00', description: 'NOT OURS', day: dayNow() });
    clock.advance(hourMs);
    await startRail(ctx).sweep.run();
    assert.deepEqual(await linesOf(id), []);
    assert.ok(bank.requests().every((one) => !one.includes('/transactions')));
  });

  test('is not polled while a sandbox moves its clock', async () => {
    const { asked, poll, sweep } = await opened();
    sweep.passing!(true);
    await poll(dayMs);
    assert.equal(asked(), 0);
    sweep.passing!(false);
    await poll();
    assert.equal(asked(), 1);
  });

  test('is polled by one of two processes', async () => {
    const { asked, sweep } = await opened();
    await Promise.all([sweep.run(), startRail(ctx).sweep.run(), startRail(ctx).sweep.run()]);
    assert.equal(asked(), 1);
  });
});
