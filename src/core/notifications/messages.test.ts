import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { deliveryIdOf, hook, idOf, messagesOf, pass, send, tell } from '../../../test/support/deliveries.ts';
import { answering, hanging, openReceiver } from '../../../test/support/receiver.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { only } from '../viewer.ts';
import { resendMessages } from './messages.ts';
import { deleteWebhook, putWebhook, replayWebhook } from './webhooks.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const world = await openWorld();
const merchantId = world.merchant.merchant.id;
const replay = (id: string, request = {}) => replayWebhook(world.ctx, only(merchantId), id, request);
const statuses = async (objectId: string, of: World = world) =>
  (await messagesOf(of, objectId)).map(({ status }) => status);

describe('the messages of an object', () => {
  test('is there message by message and attempt by attempt, of webhooks and addresses alike (U18)', async () => {
    const own = await openWorld();
    const [address, webhook] = [await openReceiver(answering(500)), await openReceiver()];
    const { id } = await hook(own, webhook.url);
    const objectId = await tell(own, [address.url]);
    await send(own);
    const [first, second] = (await messagesOf(own, objectId)).toSorted((a) => (a.webhookId ? 1 : -1));
    const { id: eventId, attempts, nextAttempt, ...reported } = first!;
    assert.deepEqual(reported, {
      eventType: 'transaction.complete',
      sequence: 1,
      endpoint: address.url,
      webhookId: null,
      status: 'pending',
      reason: null,
      createdAt: own.clock.now(),
    });
    assert.deepEqual(
      attempts.map(({ at, statusCode, error }) => ({ at, statusCode, error })),
      [{ at: own.clock.now(), statusCode: 500, error: null }],
    );
    assert.ok(nextAttempt! > own.clock.now());
    assert.deepEqual(
      [second!.id, second!.webhookId, second!.endpoint, second!.status, second!.nextAttempt],
      [eventId, id, webhook.url, 'delivered', null],
    );
    address.behave(answering(200));
    own.clock.advance(6_000);
    await send(own);
    const [fixed] = (await messagesOf(own, objectId)).toSorted((a) => (a.webhookId ? 1 : -1));
    assert.equal(fixed!.status, 'delivered');
    assert.deepEqual(
      fixed!.attempts.map(({ statusCode }) => statusCode),
      [500, 200],
    );
    assert.deepEqual(new Set([...address.received, ...webhook.received].map(idOf)), new Set([eventId]));
  });

  test('without a receiver is visible as skipped, with the reason, and sent once one exists (U10)', async () => {
    const own = await openWorld();
    const objectId = await tell(own, []);
    await send(own);
    const [message] = await messagesOf(own, objectId);
    assert.deepEqual([message!.status, message!.endpoint, message!.attempts.length], ['skipped', null, 0]);
    assert.match(message!.reason!, /no webhook for transaction\.complete/);
    // Without any receiver yet, resending changes nothing.
    await resendMessages(own.ctx, only(own.merchant.merchant.id), objectId);
    assert.deepEqual(await statuses(objectId, own), ['skipped']);
    const receiver = await openReceiver();
    await hook(own, receiver.url);
    await resendMessages(own.ctx, only(own.merchant.merchant.id), objectId);
    await send(own);
    assert.deepEqual(await statuses(objectId, own), ['delivered']);
    assert.deepEqual(receiver.received.map(idOf), [message!.id]);
  });

  test('is its merchant’s alone', async () => {
    const objectId = await tell(world, ['http://127.0.0.1:9/']);
    const { listMessages } = await import('./messages.ts');
    assert.deepEqual(await listMessages(world.ctx, randomUUID(), objectId), []);
    await resendMessages(world.ctx, only(randomUUID()), objectId);
    assert.equal((await messagesOf(world, objectId))[0]!.attempts.length, 0);
  });

  test('that was recorded is pending, or visibly skipped: no event is lost between the two (U10)', async () => {
    const [lost] = await world.db<{ number: number }[]>`
      select count(*)::integer as number from events
      where type = 'transaction.complete' and not unheard
        and not exists (select 1 from deliveries where deliveries.event_id = events.id)`;
    assert.equal(lost!.number, 0);
    await assert.rejects(
      world.db`update deliveries set due_at = null where status = 'pending'`,
      /deliveries_check/,
    );
  });
});

describe('sending again', () => {
  test('all messages of an object are resent to every receiver, in order, with the same ids', async () => {
    const receiver = await openReceiver();
    const { id } = await hook(world, `${receiver.url}/hook`);
    const objectId = await tell(world, [`${receiver.url}/notify`], randomUUID(), 2);
    await send(world);
    assert.equal(receiver.received.length, 4);
    const before = receiver.received.splice(0);
    await resendMessages(world.ctx, only(merchantId), objectId);
    await send(world);
    for (const path of ['/hook', '/notify']) {
      const at = (list: typeof before) => list.filter((one) => one.path === path).map(idOf);
      assert.deepEqual(at(receiver.received), at(before));
    }
    const attempts = (await messagesOf(world, objectId)).map((message) => message.attempts.length);
    assert.deepEqual(attempts, [2, 2, 2, 2]);
    await deleteWebhook(world.ctx, only(merchantId), id);
  });

  test('gives an exhausted message a whole schedule', async () => {
    const receiver = await openReceiver(answering(500));
    const objectId = await tell(world, [receiver.url]);
    await pass(world, 4 * day);
    assert.deepEqual(await statuses(objectId), ['failed']);
    assert.equal(receiver.received.length, 10);
    await resendMessages(world.ctx, only(merchantId), objectId);
    await send(world);
    await pass(world, 10 * minute);
    assert.deepEqual(await statuses(objectId), ['pending']);
    receiver.behave(answering(200));
    await pass(world, hour);
    assert.deepEqual(await statuses(objectId), ['delivered']);
    assert.equal(new Set(receiver.received.map(idOf)).size, 1);
  });

  test('does not double an attempt under way', async () => {
    const receiver = await openReceiver(hanging);
    const objectId = await tell(world, [receiver.url]);
    await world.sweeps.delivery.run();
    await resendMessages(world.ctx, only(merchantId), objectId);
    await world.sweeps.delivery.run();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(receiver.received.length, 1);
  });

  test('replays the failed messages of a webhook, of a time or all, and leaves the delivered ones', async () => {
    const own = await openWorld();
    const again = (request = {}) => replayWebhook(own.ctx, only(own.merchant.merchant.id), id, request);
    const receiver = await openReceiver();
    const { id } = await hook(own, receiver.url);
    await tell(own, []);
    await send(own);
    receiver.behave(answering(500));
    const began = own.clock.now();
    const objects: string[] = [];
    for (let count = 0; count < 3; count++) {
      objects.push(await tell(own, []));
      await pass(own, hour);
    }
    await pass(own, 4 * day);
    assert.deepEqual(await Promise.all(objects.map((one) => statuses(one, own))), [
      ['failed'],
      ['failed'],
      ['failed'],
    ]);
    receiver.behave(answering(200));
    receiver.received.length = 0;
    await again({ since: plus(began, 30 * minute), until: plus(began, 90 * minute) });
    await send(own);
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body).objectId),
      [objects[1]],
    );
    receiver.received.length = 0;
    await again();
    await send(own);
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body).objectId),
      [objects[0], objects[2]],
    );
    receiver.received.length = 0;
    await again();
    await send(own);
    assert.equal(receiver.received.length, 0);
    // Of the messages that are named, also those that were delivered.
    const ids = await Promise.all(objects.map(async (one) => (await messagesOf(own, one))[0]!.id));
    await again({ messageIds: ids.slice(1) });
    await send(own);
    assert.deepEqual(receiver.received.map(idOf).sort(), ids.slice(1).sort());
    assert.deepEqual(await again({ messageIds: [ids[0], objects[0]] }), [objects[0]]);
  });

  test('replays hundreds of messages piece by piece, each once, in order', async () => {
    const own = await openWorld();
    const receiver = await openReceiver();
    const { id } = await hook(own, receiver.url);
    await hook(own, receiver.url, 'refund.complete');
    await own.db`
      with made as (
        insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at,
          unheard)
        select gen_random_uuid(), ${own.site.merchantId}, ${own.site.id}, 'transaction.complete', 'transaction',
          md5((number / 2)::text)::uuid, 1 + number % 2, '{}', 'c', ${own.clock.now()}::timestamptz - interval '1 day', number >= 300
        from generate_series(0, 599) as number
        returning id, object_id, sequence, unheard, occurred_at, merchant_id
      )
      insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at, webhook_id)
      select ${deliveryIdOf(own.db)}, merchant_id, id, object_id, sequence, ${receiver.url}, ${receiver.url}, 'webhook', 'failed', occurred_at, ${id}
      from made where not unheard`;
    const again = (request = {}) => replayWebhook(own.ctx, only(own.merchant.merchant.id), id, request);
    // A message that was never sent to it is not one that it failed to take.
    await again();
    await send(own);
    assert.equal(receiver.received.length, 0);
    await again({ since: plus(own.clock.now(), -30 * day) });
    await send(own);
    assert.equal(receiver.received.length, 600);
    assert.equal(new Set(receiver.received.map(idOf)).size, 600);
    const seen = new Map<string, number>();
    for (const { body } of receiver.received) {
      const { objectId, sequence } = JSON.parse(body);
      assert.ok((seen.get(objectId) ?? 0) < sequence, `${objectId} ${sequence}`);
      seen.set(objectId, sequence);
    }
    assert.equal((await own.db`select 1 from replays`).length, 0);
  });
});

test('a replay sends by default nothing from before the webhook was created, and with since that too', async () => {
  const own = await openWorld();
  const ofMerchant = own.merchant.merchant.id;
  const receiver = await openReceiver(answering(500));
  const settings = {
    endpoint: receiver.url,
    eventType: 'transaction.complete',
    messageType: 'thin',
  } as const;
  const id = randomUUID();
  const again = (request = {}) => replayWebhook(own.ctx, only(ofMerchant), id, request);
  const withoutRecipient = await tell(own, []);
  own.clock.advance(minute);
  await putWebhook(own.ctx, ofMerchant, id, settings);
  const failed = await tell(own, []);
  await send(own);
  // Another webhook, though under the same id.
  await deleteWebhook(own.ctx, only(ofMerchant), id);
  own.clock.advance(minute);
  await send(own);
  assert.deepEqual(await statuses(failed, own), ['failed']);
  await putWebhook(own.ctx, ofMerchant, id, settings);
  const late = await tell(own, []);
  await own.db`update deliveries set status = 'failed', due_at = null where object_id = ${late}`;
  receiver.behave(answering(200));
  const reported = async () => {
    receiver.received.length = 0;
    await send(own);
    return receiver.received.map(({ body }) => JSON.parse(body).objectId);
  };
  await again();
  assert.deepEqual(await reported(), [late]);
  await again({ since: plus(own.clock.now(), -30 * day) });
  assert.deepEqual((await reported()).toSorted(), [failed, withoutRecipient].toSorted());
});

describe('pending deliveries of a webhook', () => {
  test('are sent to the new address after a move', async () => {
    const [old, moved] = [await openReceiver(answering(500)), await openReceiver()];
    const { id, eventType } = await hook(world, old.url);
    const objectId = await tell(world, []);
    await send(world);
    await putWebhook(world.ctx, merchantId, id, { endpoint: moved.url, eventType, messageType: 'full' });
    world.clock.advance(6_000);
    await send(world);
    assert.deepEqual([old.received.length, moved.received.length], [1, 1]);
    const [message] = await messagesOf(world, objectId);
    assert.deepEqual([message!.status, message!.endpoint], ['delivered', moved.url]);
    await deleteWebhook(world.ctx, only(merchantId), id);
  });

  test('end with the webhook, or when it takes other events, with the reason', async () => {
    const receiver = await openReceiver(answering(500));
    const { id } = await hook(world, receiver.url);
    const tried = await tell(world, []);
    await send(world);
    const untried = await tell(world, []);
    await deleteWebhook(world.ctx, only(merchantId), id);
    world.clock.advance(6_000);
    await send(world);
    assert.equal(receiver.received.length, 1);
    const ends = async (objectId: string) =>
      (await messagesOf(world, objectId)).map(({ status, reason }) => [status, reason]);
    assert.deepEqual(await ends(tried), [['failed', 'the webhook was deleted']]);
    assert.deepEqual(await ends(untried), [['skipped', 'the webhook was deleted']]);
    // There is nowhere to send it to any more.
    await resendMessages(world.ctx, only(merchantId), tried);
    await send(world);
    assert.deepEqual(await ends(tried), [['failed', 'the webhook was deleted']]);

    const other = await hook(world, receiver.url);
    const objectId = await tell(world, []);
    await putWebhook(world.ctx, merchantId, other.id, {
      endpoint: receiver.url,
      eventType: 'refund.complete',
      messageType: 'thin',
    });
    await send(world);
    assert.deepEqual(await ends(objectId), [['skipped', 'the webhook takes refund.complete now']]);
    assert.equal(receiver.received.length, 1);
    await deleteWebhook(world.ctx, only(merchantId), other.id);
  });
});

test('a webhook that was deleted and created again by another merchant receives nothing of the first', async () => {
  const id = randomUUID();
  const receiver = await openReceiver(answering(500));
  const settings = {
    endpoint: receiver.url,
    eventType: 'transaction.complete' as const,
    messageType: 'thin' as const,
  };
  await putWebhook(world.ctx, merchantId, id, settings);
  const objectId = await tell(world, []);
  await deleteWebhook(world.ctx, only(merchantId), id);
  await world.db`insert into merchants (id, code, name, created_at) values (${objectId}, 'OTHER1', 'Other', now())`;
  await putWebhook(world.ctx, objectId, id, settings);
  assert.deepEqual(
    await replayWebhook(world.ctx, only(objectId), id, {
      messageIds: [(await messagesOf(world, objectId))[0]!.id],
    }),
    [(await messagesOf(world, objectId))[0]!.id],
  );
  await send(world);
  assert.equal(receiver.received.length, 0);
  await assert.rejects(replay(id), /This merchant has no webhook/);
});

test('the first delivery is due from when its event happened, however long the writing takes', async () => {
  const world = await openWorld();
  const { clock } = world;
  const slow = {
    ...clock,
    now: () => {
      clock.advance(7);
      return clock.now();
    },
  };
  const objectId = await tell({ ...world, ctx: { ...world.ctx, clock: slow } }, [
    'http://127.0.0.1:1/notify',
  ]);
  const [row] = await world.db`
    select delivery.created_at = event.occurred_at as is_same from deliveries delivery
    join events event on event.id = delivery.event_id where event.object_id = ${objectId}`;
  assert.equal(row!.isSame, true);
});
