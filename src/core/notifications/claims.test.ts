// Which due deliveries a claim takes: shares of merchants and queues, however much is due to unresponsive receivers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { flood, tell } from '../../../test/support/deliveries.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { createMerchant, findSiteByCode, type Site } from '../merchants/actions.ts';
import { recordAttempts } from './attempt-store.ts';
import { beforeAllQueues, type Claim, claimDeliveries, postponeWaiting } from './claim-store.ts';

const placesInAll = 512;
const perLane = 8;

/** A sender whose deliveries never end, with the places that they take. */
function openSender(world: World) {
  const [lanes, merchantLoads] = [
    new Map<string, Claim['lanes'] extends ReadonlyMap<string, infer T> ? T : never>(),
    new Map<string, number>(),
  ];
  const underWay: string[] = [];
  let after = beforeAllQueues;
  return {
    merchantLoads,
    lanes,
    async claim() {
      const now = world.clock.now();
      const found = await claimDeliveries(world.db, {
        now,
        leaseUntil: plus(now, 25_000),
        free: placesInAll - underWay.length,
        perLane,
        lanes,
        merchantLoads,
        underWay,
        after,
      });
      after = found.next ?? beforeAllQueues;
      for (const { id, lane, merchantId } of found.claimed) {
        underWay.push(id);
        const load = (lanes.get(lane)?.load ?? 0) + 1;
        lanes.set(lane, { load, room: perLane - load });
        merchantLoads.set(merchantId, (merchantLoads.get(merchantId) ?? 0) + 1);
      }
      return found;
    },
  };
}

async function another(world: World, name: string): Promise<Site> {
  const { siteCode } = await createMerchant(world.ctx, { name });
  return (await findSiteByCode(world.db, siteCode))!;
}

/** Floods many unresponsive receivers of a merchant, each later than the one before. */
async function floodMany(world: World, site: Site, receivers: number, number: number): Promise<void> {
  for (let receiver = 0; receiver < receivers; receiver++) {
    await flood(
      world,
      `https://dead-${receiver}.${site.code.toLowerCase()}.example`,
      number,
      'pending',
      site,
    );
    world.clock.advance(1);
  }
}

const healthy = 'https://healthy.example';

describe('the share of a merchant', () => {
  test('is half of all places, however many of its receivers hang; another merchant gets a place at once', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    await floodMany(world, world.site, 70, 10);
    for (let claims = 0; claims < 3; claims++) await sender.claim();
    assert.equal(sender.merchantLoads.get(world.site.merchantId), placesInAll / 2);
    const other = await another(world, 'Other');
    await flood(world, healthy, 1, 'pending', other);
    const { claimed } = await sender.claim();
    assert.deepEqual(
      claimed.map(({ merchantId, lane }) => [merchantId, lane]),
      [[other.merchantId, healthy]],
    );
  });

  test('is a third of all places during another flood, and a place is left for a third merchant', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    const [second, third] = [await another(world, 'Second'), await another(world, 'Third')];
    await floodMany(world, world.site, 70, 10);
    await floodMany(world, second, 70, 10);
    for (let claims = 0; claims < 4; claims++) await sender.claim();
    const loads = [world.site, second].map(({ merchantId }) => sender.merchantLoads.get(merchantId)!);
    assert.ok(
      loads.every((load) => load >= 170 && load <= 171),
      loads.join(' and '),
    );
    await flood(world, healthy, 3, 'pending', third);
    assert.equal((await sender.claim()).claimed.length, 3);
  });

  test('goes to its idle lanes first', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    await floodMany(world, world.site, 70, 10);
    await flood(world, healthy, 1);
    const { claimed } = await sender.claim();
    assert.equal(claimed.filter(({ lane }) => lane === healthy).length, 1);
  });
});

describe('the places of a lane', () => {
  test('are shared by the merchants that send to it', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    const other = await another(world, 'Other');
    await flood(world, healthy, 100);
    world.clock.advance(1_000);
    await flood(world, healthy, 100, 'pending', other);
    const { claimed } = await sender.claim();
    assert.equal(claimed.length, perLane);
    assert.equal(claimed.filter(({ merchantId }) => merchantId === other.merchantId).length, perLane / 2);
  });
});

describe('deliveries that are due to receivers that do not respond', () => {
  test('do not keep another from being claimed, with thousands due before it and after it', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    const dead = 'https://dead.example';
    await flood(world, dead, 2_000);
    assert.equal((await sender.claim()).claimed.length, perLane);
    world.clock.advance(1);
    await flood(world, healthy, 1);
    world.clock.advance(1);
    await flood(world, dead, 2_000);
    assert.deepEqual(
      (await sender.claim()).claimed.map(({ lane }) => lane),
      [healthy],
    );
  });

  test('are passed over within a few claims, in hundreds of queues', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    for (let receiver = 0; receiver < 300; receiver++) {
      const lane = `https://dead-${receiver}.example`;
      sender.lanes.set(lane, { load: perLane, room: 0 });
      await flood(world, lane, 2);
    }
    // A merchant of later comes last among the queues.
    world.clock.advance(1_000);
    await flood(world, healthy, 1, 'pending', await another(world, 'Other'));
    world.clock.advance(1);
    await flood(world, 'https://dead-0.example', 300);
    const lanes: string[] = [];
    for (let claims = 0; claims < 3; claims++)
      lanes.push(...(await sender.claim()).claimed.map(({ lane }) => lane));
    assert.deepEqual(lanes, [healthy]);
  });

  test('are postponed while their receiver is held back, and one of them probes it afterwards', async () => {
    const world = await openWorld();
    const sender = openSender(world);
    const dead = 'https://dead.example';
    await flood(world, dead, 50);
    const openUntil = plus(world.clock.now(), 30_000);
    await world.db`
      insert into receivers (id, merchant_id, url, failures, failing_since, last_failed_at, open_until)
      select distinct receiver_id, merchant_id, url, 20, due_at, due_at, ${openUntil}::timestamptz from deliveries`;
    await flood(world, healthy, 1);
    const { claimed, waiting } = await sender.claim();
    assert.deepEqual([claimed.map(({ lane }) => lane), waiting.length], [[healthy], 50]);
    const now = world.clock.now();
    assert.equal(await postponeWaiting(world.db, waiting, now, plus(now, 1_000)), 50);
    const [row] =
      await world.db`select min(due_at) as first, max(due_at) as last from deliveries where lane = ${dead}`;
    assert.deepEqual([row!.first, row!.last], [openUntil, openUntil]);
    world.clock.set(openUntil);
    const probes = (await sender.claim()).claimed.filter(({ lane }) => lane === dead);
    assert.deepEqual(
      probes.map(({ isProbe }) => isProbe),
      [true],
    );
    assert.equal((await sender.claim()).waiting.length, 49);
  });
});

describe('a delivery that waits for the one before it', () => {
  /** An object whose first delivery is under way, and the second is due. */
  async function openPair(world: World) {
    const objectId = await tell(world, [healthy], randomUUID(), 2);
    const { claimed, waiting } = await openSender(world).claim();
    assert.deepEqual([claimed.length, waiting.length], [1, 1]);
    const now = world.clock.now();
    const delivered = {
      id: randomUUID(),
      deliveryId: claimed[0]!.id,
      number: 1,
      at: now,
      durationMs: 1,
      statusCode: 200,
      error: null,
      answer: null,
      status: 'delivered' as const,
      dueAt: null,
      tries: 0,
      postponed: 0,
    };
    const secondDue = async () => {
      const [row] = await world.db<{ dueAt: Date }[]>`
        select due_at from deliveries where object_id = ${objectId} and sequence = 2`;
      return row!.dueAt;
    };
    const postpone = () => postponeWaiting(world.db, waiting, now, plus(now, 1_000));
    return { now, delivered, secondDue, postpone };
  }

  test('is postponed until that is due again, and is due as soon as that has ended', async () => {
    const world = await openWorld();
    const { now, delivered, secondDue, postpone } = await openPair(world);
    assert.equal(await postpone(), 1);
    assert.deepEqual(await secondDue(), plus(now, 25_000));
    await recordAttempts(world.db, [delivered], now);
    assert.deepEqual(await secondDue(), now);
  });

  test('is not postponed once that has ended, nor while that is about to end', async () => {
    const world = await openWorld();
    const { now, delivered, secondDue, postpone } = await openPair(world);
    const [recorded, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const recording = inTransaction(world.db, async (tx) => {
      await recordAttempts(tx, [delivered], now);
      recorded.resolve();
      await commit.promise;
    });
    await recorded.promise;
    assert.equal(await postpone(), 0);
    commit.resolve();
    await recording;
    assert.equal(await postpone(), 0);
    assert.deepEqual(await secondDue(), now);
  });
});
