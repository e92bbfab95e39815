import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { flood, hook, idOf, messagesOf, pass, send, tell } from '../../../test/support/deliveries.ts';
import { answering, openReceiver } from '../../../test/support/receiver.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { plus } from '../../kernel/clock.ts';
import { atCommandLine } from '../users/signed-in-user.ts';
import { createUser } from '../users/users.ts';
import { only } from '../viewer.ts';
import { listDisabled } from './actions.ts';
import { failuresToOpen, pauseMs, sumUp } from './breaker.ts';
import { resendMessages } from './messages.ts';
import { getWebhook, putWebhook, type Webhook } from './webhooks.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const merchantOf = (world: World) => world.merchant.merchant.id;
const lastOf = async (world: World, objectId: string) => (await messagesOf(world, objectId)).at(-1)!;
const enable = (world: World, { id, endpoint, eventType, messageType }: Webhook) =>
  putWebhook(world.ctx, merchantOf(world), id, { endpoint, eventType, messageType });
const objectsAt = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).objectId);

describe('a webhook that responds with 410 Gone', () => {
  test('is disabled, shows why, receives nothing more, and with PUT receives the missed messages, in order', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(410));
    const webhook = await hook(world, receiver.url);
    const first = await tell(world, []);
    await send(world);
    const disabled = await getWebhook(world.ctx, only(merchantOf(world)), webhook.id);
    assert.deepEqual(
      [disabled.disabledAt, disabled.disabledReason],
      [world.clock.now(), 'it returned 410 Gone'],
    );
    assert.equal((await lastOf(world, first)).status, 'failed');
    const missed = [];
    for (let count = 0; count < 3; count++) {
      missed.push(await tell(world, []));
      await pass(world, hour);
    }
    assert.equal(receiver.received.length, 1);
    const { status, reason, attempts } = await lastOf(world, missed[0]!);
    assert.deepEqual([status, reason, attempts], ['skipped', 'disabled: it returned 410 Gone', []]);
    receiver.behave(answering(200));
    receiver.received.length = 0;
    const { webhook: enabled } = await enable(world, webhook);
    assert.equal(enabled.disabledAt, null);
    await send(world);
    assert.deepEqual(objectsAt(receiver.received), [first, ...missed]);
    assert.equal((await lastOf(world, missed[2]!)).status, 'delivered');
  });

  test('at an address of the object itself ends that message and no other', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(410));
    const [first, second] = [await tell(world, [receiver.url]), await tell(world, [receiver.url])];
    await send(world);
    assert.deepEqual(
      [(await lastOf(world, first)).status, (await lastOf(world, second)).status],
      ['failed', 'failed'],
    );
    receiver.behave(answering(200));
    const third = await tell(world, [receiver.url]);
    await send(world);
    assert.equal((await lastOf(world, third)).status, 'delivered');
    assert.equal((await listDisabled(world.db, merchantOf(world))).length, 0);
  });
});

describe('the users who can change a webhook', () => {
  const emailsOf = (world: World) =>
    world.db<{ kind: string; recipient: string; objectId: string }[]>`
      select kind, recipient, object_id from emails order by created_at, id`;

  test('receive an e-mail once it has failed for a day, and another when it is disabled', async () => {
    const world = await openWorld();
    const merchantId = merchantOf(world);
    for (const role of ['developer', 'support'] as const)
      await createUser(world.ctx, atCommandLine('test', true), {
        email: `${role}@shop.example`,
        role,
        merchantId,
      });
    const receiver = await openReceiver(answering(500));
    const { id: objectId } = await hook(world, receiver.url);
    const failFor = async (days: number) => {
      for (let nth = 0; nth < days * 4; nth += 1) {
        await tell(world, []);
        await pass(world, 6 * hour);
      }
    };
    await failFor(0.75);
    assert.deepEqual([...(await emailsOf(world))], []);
    await failFor(2);
    const warned = { kind: 'webhook-failing', recipient: 'developer@shop.example', objectId };
    assert.deepEqual([...(await emailsOf(world))], [warned]);
    await failFor(3);
    const all = [warned, { ...warned, kind: 'webhook-disabled' }];
    assert.deepEqual([...(await emailsOf(world))], all);
  });
});

describe('a receiver that responds "not yet"', () => {
  for (const status of [409, 425]) {
    test(`with ${status} is retried every five seconds, and no failure is counted (U13)`, async () => {
      const world = await openWorld();
      const receiver = await openReceiver(answering(status));
      const objectId = await tell(world, [receiver.url]);
      await send(world);
      await pass(world, minute);
      assert.equal(receiver.received.length, 13);
      const { length } = await world.db`select 1 from receivers`;
      assert.equal(length, 0);
      receiver.behave(answering(200));
      await pass(world, 5 * second);
      assert.equal((await lastOf(world, objectId)).status, 'delivered');
      assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    });
  }

  test('for more than five minutes fails like any other, on the usual schedule', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(409));
    const objectId = await tell(world, [receiver.url]);
    await send(world);
    await pass(world, 5 * minute);
    assert.equal(receiver.received.length, 61);
    await pass(world, 4 * day);
    assert.equal(receiver.received.length, 70);
    assert.equal((await lastOf(world, objectId)).status, 'failed');
  });

  test('can set the time', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(425, { 'retry-after': '30' }));
    await tell(world, [receiver.url]);
    await send(world);
    await pass(world, 29 * second);
    assert.equal(receiver.received.length, 1);
    await pass(world, second);
    assert.equal(receiver.received.length, 2);
  });
});

describe('a receiver that fails time and again', () => {
  test('is paused after 20 failures in a row; then one message probes it, and no attempt is added (D10)', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    await flood(world, receiver.url, 100);
    await send(world);
    const { length: first } = receiver.received;
    // Attempts under way when the row was full are not interrupted.
    assert.ok(first >= failuresToOpen && first < failuresToOpen + 8, `${first}`);
    await pass(world, 29 * second);
    assert.equal(receiver.received.length, first);
    await pass(world, 2 * second);
    assert.equal(receiver.received.length, first + 1);
    await pass(world, 10 * minute);
    const probes = receiver.received.length - first;
    assert.ok(probes > 5 && probes <= 21, `${probes}`);
    receiver.behave(answering(200));
    await pass(world, 2 * hour);
    const rows = await world.db<{ status: string; attempts: number; number: number }[]>`
      select status, attempts, count(*)::integer as number from deliveries group by status, attempts`;
    assert.ok(
      rows.every(({ status, attempts }) => status === 'delivered' && attempts <= 4),
      JSON.stringify(rows),
    );
    assert.equal(new Set(receiver.received.map(idOf)).size, 100);
    assert.equal((await world.db`select 1 from receivers`).length, 0);
  });

  test('gets all that waits as soon as a probe has found it back', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    await flood(world, receiver.url, 60);
    await send(world);
    receiver.behave(answering(200));
    receiver.received.length = 0;
    await pass(world, 31 * second);
    assert.equal(receiver.received.length, 60);
  });

  test('holds back no other receiver, not even at the same server', async () => {
    const world = await openWorld();
    const receiver = await openReceiver((received, response) =>
      answering(received.path === '/bad' ? 500 : 200)(received, response),
    );
    for (let count = 0; count < 60; count++) await tell(world, [`${receiver.url}/bad`]);
    await send(world);
    await tell(world, [`${receiver.url}/good`]);
    await send(world);
    assert.equal(receiver.received.at(-1)!.path, '/good');
    const bad = receiver.received.filter(({ path }) => path === '/bad');
    assert.ok(bad.length < 30, `${bad.length}`);
  });

  test('is left alone for a tenth of the time for which it has failed: 30 seconds to 5 minutes', () => {
    assert.deepEqual(
      [0, minute, 10 * minute, 30 * minute, hour, day].map(pauseMs),
      [30, 30, 60, 180, 300, 300].map((seconds) => seconds * second),
    );
  });

  test('and succeeds now and then is never left alone', () => {
    const bad = { kind: 'bad' as const, openUntil: null };
    const good = { kind: 'good' as const, openUntil: null };
    assert.deepEqual(sumUp([bad, bad, good, bad]), { isBroken: true, failures: 1, openUntil: null });
    assert.deepEqual(sumUp([bad, good]), { isBroken: true, failures: 0, openUntil: null });
    assert.deepEqual(sumUp([{ kind: 'neither', openUntil: null }, bad]), {
      isBroken: false,
      failures: 1,
      openUntil: null,
    });
  });
});

describe('a receiver that requests time', () => {
  for (const status of [429, 503]) {
    test(`with ${status} and Retry-After gets it for all its messages, five minutes at most (D12)`, async () => {
      const world = await openWorld();
      const receiver = await openReceiver(answering(status, { 'retry-after': '3600' }));
      const first = await tell(world, [receiver.url]);
      await send(world);
      receiver.behave(answering(200));
      const second_ = await tell(world, [receiver.url]);
      await pass(world, 4 * minute);
      assert.equal(receiver.received.length, 1);
      await pass(world, 2 * minute);
      assert.deepEqual(objectsAt(receiver.received), [first, second_]);
      assert.equal(
        (await lastOf(world, first)).nextAttempt!.getTime(),
        plus(world.clock.now(), 54 * minute).getTime(),
      );
    });
  }
});

describe('a receiver that has only failed for five days', () => {
  async function failForFiveDays(world: World, reported: () => Promise<string>) {
    const objects: string[] = [];
    for (let days = 0; days < 6; days++) {
      objects.push(await reported());
      await send(world);
      await pass(world, day);
    }
    return objects;
  }

  test('is disabled; its webhook shows why, and PUT sends the missed messages', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    const webhook = await hook(world, receiver.url);
    const began = world.clock.now();
    const objects = await failForFiveDays(world, () => tell(world, []));
    const { disabledAt, disabledReason } = await getWebhook(world.ctx, only(merchantOf(world)), webhook.id);
    const days = (disabledAt!.getTime() - began.getTime()) / day;
    assert.ok(days >= 5 && days < 5.5, `${days}`);
    assert.equal(disabledReason, 'every attempt has failed for 5 days');
    const { status, reason } = await lastOf(world, objects[5]!);
    assert.notEqual(status, 'pending');
    assert.match(reason!, /disabled: every attempt has failed for 5 days/);
    receiver.behave(answering(200));
    receiver.received.length = 0;
    await enable(world, webhook);
    await send(world);
    assert.deepEqual(objectsAt(receiver.received).sort(), objects.toSorted());
  });

  test('is disabled as an address too; sending one of its messages again enables it, and sends the others', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    const objects = await failForFiveDays(world, () => tell(world, [receiver.url]));
    const [disabled] = await listDisabled(world.db, merchantOf(world));
    assert.deepEqual([disabled!.url, disabled!.webhookId], [receiver.url, null]);
    assert.match(
      (await lastOf(world, objects[5]!)).reason!,
      /^disabled: every attempt has failed for 5 days/,
    );
    receiver.behave(answering(200));
    receiver.received.length = 0;
    await resendMessages(world.ctx, only(merchantOf(world)), objects[0]!);
    await send(world);
    assert.deepEqual(objectsAt(receiver.received).sort(), objects.toSorted());
    assert.equal((await listDisabled(world.db, merchantOf(world))).length, 0);
  });

  test('is not if one try in between was good', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    const webhook = await hook(world, receiver.url);
    let days = 0;
    await failForFiveDays(world, async () => {
      days += 1;
      if (days === 4) {
        receiver.behave(answering(200));
        await pass(world, hour);
        await tell(world, []);
        await send(world);
        receiver.behave(answering(500));
      }
      return tell(world, []);
    });
    assert.equal((await getWebhook(world.ctx, only(merchantOf(world)), webhook.id)).disabledAt, null);
  });

  test('is not if it was not tried for most of the time', async () => {
    const world = await openWorld();
    const receiver = await openReceiver(answering(500));
    const webhook = await hook(world, receiver.url);
    await tell(world, []);
    await pass(world, 4 * day);
    world.clock.advance(20 * day);
    await tell(world, []);
    await send(world);
    assert.equal((await getWebhook(world.ctx, only(merchantOf(world)), webhook.id)).disabledAt, null);
  });

  test('is in the figures of the service', async () => {
    const world = await openWorld();
    const { countDisabled } = await import('./actions.ts');
    const receiver = await openReceiver(answering(410));
    await hook(world, receiver.url);
    await tell(world, []);
    assert.equal(await countDisabled(world.db), 0);
    await send(world);
    assert.equal(await countDisabled(world.db), 1);
  });
});
