// Merchants with a webhook each, and their events: as many as needed at once, or one after another.
import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/core/context.ts';
import { createMerchant, findSiteByCode, type Site } from '../../src/core/merchants/actions.ts';
import { deliverySweep, publish } from '../../src/core/notifications/actions.ts';
import { createWebhook, openWebhookSecrets } from '../../src/core/notifications/webhooks.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import { only } from '../../src/core/viewer.ts';
import { wakeAfterCommit } from '../../src/kernel/concurrency/jobs.ts';
import { inTransaction } from '../../src/kernel/db/db.ts';
import { deliveryIdOf } from '../support/deliveries.ts';

export interface Shop {
  site: Site;
  webhookId: string;
  url: string;
  secret: string;
}

/** A merchant whose webhook leads to `url`. */
export async function openShop(ctx: Context, url: string): Promise<Shop> {
  const { siteCode } = await createMerchant(ctx, { name: 'Outbox' });
  const site = (await findSiteByCode(ctx.db, siteCode))!;
  const settings = { endpoint: url, eventType: 'transaction.complete', messageType: 'thin' } as const;
  const { id: webhookId } = await createWebhook(ctx, only(site.merchantId), site.merchantId, settings);
  const [secret] = await openWebhookSecrets(ctx, webhookId);
  return { site, webhookId, url, secret: secret! };
}

/** What `publish` writes for `objects` objects with `each` events each, in one transaction that wakes the senders. */
export async function publishMany(ctx: Context, shop: Shop, objects: number, each: number): Promise<void> {
  const now = ctx.clock.now();
  const { site, webhookId, url } = shop;
  await inTransaction(ctx.db, async (tx) => {
    await tx`
      with made as (
        insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at)
        select gen_random_uuid(), ${site.merchantId}, ${site.id}, 'transaction.complete', 'transaction', object.id, sequence,
          '{"state": "successful", "reason": null}', 'outbox', ${now}
        from (select gen_random_uuid() as id from generate_series(1, ${objects})) object, generate_series(1, ${each}) sequence
        returning id, object_id, sequence
      )
      insert into deliveries (id, merchant_id, event_id, object_id, sequence, webhook_id, url, lane, format, created_at, due_at)
      select ${deliveryIdOf(tx)}, ${site.merchantId}, id, object_id, sequence, ${webhookId}, ${url}, ${new URL(url).origin},
        'webhook', ${now}, ${now}
      from made`;
    await wakeAfterCommit(tx, deliverySweep);
  });
}

/** One event, as the core publishes it. */
export async function publishOne(ctx: Context, { site }: Shop): Promise<void> {
  await inWork(ctx, (work) =>
    publish(work, {
      type: 'transaction.complete',
      object: 'transaction',
      objectId: randomUUID(),
      merchantId: site.merchantId,
      siteId: site.id,
      data: { state: 'successful', reason: null },
      correlationId: 'outbox',
      receivers: [],
    }),
  );
}
