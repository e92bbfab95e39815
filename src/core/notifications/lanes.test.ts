import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, hasty, idOf, send, tell } from '../../../test/support/deliveries.ts';
import { answering, hanging, openReceiver } from '../../../test/support/receiver.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { createJobs, listenForWakes } from '../../kernel/concurrency/jobs.ts';
import { createOutbound } from '../../kernel/http/outbound.ts';
import { createDeliverySweep } from './jobs.ts';

describe('several senders at once', () => {
  test('send each notification once, each object’s in order, at most eight at a time to one receiver each', async () => {
    const world = await openWorld();
    let [now, most] = [0, 0];
    const receiver = await openReceiver(async (_received, response) => {
      most = Math.max(most, ++now);
      await sleep(5);
      now -= 1;
      response.writeHead(200).end();
    });
    const objects = await Promise.all(
      Array.from({ length: 60 }, () => tell(world, [receiver.url], randomUUID(), 3)),
    );
    const { post, close } = createOutbound({ privateAllowed: true, allowedNetworks: [] });
    const render = ({ id, objectId, sequence }: { id: string; objectId: string; sequence: number }) => ({
      body: JSON.stringify({ objectId, sequence }),
      headers: { 'webhook-id': id },
    });
    const senders = Array.from({ length: 3 }, () =>
      createJobs(
        [
          createDeliverySweep({
            ctx: world.ctx,
            post,
            formats: { one: render },
            secretsOf: world.directory.secretsOf,
          }),
        ],
        world.ctx.log,
      ),
    );
    for (const sender of senders) sender.start();
    for (let wait = 0; wait < 400 && receiver.received.length < 180; wait++) await sleep(25);
    await Promise.all(senders.map((sender) => sender.stop()));
    await close();
    assert.equal(receiver.received.length, 180);
    assert.equal(new Set(receiver.received.map(idOf)).size, 180);
    for (const objectId of objects) {
      const sequences = receiver.received
        .map(({ body }) => JSON.parse(body))
        .filter((body) => body.objectId === objectId);
      assert.deepEqual(
        sequences.map(({ sequence }) => sequence),
        [1, 2, 3],
      );
    }
    assert.ok(most <= 24, `${most} at once`);
  });
});

describe('a receiver that hangs', () => {
  test('is called eight times at once and no more', async () => {
    const world = await hasty(1_000);
    const receiver = await openReceiver(hanging);
    await flood(world, receiver.url, 100);
    for (let run = 0; run < 5; run++) await world.sweeps.delivery.run();
    await sleep(200);
    assert.equal(receiver.received.length, 8);
  });

  test('with ten thousand waiting for it delays no other', async (t) => {
    const world = await hasty(2_000);
    const alone = await latenciesOf(world);
    const hung = await openReceiver(hanging);
    await flood(world, hung.url, 10_000);
    const beside = await latenciesOf(world);
    const shown = [alone, beside].map(
      (all) => `${percentile(all, 50).toFixed(1)} and ${percentile(all, 99).toFixed(1)}`,
    );
    t.diagnostic(`p50 and p99 to a healthy receiver: ${shown[0]} ms alone, ${shown[1]} ms with others`);
    assert.ok(hung.received.length >= 8);
    // By how many per cent is for `npm run outbox` to say. Who waited for the other would wait for two seconds.
    assert.ok(percentile(beside, 90) < 1_000, `${shown[1]} ms`);
  });

  test('among so many of its kind that every place is taken leaves the next free place to the others', async () => {
    const world = await hasty(400);
    // 40 lanes of 8 places are more than there are places in all, and what waits would fill them for half a minute.
    const hung = await Promise.all(Array.from({ length: 40 }, () => openReceiver(hanging)));
    for (const { url } of hung) await flood(world, url, 600);
    const jobs = createJobs([world.sweeps.delivery], world.ctx.log);
    jobs.start();
    await sleep(200);
    const healthy = await openReceiver();
    // Last in the alphabet too, so that no order of the lanes helps it.
    await flood(world, healthy.url.replace('127.0.0.1', 'localhost'), 20);
    const began = performance.now();
    while (healthy.received.length < 20 && performance.now() - began < 20_000) await sleep(10);
    await jobs.stop();
    assert.equal(healthy.received.length, 20);
  });
});

/** How long 60 notifications to a healthy receiver take from their commit to their arrival, one after another, in ms. */
async function latenciesOf(world: World): Promise<number[]> {
  const arrived: (() => void)[] = [];
  const receiver = await openReceiver((received, response) => {
    arrived.shift()?.();
    answering(200)(received, response);
  });
  const jobs = createJobs([world.sweeps.delivery], world.ctx.log);
  const stopListening = await listenForWakes(world.db, jobs);
  jobs.start();
  const latencies: number[] = [];
  for (let number = 0; number < 60; number++) {
    const arrival = new Promise<void>((resolve) => arrived.push(resolve));
    await tell(world, [receiver.url]);
    const committed = performance.now();
    await arrival;
    latencies.push(performance.now() - committed);
    await sleep(10);
  }
  await jobs.stop();
  await stopListening();
  return latencies;
}

function percentile(values: number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ]!;
}

test('ten thousand exhausted notifications keep no fresh one from being sent (U7)', async () => {
  const world = await openWorld();
  const receiver = await openReceiver();
  await flood(world, receiver.url, 10_000, 'failed');
  await flood(world, 'http://127.0.0.1:9', 10_000, 'failed');
  await tell(world, [receiver.url]);
  await send(world);
  assert.equal(receiver.received.length, 1);
});

test('no transaction is open while a receiver is called (U8)', async () => {
  const world = await openWorld();
  const receiver = await openReceiver(hanging);
  await tell(world, [receiver.url], randomUUID(), 2);
  await world.sweeps.delivery.run();
  while (receiver.received.length === 0) await sleep(5);
  const open = await world.db`
    select query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  assert.equal(open.length, 0);
  // The caller holds no lock that blocks the receiver's work during the call.
  await world.db.begin(async (tx) => {
    await tx`set local lock_timeout = '200ms'`;
    await tx`select 1 from events for update`;
    await tx`select 1 from deliveries for update`;
  });
});
