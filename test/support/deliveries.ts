// Shared by the tests of the sender: creates and sends notifications.

import { randomUUID } from 'node:crypto';
import type { WebhookEventType } from '../../src/core/events.ts';
import { publish } from '../../src/core/notifications/actions.ts';
import { listMessages, type Message } from '../../src/core/notifications/messages.ts';
import { createWebhook } from '../../src/core/notifications/webhooks.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import { only } from '../../src/core/viewer.ts';
import type { Db } from '../../src/kernel/db/db.ts';
import { passTime } from './passing.ts';
import type { Received } from './receiver.ts';
import { openWorld, type World } from './world.ts';

/** Publishes an event of an object to receivers. */
export async function tell(
  world: World,
  urls: string[],
  objectId: string = randomUUID(),
  number = 1,
): Promise<string> {
  const { merchantId, id: siteId } = world.site;
  await inWork(world.ctx, async (work) => {
    for (let count = 0; count < number; count++) {
      await publish(work, {
        type: 'transaction.complete',
        object: 'transaction',
        objectId,
        merchantId,
        siteId,
        data: { state: 'successful' },
        correlationId: 'corr-7',
        receivers: urls.map((url) => ({ url, format: 'one' })),
      });
    }
  });
  return objectId;
}

/** Creates a webhook of the world's merchant. */
export const hook = (world: World, endpoint: string, eventType: WebhookEventType = 'transaction.complete') =>
  createWebhook(world.ctx, only(world.merchant.merchant.id), world.merchant.merchant.id, {
    endpoint,
    eventType,
    messageType: 'thin',
  });

/** Returns the notifications about an object of the world's merchant. */
export const messagesOf = (world: World, objectId: string): Promise<Message[]> =>
  listMessages(world.ctx, world.merchant.merchant.id, objectId);

/** Moves the clock on by milliseconds, and sends whenever something falls due. */
export function pass(world: World, ms: number): Promise<void> {
  const { nextDue } = world.sweeps.delivery;
  return passTime(world.clock, { nextDue: (after) => nextDue!(after), drain: () => send(world) }, ms);
}

/** A delivery's id, of the event whose id is `id`: it starts as that does, as the service generates it. */
export const deliveryIdOf = (db: Db) => db`(left(id::text, 20) || right(md5(random()::text), 15))::uuid`;

/** Publishes an event of a site for each of many objects to one receiver, in one statement. */
export function flood(world: World, url: string, number: number, status = 'pending', site = world.site) {
  const { merchantId, id: siteId } = site;
  const dueAt = status === 'pending' ? world.clock.now() : null;
  return world.db`
    with made as (
      insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at)
      select gen_random_uuid(), ${merchantId}, ${siteId}, 'transaction.complete', 'transaction', gen_random_uuid(), 1, '{}', 'flood',
        ${world.clock.now()}
      from generate_series(1, ${number})
      returning id, object_id
    )
    insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at, due_at)
    select ${deliveryIdOf(world.db)}, ${merchantId}, id, object_id, 1, ${`${url}/hook`}, ${url}, 'one', ${status},
      ${world.clock.now()}, ${dueAt}::timestamptz from made`;
}

/** Sends everything that is due now, or was requested again. */
export async function send(world: World): Promise<void> {
  const { delivery, replay } = world.sweeps;
  do await delivery.settle!();
  while ((await replay.run()) + (await delivery.run()) > 0);
  await delivery.settle!();
}

export const idOf = ({ headers }: Received) => headers['webhook-id'];

/** A world whose receivers have less time to respond than in production. */
export const hasty = (timeoutMs: number) =>
  openWorld({ post: (post) => (request) => post({ ...request, timeoutMs }) });
