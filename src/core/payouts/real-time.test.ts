import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accounts, openPayouts } from '../../../test/support/setup/payouts.ts';
import { at } from '../../kernel/business-days.ts';
import { realTimeLimit } from '../real-time.ts';

const world = await openPayouts({ float: 10_000_000_000n, policy: { realTimeAllowed: true } });
const million = 100_000_000n;

/** A South African wall-clock time. */
const local = (day: string, time: string) => at(Temporal.PlainDate.from(day), time);

describe('the limit of real-time clearing', () => {
  for (const [when, day, time, limit] of [
    ['on a business day in the morning', '2026-11-20', '00:00:00', 5n * million],
    ['just before 16:00', '2026-11-20', '15:59:59.999', 5n * million],
    ['at 16:00', '2026-11-20', '16:00:00', 25_000_000n],
    ['in the last moment of the day', '2026-11-20', '23:59:59.999', 25_000_000n],
    ['on a Saturday', '2026-11-21', '10:00', 25_000_000n],
    ['on a Sunday', '2026-11-22', '10:00', 25_000_000n],
    ['on the Monday after', '2026-11-23', '00:00', 5n * million],
    ['on the Day of Reconciliation, a Wednesday', '2026-12-16', '10:00', 25_000_000n],
    ['on the Monday after a holiday on a Sunday', '2027-03-22', '10:00', 25_000_000n],
  ] as const) {
    test(`${when} is R ${limit / 100n}`, () => {
      assert.equal(realTimeLimit(world.policy, local(day, time)), limit);
    });
  }
});

describe('a real-time payout', () => {
  const { clock, ask, accepted, now, jobs, bank } = world;
  const realTime = (amount: bigint) => ask({ amount, isRtc: true });

  test('up to exactly the limit is accepted and leaves as one; a cent more is refused with 405', async () => {
    clock.set(local('2026-11-20', '15:00'));
    const payout = await accepted({ amount: 5n * million, isRtc: true });
    await jobs.drain();
    assert.equal((await now(payout)).state, 'complete');
    assert.equal(bank.taken.at(-1)!.realTime, true);
    const answer = await realTime(5n * million + 1n);
    assert.deepEqual(answer, {
      kind: 'refused',
      subStatus: 405,
      reason: 'the amount is above the limit of real-time clearing at this time, R5000000.00',
    });
  });

  test('that was accepted before 16:00 does not leave after it: 99 with 405, and the float has its money', async () => {
    const before = await world.float();
    clock.set(local('2026-11-20', '15:59:59.999'));
    const payout = await accepted({ amount: 25_000_001n, isRtc: true });
    const small = await accepted({ amount: 25_000_000n, isRtc: true });
    const slow = await accepted({ amount: 25_000_001n });
    clock.set(local('2026-11-20', '16:00'));
    await jobs.drain();
    const { state, subStatus, stateReason } = await now(payout);
    assert.deepEqual([state, subStatus], ['cancelled', 405]);
    assert.match(stateReason!, /above the limit of real-time clearing/);
    assert.equal((await now(small)).state, 'complete');
    assert.equal((await now(slow)).state, 'complete', 'others know no limit');
    assert.equal((await world.float()).available, before.available - 50_000_001n);
  });

  test('is not sent again after 16:00 if its bank was away at 15:59', async () => {
    clock.set(local('2026-11-23', '15:59:50'));
    bank.mood = 'is away';
    const payout = await accepted({ amount: 30_000_000n, isRtc: true });
    await jobs.drain();
    bank.mood = { answers: { outcome: 'paid', reason: null } };
    await world.wait(7 * 3_600);
    const { state, subStatus } = await now(payout);
    assert.deepEqual([state, subStatus], ['cancelled', 405]);
    assert.ok(bank.taken.every(({ amount }) => amount !== 30_000_000n));
  });

  test('on a holiday and at the weekend has the lower limit', async () => {
    clock.set(local('2026-12-16', '10:00'));
    assert.equal((await realTime(25_000_001n)).kind, 'refused');
    assert.equal((await realTime(25_000_000n)).kind, 'accepted');
    clock.set(local('2026-12-19', '10:00'));
    assert.equal((await realTime(25_000_001n)).kind, 'refused');
    clock.set(local('2026-12-21', '10:00'));
    assert.equal((await realTime(25_000_001n)).kind, 'accepted');
    await jobs.drain();
  });

  test('to a bank that cannot be reached is refused with 405; an ordinary one waits for it', async () => {
    const { bankId: id, branchCode } = accounts.tyme;
    const away = { bank: { id, branchCode, available: false }, amount: 100n };
    const answer = await ask({ ...away, isRtc: true });
    assert.deepEqual(answer.kind === 'refused' && answer.subStatus, 405);
    assert.equal((await ask(away)).kind, 'accepted');
    await jobs.drain();
  });

  test('after all of this, everything holds together', async () => {
    assert.deepEqual(await world.findings(), []);
  });
});
