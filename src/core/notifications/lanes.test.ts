import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, hasty, idOf, send, tell } from '../../../test/support/deliveries.ts';
import { answering, hanging, openReceiver } from '../../../test/support/receiver.ts';
import { until } from '../../../test/support/until.ts';
import { openWorld } from '../../../test/support/world.ts';
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
    await until(() => receiver.received.length >= 180);
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
    await until(() => receiver.received.length >= 8);
    await sleep(200);
    assert.equal(receiver.received.length, 8);
  });

  test('with ten thousand waiting for it delays no other', async () => {
    // Longer than the test: a sweep that waited for these calls would not end.
    const world = await hasty(600_000);
    const held: ServerResponse[] = [];
    const hung = await openReceiver((_received, response) => void held.push(response));
    await flood(world, hung.url, 10_000);
    const jobs = createJobs([world.sweeps.delivery], world.ctx.log);
    const stopListening = await listenForWakes(world.db, jobs);
    jobs.start();
    await until(() => held.length === 8);
    const healthy = await openReceiver();
    // By how many per cent it is slower is for the simulator's scenario `outbox-dead` to say.
    for (let number = 1; number <= 60; number++) {
      await tell(world, [healthy.url]);
      await until(() => healthy.received.length === number);
    }
    assert.equal(held.length, 8);
    hung.behave(answering(500));
    const stopped = jobs.stop();
    for (const response of held) response.writeHead(500).end();
    await stopped;
    await stopListening();
  });

  test('among so many of its kind that every place is taken leaves the next free place to the others', async () => {
    const world = await hasty(400);
    // 40 lanes of 8 places are more than there are places in all, and what waits would fill them for ten seconds.
    const hung = await Promise.all(Array.from({ length: 40 }, () => openReceiver(hanging)));
    for (const { url } of hung) await flood(world, url, 200);
    const jobs = createJobs([world.sweeps.delivery], world.ctx.log);
    jobs.start();
    await sleep(200);
    const healthy = await openReceiver();
    // Last in the alphabet too, so that no order of the lanes helps it.
    await flood(world, healthy.url.replace('127.0.0.1', 'localhost'), 20);
    await until(() => healthy.received.length >= 20);
    await jobs.stop();
    assert.equal(healthy.received.length, 20);
  });
});

test('ten thousand exhausted notifications do not keep a new one from being sent (U7)', async () => {
  const world = await openWorld();
  const receiver = await openReceiver();
  await flood(world, receiver.url, 10_000, 'failed');
  await flood(world, 'http://127.0.0.1:9', 1_000, 'failed');
  await tell(world, [receiver.url]);
  await send(world);
  assert.equal(receiver.received.length, 1);
});

test('no transaction is open while a receiver is called (U8)', async () => {
  const world = await openWorld();
  const held: ServerResponse[] = [];
  const receiver = await openReceiver((_received, response) => void held.push(response));
  await tell(world, [receiver.url], randomUUID(), 2);
  await world.sweeps.delivery.run();
  await until(() => held.length > 0);
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
  assert.equal(held[0]!.destroyed, false);
  receiver.behave(answering(500));
  for (const response of held) response.writeHead(500).end();
});
