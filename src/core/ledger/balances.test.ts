import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { book } from '../../../test/support/settling.ts';
import { openWorld } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { checkLedger } from '../../reports/checks/ledger.ts';
import { createSite, findSiteByCode, type Site } from '../merchants/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { flush, inWork } from '../unit-of-work.ts';
import {
  balanceAt,
  createSnapshotSweep,
  type Posting,
  post,
  serviceBalanceAt,
  spendable,
} from './actions.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const world = await openWorld();
const { db, ctx, clock, merchant } = world;
const snapshots = createSnapshotSweep(ctx);

async function openSite(): Promise<Site> {
  const { siteCode } = await createSite(ctx, merchant.merchant, 'Branch');
  return (await findSiteByCode(db, siteCode))!;
}

/** The effect of a posting of so many cents on the accounts: each one's balance for its owner. */
const effects = {
  payment_received: { merchant: 1n, bank_clearing: 1n },
  refund_submitted: { merchant: -1n, refunds_in_flight: 1n },
  refund_paid: { refunds_in_flight: -1n, bank_clearing: -1n },
  refund_undone: { refunds_in_flight: -1n, merchant: 1n },
  float_topped_up: { float: 1n, bank_clearing: 1n },
} as const satisfies Partial<Record<Posting, Record<string, bigint>>>;
type Effect = keyof typeof effects;

async function bookOf(site: Site, posting: Effect, amount: bigint): Promise<void> {
  const isPayment = posting === 'payment_received';
  const amounts: Record<string, bigint> = isPayment ? { gross: amount, fee: 0n } : { amount };
  await book(ctx, site, posting, amounts);
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      posting: fc.constantFrom(...(Object.keys(effects) as Effect[])),
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ wait: fc.constantFrom(0, 1, 999, minute, 10 * minute, hour, day, 3 * day) }),
  },
  { weight: 2, arbitrary: fc.constant('snapshot' as const) },
);

type Step = 'snapshot' | { wait: number } | { posting: Effect; amount: bigint };

interface Booked {
  at: Date;
  kind: string;
  cents: bigint;
}

/** Takes the steps; returns the expected bookings, recorded without knowledge of accounts. */
async function play(site: Site, steps: Step[]): Promise<Booked[]> {
  const booked: Booked[] = [];
  for (const taken of steps) {
    if (taken === 'snapshot') while ((await snapshots.run()) > 0);
    else if ('wait' in taken) clock.advance(taken.wait);
    else {
      await bookOf(site, taken.posting, taken.amount);
      for (const [kind, sign] of Object.entries(effects[taken.posting]))
        booked.push({ at: clock.now(), kind, cents: sign * taken.amount });
    }
  }
  return booked;
}

test('the balance at any instant is the sum of the bookings up to it, however snapshots were taken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true }), { minLength: 10, maxLength: 10 }),
      async (steps, places) => {
        const site = await openSite();
        const began = clock.now();
        const clearing = await serviceBalanceAt(db, 'bank_clearing', began);
        const booked = await play(site, steps);
        const length = clock.now().getTime() - began.getTime();
        const instants = [
          ...places.map((place) => plus(began, Math.round(place * length))),
          ...booked.slice(0, 8).flatMap(({ at }) => [plus(at, -1), at, plus(at, 1)]),
          plus(clock.now(), 365 * day),
        ];
        for (const at of instants) {
          const known = booked.filter((one) => one.at <= at);
          const sum = (kind: string): bigint =>
            known.reduce((total, one) => (one.kind === kind ? total + one.cents : total), 0n);
          for (const kind of ['merchant', 'refunds_in_flight', 'float'] as const) {
            assert.equal(await balanceAt(db, kind, site.id, at), sum(kind), `${kind} at ${at.toISOString()}`);
          }
          if (at >= began)
            assert.equal(await serviceBalanceAt(db, 'bank_clearing', at), clearing + sum('bank_clearing'));
        }
        const now = await inTransaction(db, (tx) => spendable(tx, site.id));
        assert.equal(now, await balanceAt(db, 'merchant', site.id, clock.now()));
        clock.advance(1);
      },
    ),
    { numRuns: 12 },
  );
  assert.deepEqual(await checkLedger(db), []);
});

describe('snapshots', () => {
  const of = async (site: Site) =>
    (
      await db<{ at: Date; balanceCents: bigint }[]>`
        select at, balance_cents from ledger_snapshots snapshot join ledger_accounts account on account.id = account_id
        where account.site_id = ${site.id} and account.kind = 'merchant' order by at`
    ).map(({ at, balanceCents }) => [at, balanceCents]);

  test('are taken once a day of each account that moved, ten minutes behind the clock', async () => {
    const [busy, idle] = [await openSite(), await openSite()];
    await bookOf(busy, 'payment_received', 100n);
    await bookOf(idle, 'payment_received', 7n);
    clock.advance(10 * minute);
    await snapshots.run();
    const first = plus(clock.now(), -10 * minute);
    assert.deepEqual(await of(busy), [[first, -100n]]);
    for (let turn = 0; turn < 30; turn += 1) {
      clock.advance(hour);
      await bookOf(busy, 'payment_received', 1n);
      while ((await snapshots.run()) > 0);
    }
    const taken = await of(busy);
    assert.equal(taken.length, 2);
    assert.ok((taken[1]![0] as Date).getTime() - first.getTime() >= day);
    assert.deepEqual(await of(idle), [[first, -7n]]);
    assert.equal(await balanceAt(db, 'merchant', busy.id, clock.now()), 130n);
  });

  test('wait for uncommitted entries with an earlier time, also when the clock has been moved in the meantime', async () => {
    const site = await openSite();
    await bookOf(site, 'payment_received', 100n);
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const slow = inWork(ctx, async (work) => {
      const owner = { merchantId: site.merchantId, siteId: site.id, object: 'test', objectId: newId(clock) };
      post(work, 'payment_received', {
        ...owner,
        bankAccount: simulatorAccount,
        amounts: { gross: 50n, fee: 0n, vat: 0n },
      });
      await flush(work);
      write();
      await mayEnd;
    });
    await written;
    clock.advance(40 * day);
    const sweeping = snapshots.run();
    await pause(300);
    assert.deepEqual(await of(site), []);
    end();
    await Promise.all([slow, sweeping]);
    assert.deepEqual(
      (await of(site)).map(([, cents]) => cents),
      [-150n],
    );
    assert.equal(await balanceAt(db, 'merchant', site.id, clock.now()), 150n);
    assert.deepEqual(await checkLedger(db), []);
  });

  test('taken by several processes at once are one', async () => {
    const site = await openSite();
    await bookOf(site, 'payment_received', 100n);
    clock.advance(day);
    await Promise.all(Array.from({ length: 5 }, () => snapshots.run()));
    assert.equal((await of(site)).length, 1);
  });

  test('are never changed, and the check finds one that is wrong', async () => {
    const site = await openSite();
    await bookOf(site, 'payment_received', 100n);
    clock.advance(day);
    await snapshots.run();
    await bookOf(site, 'payment_received', 11n);
    clock.advance(2 * day);
    await snapshots.run();
    const [account] = await db<{ id: string }[]>`
      select id from ledger_accounts where site_id = ${site.id} and kind = 'merchant'`;
    const change = (cents: number) => db`
      update ledger_snapshots set balance_cents = balance_cents + ${cents}
      where account_id = ${account!.id} and at = (select min(at) from ledger_snapshots where account_id = ${account!.id})`;
    await assert.rejects(change(1));
    const forced = (cents: number) =>
      inTransaction(db, async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`
          update ledger_snapshots set balance_cents = balance_cents + ${cents}
          where account_id = ${account!.id} and at = (select min(at) from ledger_snapshots where account_id = ${account!.id})`;
      });
    await forced(1);
    const findings = await checkLedger(db);
    assert.deepEqual(
      findings.map(({ rule, object }) => [rule, object]),
      [
        ['snapshot-is-its-entries', account!.id],
        ['snapshot-is-its-entries', account!.id],
      ],
    );
    await forced(-1);
    assert.deepEqual(await checkLedger(db), []);
  });
});

describe('the spendable balance of a site', () => {
  /** Spends if the balance covers it, as every debit of a site's balance does. */
  const spend = (site: Site, amount: bigint, linger?: Promise<void>): Promise<boolean> =>
    inWork(ctx, async (work) => {
      const isCovered = (await spendable(work.tx, site.id)) >= amount;
      await linger;
      if (!isCovered) return false;
      const owner = { merchantId: site.merchantId, siteId: site.id, object: 'test', objectId: newId(clock) };
      post(work, 'refund_submitted', { ...owner, amounts: { amount } });
      return true;
    });

  test('is spent once: of 60 at once, as many succeed as there is money for', async () => {
    const site = await openSite();
    await bookOf(site, 'payment_received', 1_050n);
    const spent = await Promise.all(Array.from({ length: 60 }, () => spend(site, 50n)));
    assert.equal(spent.filter(Boolean).length, 21);
    assert.equal(await balanceAt(db, 'merchant', site.id, clock.now()), 0n);
  });

  test('is also counted after a snapshot, with later entries', async () => {
    const site = await openSite();
    await bookOf(site, 'payment_received', 100n);
    clock.advance(day);
    await snapshots.run();
    await bookOf(site, 'payment_received', 20n);
    const spent = await Promise.all(Array.from({ length: 10 }, () => spend(site, 30n)));
    assert.equal(spent.filter(Boolean).length, 4);
    assert.equal(await balanceAt(db, 'merchant', site.id, clock.now()), 0n);
  });

  test('grows during a spending: a deposit does not wait for it, and neither do other sites', async () => {
    const [site, other] = [await openSite(), await openSite()];
    for (const one of [site, other]) await bookOf(one, 'payment_received', 100n);
    const { promise: lingering, resolve: goOn } = Promise.withResolvers<void>();
    const slow = spend(site, 100n, lingering);
    await pause(50);
    await bookOf(site, 'payment_received', 100n);
    assert.equal(await spend(other, 100n), true);
    const next = spend(site, 100n);
    goOn();
    assert.equal(await next, true, 'money received in the meantime can be spent next');
    assert.equal(await slow, true);
    assert.equal(await balanceAt(db, 'merchant', site.id, clock.now()), 0n);
  });
});
