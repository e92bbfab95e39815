import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hasty, hook, idOf, messagesOf, send, tell } from '../../../test/support/deliveries.ts';
import { answering, openReceiver } from '../../../test/support/receiver.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { only } from '../viewer.ts';
import { resendMessages } from './messages.ts';
import { replayWebhook } from './webhooks.ts';

const statuses = async (objectId: string, of: World) =>
  (await messagesOf(of, objectId)).map(({ status }) => status);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(5);
}

describe('a resend', () => {
  for (const [what, status] of [
    ['succeeds', 200],
    ['fails', 500],
    ['is the last one wanted', 410],
  ] as const) {
    test(`during an attempt that ${what} is sent after it, once for any number of requests`, async () => {
      const own = await openWorld();
      const held: ServerResponse[] = [];
      const receiver = await openReceiver((_received, response) => void held.push(response));
      const objectId = await tell(own, [`${receiver.url}/one`, `${receiver.url}/other`]);
      await own.sweeps.delivery.run();
      await until(() => held.length === 2);
      const ask = () => resendMessages(own.ctx, only(own.merchant.merchant.id), objectId);
      await Promise.all(Array.from({ length: 6 }, ask));
      await own.sweeps.delivery.run();
      assert.equal(receiver.received.length, 2);
      receiver.behave(answering(200));
      for (const response of held) response.writeHead(status).end();
      await send(own);
      assert.deepEqual(receiver.received.map(({ path }) => path).sort(), [
        '/one',
        '/one',
        '/other',
        '/other',
      ]);
      assert.deepEqual(await statuses(objectId, own), ['delivered', 'delivered']);
      await send(own);
      assert.equal(receiver.received.length, 4);
    });
  }

  test('a message that is resent by its id during an attempt is sent again after it', async () => {
    const own = await openWorld();
    const held: ServerResponse[] = [];
    const receiver = await openReceiver((_received, response) => void held.push(response));
    const { id } = await hook(own, receiver.url);
    const objectId = await tell(own, []);
    await own.sweeps.delivery.run();
    await until(() => held.length === 1);
    const messageIds = [(await messagesOf(own, objectId))[0]!.id];
    await replayWebhook(own.ctx, only(own.merchant.merchant.id), id, { messageIds });
    receiver.behave(answering(200));
    held[0]!.end();
    await send(own);
    assert.deepEqual(receiver.received.map(idOf), [...messageIds, ...messageIds]);
    assert.deepEqual(await statuses(objectId, own), ['delivered']);
  });

  test('is not lost by a late response to an earlier attempt', async () => {
    const own = await hasty(100);
    const held: ServerResponse[] = [];
    const receiver = await openReceiver((_received, response) => void held.push(response));
    const objectId = await tell(own, [receiver.url]);
    await send(own);
    await resendMessages(own.ctx, only(own.merchant.merchant.id), objectId);
    held[0]!.end();
    const isLate = async () => (await messagesOf(own, objectId))[0]!.attempts[0]!.statusCode === 200;
    await until(isLate);
    receiver.behave(answering(200));
    await send(own);
    assert.equal(receiver.received.length, 2);
    assert.deepEqual(await statuses(objectId, own), ['delivered']);
  });

  test('a message that many clients resend at any moment is followed by a send each time, and by no more than were requested', async () => {
    const own = await openWorld();
    const arrivals = new Map<string, number[]>();
    const receiver = await openReceiver(({ body }, response) => {
      const { objectId } = JSON.parse(body);
      arrivals.set(objectId, [...(arrivals.get(objectId) ?? []), performance.now()]);
      setTimeout(() => response.end(), randomInt(12));
    });
    const objects = await Promise.all(Array.from({ length: 8 }, () => tell(own, [receiver.url])));
    let isAsking = true;
    const sending = (async () => {
      while (isAsking) if ((await own.sweeps.delivery.run()) === 0) await delay(1);
      await send(own);
    })();
    const asked = await Promise.all(
      objects.flatMap((objectId) =>
        Array.from({ length: 12 }, async () => {
          await delay(randomInt(400));
          const at = performance.now();
          await resendMessages(own.ctx, only(own.merchant.merchant.id), objectId);
          return { objectId, at };
        }),
      ),
    );
    isAsking = false;
    await sending;
    for (const { objectId, at } of asked) assert.ok(arrivals.get(objectId)!.some((one) => one > at));
    for (const times of arrivals.values()) assert.ok(times.length <= 1 + 12, `${times.length} sends`);
    assert.deepEqual(
      new Set((await Promise.all(objects.map((one) => statuses(one, own)))).flat()),
      new Set(['delivered']),
    );
  });
});
