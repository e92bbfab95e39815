import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { local, openSettlements } from '../../../test/support/setup/settlements.ts';
import { createCalendar } from '../../kernel/business-days.ts';
import { plus } from '../../kernel/clock.ts';
import { isDatabaseAway, openPool } from '../../kernel/db/db.ts';
import { balanceAt, post } from '../ledger/actions.ts';
import { createSite, findSiteByCode } from '../merchants/actions.ts';
import { simulatorAccount } from '../rails.ts';
import { createTransferSweep } from '../transfers/jobs.ts';
import { flush, inWork } from '../unit-of-work.ts';
import { createSettlementSweep } from './jobs.ts';

describe('the period of a settlement', () => {
  test('the cut-off instant is the day’s own, the next instant is the next day’s', async () => {
    const world = await openSettlements();
    await world.earn(100n, '2028-04-10T09:00');
    await world.earn(20n, '2028-04-10T23:59:59.999');
    await world.earn(3n, '2028-04-11T00:00:00.000');
    await world.on('2028-04-11T00:02');
    assert.deepEqual(
      (await world.list()).map(({ day, total, reference }) => [day, total, reference]),
      [['2028-04-10', 120n, `${world.site.code}-20280410`]],
    );
    assert.equal(await world.balance(), 3n, 'the balance is exactly the bookings after the cut-off');
    await world.on('2028-04-12T00:02');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [
        ['2028-04-10', 120n],
        ['2028-04-11', 3n],
      ],
    );
    assert.equal(await world.balance(), 0n);
    await world.sound();
  });

  test('weekends and public holidays add to the next business day', async () => {
    const world = await openSettlements();
    await world.earn(1n, '2028-04-13T12:00');
    // Good Friday, Saturday, Sunday, Family Day, and the Tuesday.
    for (const day of ['14', '15', '16', '17', '18']) await world.earn(10n, `2028-04-${day}T12:00`);
    await world.on('2028-04-18T23:00');
    assert.deepEqual(
      (await world.list()).map(({ day }) => day),
      ['2028-04-13'],
    );
    await world.on('2028-04-19T00:05');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [
        ['2028-04-13', 1n],
        ['2028-04-18', 50n],
      ],
    );
    await world.sound();
  });

  test('a cut-off in the afternoon ends the day there', async () => {
    const world = await openSettlements({ settlementCutOff: '17:00' });
    await world.earn(1n, '2028-04-11T17:00');
    await world.earn(20n, '2028-04-11T17:00:00.001');
    await world.on('2028-04-11T17:02');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [['2028-04-11', 1n]],
    );
    await world.on('2028-04-12T17:02');
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [1n, 20n],
    );
    await world.sound();
  });
});

describe('days with a sum of zero', () => {
  test('create no settlement: their lines go into the next that comes to more', async () => {
    const world = await openSettlements();
    await world.giveBack(500n, '2028-04-10T09:00');
    await world.earn(500n, '2028-04-11T09:00');
    await world.earn(200n, '2028-04-12T09:00');
    await world.on('2028-04-13T00:02');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [['2028-04-12', 200n]],
    );
    assert.deepEqual(
      (await world.lines('2028-04-12')).map(([type, amount]) => [type, amount]),
      [
        ['refund', -500n],
        ['transaction', 500n],
        ['transaction', 200n],
      ],
    );
    assert.equal(await world.balance(), 0n);
    await world.sound();
  });

  test('after a settlement a debt is carried forward over days until it is covered', async () => {
    const world = await openSettlements();
    await world.earn(1_000n, '2028-04-10T09:00');
    await world.on('2028-04-11T00:02');
    await world.giveBack(300n, '2028-04-11T09:00');
    await world.on('2028-04-12T00:02');
    assert.equal(await world.balance(), -300n);
    await world.earn(100n, '2028-04-12T09:00');
    await world.on('2028-04-13T00:02');
    await world.sound();
    await world.earn(250n, '2028-04-18T09:00');
    await world.on('2028-04-19T00:02');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [
        ['2028-04-10', 1_000n],
        ['2028-04-18', 50n],
      ],
    );
    assert.equal(await world.balance(), 0n);
    await world.sound();
  });

  test('a site without entries is never settled', async () => {
    const world = await openSettlements();
    await world.on('2028-04-19T00:02');
    assert.deepEqual(await world.list(), []);
    await world.sound();
  });
});

describe('when', () => {
  test('not before a minute after the cut-off', async () => {
    const world = await openSettlements();
    await world.earn(1n, '2028-04-11T09:00');
    await world.on('2028-04-12T00:00:59.998');
    assert.deepEqual(await world.list(), []);
    await world.on('2028-04-12T00:00:59.999');
    assert.equal((await world.list()).length, 1);
  });

  test('missed runs catch up day by day, in order, each once', async () => {
    const world = await openSettlements();
    for (let day = 1; day <= 28; day += 1) {
      await world.earn(BigInt(day), `2028-04-${String(day).padStart(2, '0')}T10:00`);
    }
    await world.on('2028-05-12T12:00');
    const rows = await world.list();
    const calendar = createCalendar({ add: [], remove: [] });
    let carried = 0n;
    const expected: [string, bigint][] = [];
    for (let day = 1; day <= 28; day += 1) {
      const date = Temporal.PlainDate.from({ year: 2028, month: 4, day });
      carried += BigInt(day);
      if (!calendar.isBusinessDay(date)) continue;
      expected.push([date.toString(), carried]);
      carried = 0n;
    }
    assert.equal(carried, 0n);
    assert.deepEqual(
      rows.map(({ day, total }) => [day, total]),
      expected,
    );
    const ids = rows.map(({ id }) => id);
    await world.on('2028-05-12T12:01');
    assert.deepEqual(
      (await world.list()).map(({ id }) => id),
      ids,
      'the next run makes nothing again',
    );
    assert.equal(await world.balance(), 0n);
    await world.wait(120);
    assert.deepEqual(new Set((await world.list()).map(({ state }) => state)), new Set(['paid']));
    await world.sound();
  });

  test('years without entries are skipped', async () => {
    const world = await openSettlements();
    await world.earn(7n, '2028-04-11T10:00');
    await world.on('2037-04-20T12:00');
    await world.earn(8n);
    await world.on('2037-04-21T12:00');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [
        ['2028-04-11', 7n],
        ['2037-04-20', 8n],
      ],
    );
    await world.sound();
  });

  test('sites are settled each for itself', async () => {
    const world = await openSettlements();
    const { siteCode } = await createSite(world.ctx, world.merchant.merchant, 'Second shop');
    const second = (await findSiteByCode(world.db, siteCode))!;
    await world.earn(5n, '2028-04-11T10:00');
    await world.earn(70n, null, second);
    await world.giveBack(9n, '2028-04-12T10:00');
    await world.earn(80n, null, second);
    await world.on('2028-04-13T00:02');
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [5n],
    );
    assert.deepEqual(
      (await world.list(second)).map(({ total }) => total),
      [70n, 80n],
    );
    await world.sound();
  });
});

describe('at the same time', () => {
  test('several sweeps at once create each settlement once', async () => {
    const world = await openSettlements();
    for (let day = 3; day <= 7; day += 1) await world.earn(BigInt(day), `2028-04-0${day}T10:00`);
    world.clock.set(local('2028-04-20T12:00'));
    const sweeps = Array.from({ length: 6 }, () => createSettlementSweep(world.ctx));
    const made = await Promise.all(sweeps.map((sweep) => sweep.run()));
    assert.ok(made.some((count) => count > 0));
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [3n, 4n, 5n, 6n, 7n],
    );
    await world.jobs.drain();
    for (const { id } of await world.list()) assert.equal((await world.transfersOf(id)).length, 1);
    await world.sound();
  });

  // The simulator's scenario `month` kills whole processes during settlements.
  test('two processes whose connections are killed at any moment settle each day once, and pay each once', async () => {
    const world = await openSettlements();
    const days = ['03', '04', '05', '06', '07'];
    for (const day of days) await world.earn(BigInt(Number(day)), `2028-04-${day}T10:00`);
    world.clock.set(local('2028-04-20T12:00'));
    let kills = 0;
    const work = ['settling-a', 'settling-b'].map(async (name) => {
      const pool = openPool(world.url, { max: 2, name, plans: 'by index' });
      const ctx = { ...world.ctx, db: pool };
      const sweeps = [createSettlementSweep(ctx), createTransferSweep(ctx, world.simulator.rails)];
      const isOver = async () => (await world.list()).filter(({ state }) => state !== 'created').length === 5;
      while (kills === 0 || !(await isOver())) {
        for (const sweep of sweeps)
          await sweep.run().catch((error) => {
            assert.ok(isDatabaseAway(error), String(error));
            kills += 1;
          });
        // Leases of a killed run end.
        world.clock.advance(60_000);
      }
      await pool.end({ timeout: 1 });
    });
    let isWorking = true;
    const killing = (async () => {
      // Ever more rarely, so that a slow machine makes progress.
      for (let kill = 0; isWorking; kill += 1) {
        await sleep(kill * 3);
        await world.db`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name in ('settling-a', 'settling-b')`;
      }
    })();
    await Promise.all(work);
    isWorking = false;
    await killing;
    await world.jobs.drain();
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [3n, 4n, 5n, 6n, 7n],
    );
    for (const { id } of await world.list()) assert.equal((await world.transfersOf(id)).length, 1);
    await world.sound();
  });

  test('a run that is interrupted between two days leaves whole days, and the next continues', async () => {
    const world = await openSettlements();
    for (let day = 3; day <= 7; day += 1) await world.earn(BigInt(day), `2028-04-0${day}T10:00`);
    world.clock.set(local('2028-04-20T12:00'));
    // The third settlement's posting fails, and its transaction with it, as after a kill.
    let postings = 0;
    const { clock } = world;
    const breaking = {
      ...world.ctx,
      clock: {
        now: () => {
          postings += 1;
          if (postings > 12) throw new Error('killed');
          return clock.now();
        },
      },
    };
    await assert.rejects(createSettlementSweep(breaking).run(), /killed/);
    const before = (await world.list()).length;
    assert.ok(before > 0 && before < 5, `${before} days were settled`);
    await world.sound();
    await world.jobs.drain();
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [3n, 4n, 5n, 6n, 7n],
    );
    await world.sound();
  });

  test('an entry that was stamped before the cut-off and commits late is waited for', async () => {
    const world = await openSettlements();
    await world.earn(100n, '2028-04-11T10:00');
    const stamped = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const late = inWork(world.ctx, async (work) => {
      const { merchantId, id: siteId } = world.site;
      const objectId = '018f0000-0000-7000-8000-000000000001';
      post(work, 'payment_received', {
        merchantId,
        siteId,
        object: 'test',
        objectId,
        bankAccount: simulatorAccount,
        amounts: { gross: 5n, fee: 0n, vat: 0n },
      });
      await flush(work);
      stamped.resolve();
      await mayCommit.promise;
    });
    await stamped.promise;
    world.clock.set(local('2028-05-30T00:02'));
    const run = world.settle.run();
    setTimeout(() => mayCommit.resolve(), 100);
    await Promise.all([run, late]);
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [['2028-04-11', 105n]],
    );
    await world.sound();
  });

  test('money that arrives while a day is settled is the next day’s, and nothing waits for it', async () => {
    const world = await openSettlements();
    await world.earn(1_000n, '2028-04-11T10:00');
    world.clock.set(local('2028-04-12T08:00'));
    const arriving = Array.from({ length: 40 }, () => world.earn(1n));
    await Promise.all([world.settle.run(), ...arriving]);
    await world.jobs.drain();
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [1_000n],
    );
    assert.equal(await world.balance(), 40n);
    await world.on('2028-04-13T08:00');
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [1_000n, 40n],
    );
    await world.sound();
  });

  test('one site’s failure does not keep others from their settlement', async () => {
    const world = await openSettlements();
    const { siteCode } = await createSite(world.ctx, world.merchant.merchant, 'Second shop');
    const second = (await findSiteByCode(world.db, siteCode))!;
    await world.earn(5n, '2028-04-11T10:00');
    await world.earn(70n, null, second);
    // The future reference of the first site's settlement is already taken.
    await world.db`alter table settlements disable trigger user`;
    await world.db`
      insert into settlements (id, merchant_id, site_id, reference, business_day, cut_off_at, total_cents, fees_cents, counts, created_at)
      values (gen_random_uuid(), ${second.merchantId}, ${second.id}, ${`${world.site.code}-20280411`}, '1999-01-01', '1999-01-01', 1, 0, '{}', now())`;
    await world.db`alter table settlements enable trigger user`;
    world.clock.set(local('2028-04-12T08:00'));
    await assert.rejects(world.settle.run(), /settlements_reference_key/);
    assert.deepEqual(
      (await world.list()).map(({ total }) => total),
      [],
    );
    assert.deepEqual(
      (await world.list(second)).map(({ total }) => total),
      [1n, 70n],
    );
  });
});

test('the balance at the cut-off is the settlement’s total plus the amount carried forward, at any later time', async () => {
  const world = await openSettlements();
  await world.earn(900n, '2028-04-11T10:00');
  await world.giveBack(150n, '2028-04-11T12:00');
  await world.earn(33n, '2028-04-12T00:00:30');
  await world.on('2028-04-12T09:00');
  const cutOff = local('2028-04-11T23:59:59.999');
  assert.equal(await balanceAt(world.db, 'merchant', world.site.id, cutOff), 750n);
  assert.equal((await world.list())[0]!.total, 750n);
  assert.equal(await balanceAt(world.db, 'merchant', world.site.id, plus(world.clock.now(), 1)), 33n);
  assert.equal(await balanceAt(world.db, 'settlements_in_flight', world.site.id, world.clock.now()), 750n);
});
