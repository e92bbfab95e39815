// Listeners over a real database, whose transactions commit in a different order from their beginnings.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from '../../../test/support/deliveries.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import type { Work } from '../../core/context.ts';
import type { EventType } from '../../core/events.ts';
import { createSite, findSiteByCode } from '../../core/merchants/actions.ts';
import { publish } from '../../core/notifications/actions.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { openPool } from '../../kernel/db/db.ts';
import { type Listening, startListening, tellListenersAgain } from './listeners.ts';

const world = await openWorld();

const listen = (name: string, given: { types?: EventType[]; since?: Date } = {}) =>
  startListening(world.ctx, { site: world.site, name, ...given });

/** Reads all events, marks them as delivered and saves the place. Returns their ids. */
async function deliver(listening: Listening): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const reading = await listening.read(world.ctx);
    assert.ok(reading, 'the place was taken over');
    for (const { id } of reading.events) {
      ids.push(id);
      listening.tell(id, false);
    }
    assert.ok(await listening.keep(world.ctx));
    if (reading.isAll) return ids;
  }
}

async function happen(of: World = world, within?: Work, objectId: string = randomUUID()): Promise<string> {
  const scope = within ?? of.ctx;
  await inWork(scope, (work) =>
    publish(work, {
      type: 'transaction.complete',
      object: 'transaction',
      objectId,
      merchantId: of.site.merchantId,
      siteId: of.site.id,
      data: {},
      correlationId: 'corr-7',
      receivers: [],
    }),
  );
  const [row] = await scope.db<{ id: string }[]>`
    select id from events where object_id = ${objectId} order by sequence desc limit 1`;
  return row!.id;
}

describe('a listener', () => {
  test('that is new starts with the next event', async () => {
    await happen();
    const listening = await listen('new');
    assert.equal(listening.begins, true);
    const later = await happen();
    assert.deepEqual(await deliver(listening), [later]);
  });

  test('continues where it stopped, and receives no event again', async () => {
    const first = await listen('stops');
    const before = await happen();
    assert.deepEqual(await deliver(first), [before]);
    const missed = [await happen(), await happen()];
    const second = await listen('stops');
    assert.deepEqual([second.begins, second.lastEventId], [false, before]);
    assert.deepEqual(await deliver(second), missed);
  });

  test('starts at the requested time, also a second time', async () => {
    world.clock.advance(3_600_000);
    const since = world.clock.now();
    const events = [await happen(), await happen()];
    const listening = await listen('since', { since });
    assert.equal(listening.begins, true);
    assert.deepEqual(await deliver(listening), events);
    assert.deepEqual(await deliver(await listen('since', { since })), events);
    assert.deepEqual(await deliver(await listen('since')), []);
  });

  test('receives only events of its site and of the requested types', async () => {
    const { siteCode } = await createSite(world.ctx, world.merchant.merchant, 'Second');
    const second = (await findSiteByCode(world.db, siteCode))!;
    const types: EventType[] = ['refund.complete'];
    const [named, whole] = [await listen('named', { types }), await listen('whole')];
    await happen({ ...world, site: second });
    const mine = await happen();
    assert.deepEqual(await deliver(named), []);
    assert.deepEqual(await deliver(whole), [mine]);
  });

  test('receives nothing after another has taken over', async () => {
    const first = await listen('taken');
    const event = await happen();
    const second = await listen('taken');
    assert.equal(await first.read(world.ctx), undefined);
    assert.equal(await first.keep(world.ctx), false);
    assert.deepEqual(await deliver(second), [event]);
  });

  test('receives an object’s events again once, when a resend is requested', async () => {
    const listening = await listen('again');
    const objectId = await tell(world, [], randomUUID(), 2);
    const events = await deliver(listening);
    assert.ok((await tellListenersAgain(world.ctx, world.site.merchantId, objectId)).includes('again'));
    const asked = await listening.read(world.ctx);
    assert.deepEqual(
      asked!.again.map(({ id, sequence }) => [id, sequence]),
      [
        [events[0], 1],
        [events[1], 2],
      ],
    );
    // Events in progress are not returned a second time; after they are delivered and saved, they are done.
    assert.deepEqual((await listening.read(world.ctx))!.again, []);
    for (const id of events) listening.tell(id, true);
    await listening.keep(world.ctx);
    assert.deepEqual((await (await listen('again')).read(world.ctx))!.again, []);
    assert.deepEqual(await tellListenersAgain(world.ctx, randomUUID(), objectId), []);
  });

  test('reports the number of pending events and the time of the oldest', async () => {
    const listening = await listen('backlog');
    const at = world.clock.now();
    await happen();
    world.clock.advance(5_000);
    await happen();
    assert.deepEqual(await listening.backlog(world.ctx), { waiting: 2, oldest: at });
    await deliver(listening);
    assert.deepEqual(await listening.backlog(world.ctx), { waiting: 0, oldest: null });
  });

  test('starts with new events after the database was copied to another server', async () => {
    const listening = await listen('copied');
    await deliver(listening);
    await world.db`update events set written_in = '4000000000' where written_in is not null`;
    await world.db`update listeners set told_below = '4000000000' where name = 'copied'`;
    const moved = await listen('copied');
    assert.equal(moved.begins, true);
    const event = await happen();
    assert.deepEqual(await deliver(moved), [event]);
  });
});

describe('an event written early and committed late', () => {
  test('is delivered, and does not delay events committed before it', async () => {
    const listening = await listen('late');
    const open = Promise.withResolvers<void>();
    const wrote = Promise.withResolvers<string>();
    const early = inWork(world.ctx, async (work) => {
      wrote.resolve(await happen(world, work));
      await open.promise;
    });
    const earlyId = await wrote.promise;
    world.clock.advance(1);
    const meanwhile = [await happen(), await happen()];
    assert.ok(meanwhile.every((id) => id > earlyId));
    assert.deepEqual(await deliver(listening), meanwhile);
    // The saved place includes it, also for the next listener.
    const next = await listen('late');
    assert.deepEqual(await deliver(next), []);
    open.resolve();
    await early;
    assert.deepEqual(await deliver(next), [earlyId]);
    assert.deepEqual(await deliver(await listen('late')), []);
  });

  test('is delivered to a listener that started before the commit', async () => {
    const open = Promise.withResolvers<void>();
    const wrote = Promise.withResolvers<string>();
    const early = inWork(world.ctx, async (work) => {
      wrote.resolve(await happen(world, work));
      await open.promise;
    });
    const earlyId = await wrote.promise;
    const seen = await happen();
    const listening = await listen('newcomer');
    open.resolve();
    await early;
    assert.deepEqual(await deliver(listening), [earlyId]);
    assert.notEqual(seen, earlyId);
  });
});

test('a listener receives every event of forty writers once, despite late commits, stops and takeovers', async () => {
  const db = openPool(world.url, { max: 41 });
  const pooled: World = { ...world, db, ctx: { ...world.ctx, db } };
  const written: string[] = [];
  let isWriting = true;
  const writers = Array.from({ length: 40 }, async (_, writer) => {
    const objects = [randomUUID(), randomUUID()];
    for (let count = 0; count < 12; count++) {
      const ids: string[] = [];
      await inWork(pooled.ctx, async (work) => {
        ids.push(await happen(pooled, work, objects[count % 2]));
        await sleep((writer * 7 + count * 13) % 40);
        if (count % 3 === 0) ids.push(await happen(pooled, work, randomUUID()));
      });
      written.push(...ids);
    }
  });
  const finished = Promise.all(writers).then(() => {
    isWriting = false;
  });

  let listening = await listen('crowd');
  const got: { id: string; objectId: string; sequence: number }[] = [];
  for (let round = 1; ; round++) {
    const wasWriting = isWriting;
    const reading = (await listening.read(world.ctx))!;
    for (const event of reading.events) {
      got.push(event);
      listening.tell(event.id, false);
    }
    await listening.keep(world.ctx);
    if (round % 5 === 0) listening = await listen('crowd');
    if (!wasWriting && reading.isAll && reading.events.length === 0) break;
    await sleep(3);
  }
  await finished;
  await db.end();
  const ids = got.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'delivered twice');
  assert.deepEqual(ids.toSorted(), written.toSorted());
  for (const events of Map.groupBy(got, ({ objectId }) => objectId).values()) {
    const sequences = events.map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    );
  }
});
