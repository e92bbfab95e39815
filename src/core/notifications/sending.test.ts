import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasty, idOf, send, tell } from '../../../test/support/deliveries.ts';
import {
  answering,
  deliveredBy,
  hanging,
  openRawReceiver,
  openReceiver,
  resetting,
} from '../../../test/support/receiver.ts';
import { until } from '../../../test/support/until.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { recordAttempts } from './attempt-store.ts';
import { beforeAllQueues, claimDeliveries } from './claim-store.ts';
import { createDeliverySweep } from './jobs.ts';
import { leaseMs } from './schedule.ts';

interface Row {
  status: string;
  attempts: number;
  dueAt: Date | null;
}
const deliveriesOf = async (world: World, objectId: string): Promise<Row[]> => [
  ...(await world.db<
    Row[]
  >`select status, attempts, due_at from deliveries where object_id = ${objectId} order by sequence, url`),
];
const attemptsOf = (world: World, objectId: string) => world.db<
  {
    number: number;
    statusCode: number | null;
    error: string | null;
    answer: string | null;
    durationMs: number;
  }[]
>`select number, status_code, error, answer, duration_ms from delivery_attempts
  where delivery_id in (select id from deliveries where object_id = ${objectId}) order by number`;
describe('a notification', () => {
  test('with a 2xx response is delivered, in one attempt, with its ids', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(204));
    const objectId = await tell(world, [`${receiver.url}/notify?shop=1`]);
    await send(world);
    assert.deepEqual(await deliveriesOf(world, objectId), [
      { status: 'delivered', attempts: 1, dueAt: null },
    ]);
    const [received] = receiver.received;
    assert.deepEqual([received!.method, received!.path], ['POST', '/notify?shop=1']);
    assert.match(String(idOf(received!)), /^[0-9a-f-]{36}$/);
    assert.equal(received!.headers['x-correlation-id'], 'corr-7');
    assert.deepEqual(JSON.parse(received!.body), {
      type: 'transaction.complete',
      sequence: 1,
      objectId,
      data: { state: 'successful' },
    });
    await send(world);
    assert.equal(receiver.received.length, 1);
  });

  test('is not counted when the database goes away before it is written, and is repeated when its lease has ended', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(200));
    const objectId = await tell(world, [receiver.url]);
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const sweep = createDeliverySweep({
      ctx: world.ctx,
      post: () => assert.fail('nothing is posted'),
      formats: { one: () => assert.fail('nothing is written') },
      secretsOf: () => Promise.reject(away),
    });
    await sweep.run();
    await sweep.settle!();
    assert.deepEqual([...(await attemptsOf(world, objectId))], []);
    world.clock.advance(leaseMs + 1);
    await send(world);
    assert.equal((await deliveriesOf(world, objectId))[0]!.status, 'delivered');
    assert.equal(receiver.received.length, 1);
  });

  const failures = {
    'a 500': [answering(500, {}, 'broken'), 500, null, 'broken'],
    'a 404': [answering(404), 404, null, null],
    'a redirect': [answering(302, { location: 'http://127.0.0.1:1/' }), 302, null, null],
    'a reset connection': [resetting, null, /^no connection, or no response in time$/, null],
    'no response in time': [hanging, null, /^no connection, or no response in time$/, null],
    'a response with NUL characters': [answering(500, {}, 'a\u0000b'), 500, null, 'ab'],
    'an answer of any length': [answering(500, {}, 'é'.repeat(10_000)), 500, null, 'é'.repeat(4_096)],
  } as const;
  for (const [what, [behaviour, statusCode, error, body]] of Object.entries(failures)) {
    test(`that meets ${what} is retried, and the attempt is on record`, async () => {
      const world = await hasty(300);
      const receiver = await openReceiver(behaviour);
      const objectId = await tell(world, [receiver.url]);
      await send(world);
      const [delivery] = await deliveriesOf(world, objectId);
      assert.deepEqual([delivery!.status, delivery!.attempts], ['pending', 1]);
      const wait = delivery!.dueAt!.getTime() - world.clock.now().getTime();
      assert.ok(wait >= 4_500 && wait <= 5_500, `${wait} ms`);
      const [attempt] = await attemptsOf(world, objectId);
      assert.equal(attempt!.statusCode, statusCode);
      assert.equal(attempt!.answer, body);
      if (error) assert.match(attempt!.error!, error);
      else assert.equal(attempt!.error, null);
      receiver.behave(answering(200));
      world.clock.set(delivery!.dueAt!);
      await send(world);
      assert.equal((await deliveriesOf(world, objectId))[0]!.status, 'delivered');
      assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    });
  }

  for (const { what, bytes, end, error } of deliveredBy) {
    test(`that meets ${what} is delivered, and the attempt is on record`, async () => {
      const world = await hasty(300);
      const receiver = await openRawReceiver(
        (socket) => void (end ? socket.end(bytes) : socket.write(bytes)),
      );
      const objectId = await tell(world, [receiver.url]);
      await send(world);
      const [[delivery], [attempt]] = [
        await deliveriesOf(world, objectId),
        await attemptsOf(world, objectId),
      ];
      assert.deepEqual([delivery!.status, attempt!.statusCode, attempt!.error], ['delivered', 200, error]);
    });
  }

  test('that never succeeds is tried ten times with one id, and then has failed and leaves the due ones', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    const objectId = await tell(world, [receiver.url]);
    const began = world.clock.now().getTime();
    for (let tries = 1; ; tries++) {
      await send(world);
      assert.equal(receiver.received.length, tries);
      const [{ dueAt }] = (await deliveriesOf(world, objectId)) as [Row];
      if (!dueAt) break;
      world.clock.set(plus(dueAt, -1));
      await send(world);
      assert.equal(receiver.received.length, tries);
      world.clock.set(dueAt);
    }
    assert.deepEqual(await deliveriesOf(world, objectId), [{ status: 'failed', attempts: 10, dueAt: null }]);
    assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    assert.deepEqual(
      (await attemptsOf(world, objectId)).map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    const hours = (world.clock.now().getTime() - began) / 3_600_000;
    assert.ok(hours > 75.6 * 0.9 && hours < 75.6 * 1.1, `${hours} h`);
  });

  test('that meets a 410 is never sent again', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(410));
    const objectId = await tell(world, [receiver.url]);
    await send(world);
    world.clock.advance(7 * 86_400_000);
    await send(world);
    assert.deepEqual(await deliveriesOf(world, objectId), [{ status: 'failed', attempts: 1, dueAt: null }]);
    assert.equal(receiver.received.length, 1);
  });

  test('waits as long as Retry-After requires', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(429, { 'retry-after': '3600' }));
    const objectId = await tell(world, [receiver.url]);
    await send(world);
    const [delivery] = await deliveriesOf(world, objectId);
    assert.equal(delivery!.dueAt!.getTime() - world.clock.now().getTime(), 3_600_000);
  });
});

describe('a sender that is killed', () => {
  test('between claim and record loses nothing: another sends again after the lease, with the same id', async () => {
    const world = await openWorld();
    const receiver = await openReceiver();
    const objectId = await tell(world, [receiver.url]);
    const now = world.clock.now();
    const claim = {
      now,
      leaseUntil: plus(now, 25_000),
      free: 20,
      perLane: 8,
      lanes: new Map(),
      merchantLoads: new Map(),
      underWay: [],
      after: beforeAllQueues,
    };
    const {
      claimed: [claimed],
    } = await claimDeliveries(world.db, claim);
    assert.equal(claimed!.event.objectId, objectId);
    world.clock.advance(24_999);
    await send(world);
    assert.equal(receiver.received.length, 0);
    world.clock.advance(1);
    await send(world);
    assert.deepEqual(receiver.received.map(idOf), [claimed!.event.id]);
    assert.deepEqual(await deliveriesOf(world, objectId), [
      { status: 'delivered', attempts: 2, dueAt: null },
    ]);
  });

  test('that records its response late changes nothing that its successor did', async () => {
    const world = await openWorld();
    const receiver = await openReceiver();
    const objectId = await tell(world, [receiver.url]);
    const now = world.clock.now();
    const {
      claimed: [claimed],
    } = await claimDeliveries(world.db, {
      now,
      leaseUntil: plus(now, 25_000),
      free: 20,
      perLane: 8,
      lanes: new Map(),
      merchantLoads: new Map(),
      underWay: [],
      after: beforeAllQueues,
    });
    world.clock.advance(25_000);
    await send(world);
    const late = {
      id: randomUUID(),
      deliveryId: claimed!.id,
      number: 1,
      at: now,
      durationMs: 1,
      statusCode: 500,
      error: null,
      answer: null,
      status: 'pending' as const,
      dueAt: plus(now, 5_000),
      tries: 1,
      postponed: 0,
    };
    await recordAttempts(world.db, [late], now);
    assert.deepEqual(await deliveriesOf(world, objectId), [
      { status: 'delivered', attempts: 2, dueAt: null },
    ]);
    assert.deepEqual(
      (await attemptsOf(world, objectId)).map(({ number, statusCode }) => [number, statusCode]),
      [
        [1, 500],
        [2, 200],
      ],
    );
  });
});

test('a notification that is just being claimed is claimed once, however many claim while the clock jumps', async () => {
  const world = await openWorld();
  const receiver = await openReceiver();
  const reported = 60;
  for (let count = 0; count < reported; count += 1) {
    await tell(world, [`${receiver.url}/notify`]);
    const runs: Promise<unknown>[] = [];
    for (let run = 0; run < 6; run += 1) {
      runs.push(world.sweeps.delivery.run());
      await sleep(run % 3);
      world.clock.advance(600_000);
    }
    await Promise.all(runs);
    await world.sweeps.delivery.settle!();
  }
  assert.equal(receiver.received.length, reported);
});

test('a notification under way is not sent again because the clock jumped over its lease', async () => {
  const world = await openWorld();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const receiver = await openReceiver(async (received, response) => {
    await held;
    answering(200)(received, response);
  });
  const objectId = await tell(world, [receiver.url], randomUUID(), 2);
  await world.sweeps.delivery.run();
  await until(() => receiver.received.length > 0);
  world.clock.advance(86_400_000);
  await world.sweeps.delivery.run();
  await sleep(50);
  assert.equal(receiver.received.length, 1);
  letGo();
  await send(world);
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).sequence),
    [1, 2],
  );
  assert.ok(
    (await deliveriesOf(world, objectId)).every(
      ({ status, attempts }) => status === 'delivered' && attempts === 1,
    ),
  );
});

describe('an object’s events', () => {
  test('reach a receiver in their order: none before the one before it was delivered (U6)', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    const objectId = await tell(world, [receiver.url], randomUUID(), 3);
    await send(world);
    world.clock.advance(6_000);
    await send(world);
    const sequences = () => receiver.received.map(({ body }) => JSON.parse(body).sequence);
    assert.deepEqual(sequences(), [1, 1]);
    receiver.behave(answering(200));
    world.clock.advance(6 * 60_000);
    await send(world);
    assert.deepEqual(sequences(), [1, 1, 1, 2, 3]);
    assert.ok((await deliveriesOf(world, objectId)).every(({ status }) => status === 'delivered'));
  });

  test('go on when one of them is exhausted', async () => {
    const world = await openWorld();
    const receiver = await openReceiver((received, response) => {
      answering(JSON.parse(received.body).sequence === 1 ? 410 : 200)(received, response);
    });
    const objectId = await tell(world, [receiver.url], randomUUID(), 2);
    await send(world);
    assert.deepEqual(
      (await deliveriesOf(world, objectId)).map(({ status }) => status),
      ['failed', 'delivered'],
    );
  });

  test('wait for no other object, and at one receiver for no other receiver (U11)', async () => {
    const world = await openWorld();
    const [broken, healthy] = [await openReceiver(answering(500)), await openReceiver()];
    await tell(world, [broken.url, healthy.url], randomUUID(), 2);
    await tell(world, [broken.url]);
    await send(world);
    assert.equal(healthy.received.length, 2);
    assert.equal(broken.received.length, 2);
  });
});

describe('a response that comes too late', () => {
  /** A receiver that takes every message, but the first of each only after 400 ms. */
  const slow = () => {
    const seen = new Set<unknown>();
    return openReceiver(async (received, response) => {
      if (!seen.has(idOf(received))) await sleep(400);
      seen.add(idOf(received));
      answering(200)(received, response);
    });
  };

  test('is on record, and a message that was taken is not sent again (U9)', async () => {
    const world = await hasty(100);
    const receiver = await slow();
    const objectId = await tell(world, [receiver.url], randomUUID(), 2);
    await world.sweeps.delivery.run();
    await world.sweeps.delivery.settle!();
    const [delivery] = await deliveriesOf(world, objectId);
    assert.deepEqual([delivery!.status, delivery!.attempts], ['pending', 1]);
    await sleep(500);
    assert.equal((await deliveriesOf(world, objectId))[0]!.status, 'delivered');
    const [attempt] = await attemptsOf(world, objectId);
    assert.equal(attempt!.statusCode, 200);
    assert.match(attempt!.error!, /^answered after \d+ ms, which was too late$/);
    // Its successor waited for it, and now goes.
    await world.sweeps.delivery.run();
    await world.sweeps.delivery.settle!();
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body).sequence),
      [1, 2],
    );
    assert.equal((await world.db`select 1 from receivers where failures > 1`).length, 0);
  });

  test('changes nothing if the message is on its way again, under the same id (U9)', async () => {
    const world = await hasty(100);
    const receiver = await slow();
    const objectId = await tell(world, [receiver.url]);
    await send(world);
    world.clock.advance(6_000);
    receiver.behave(async (received, response) => {
      await sleep(60);
      answering(500)(received, response);
    });
    await send(world);
    await sleep(500);
    const [delivery] = await deliveriesOf(world, objectId);
    assert.deepEqual([delivery!.status, delivery!.attempts], ['pending', 2]);
    assert.equal(new Set(receiver.received.map(idOf)).size, 1);
  });
});
