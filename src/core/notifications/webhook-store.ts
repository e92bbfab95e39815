// SQL of webhooks and their secrets.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow, firstValue, onlyValue } from '../../kernel/db/rows.ts';
import type { WebhookEventType } from '../events.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { MessageType } from './formats.ts';
import { ending } from './store.ts';

/** The settings of a webhook that its merchant chooses. */
export interface WebhookSettings {
  endpoint: string;
  eventType: WebhookEventType;
  messageType: MessageType;
}

export interface Webhook extends WebhookSettings {
  id: string;
  merchantId: string;
  /** The endpoint's scheme, host and port. */
  lane: string;
  createdAt: Date;
  /** Null while it is enabled. */
  disabledAt: Date | null;
  disabledReason: string | null;
}

const columns = (db: Db) => db`
  webhooks.id, webhooks.merchant_id, webhooks.endpoint, webhooks.lane, webhooks.event_type, webhooks.message_type,
  webhooks.created_at, receivers.disabled_at, receivers.disabled_reason`;

export const findWebhook = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Webhook[]>`
    select ${columns(db)} from webhooks left join receivers on receivers.id = webhooks.id
    where webhooks.id = ${id} and ${seenBy(db, viewer, 'webhooks.merchant_id')}`);

/** all merchants: whose an identifier is, held until the end of the transaction. */
export const lockWebhook = (tx: Tx, id: string) =>
  firstRow(tx<Webhook[]>`
    select ${columns(tx)} from webhooks left join receivers on receivers.id = webhooks.id
    where webhooks.id = ${id}
    for update of webhooks`);

/** The webhooks that a viewer sees, the oldest first. */
export const listWebhooks = (db: Db, viewer: Viewer) => db<Webhook[]>`
    select ${columns(db)} from webhooks left join receivers on receivers.id = webhooks.id
    where ${seenBy(db, viewer, 'webhooks.merchant_id')}
    order by webhooks.created_at, webhooks.id`;

/**
 * Adds a webhook at its merchant's first free place. Returns false if no place was free, or another transaction took
 * the place or the id at the same time; the caller looks again.
 */
export const insertWebhook = (tx: Tx, webhook: Webhook) =>
  anyRow(tx`
    insert into webhooks (id, merchant_id, place, endpoint, lane, event_type, message_type, created_at)
    select ${webhook.id}, ${webhook.merchantId}, min(free.place), ${webhook.endpoint}, ${webhook.lane},
      ${webhook.eventType}, ${webhook.messageType}, ${webhook.createdAt}::timestamptz
    from generate_series(1, 20) as free (place)
    where not exists (
      select 1 from webhooks taken where taken.merchant_id = ${webhook.merchantId} and taken.place = free.place)
    having count(*) > 0
    on conflict do nothing
    returning 1`);

export const hasFreePlace = (tx: Tx, merchantId: string) =>
  onlyValue(tx<{ isFree: boolean }[]>`
    select count(*) < 20 as is_free from webhooks where merchant_id = ${merchantId}`);

/** Changes a webhook, and the address of its pending deliveries. */
export async function updateWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await tx`
    update webhooks
    set endpoint = ${webhook.endpoint}, lane = ${webhook.lane}, event_type = ${webhook.eventType},
      message_type = ${webhook.messageType}
    where id = ${webhook.id} and merchant_id = ${webhook.merchantId}`;
  await tx`
    update deliveries set url = ${webhook.endpoint}, lane = ${webhook.lane}
    where receiver_id = ${webhook.id} and merchant_id = ${webhook.merchantId} and status = 'pending'
      and (url <> ${webhook.endpoint} or lane <> ${webhook.lane})`;
}

export const endPending = (tx: Tx, webhook: Webhook, note: string) =>
  execute(tx`
    update deliveries
    set status = ${ending(tx)}, due_at = null, note = ${note}
    where receiver_id = ${webhook.id} and merchant_id = ${webhook.merchantId} and status = 'pending'`);

export const deleteWebhook = (tx: Tx, merchantId: string, id: string) =>
  execute(tx`delete from webhooks where id = ${id} and merchant_id = ${merchantId}`);

export const insertSecret = (
  tx: Tx,
  secret: { id: string; webhookId: string; sealed: string; createdAt: Date },
) =>
  execute(tx`
    insert into webhook_secrets (id, webhook_id, sealed, created_at)
    values (${secret.id}, ${secret.webhookId}, ${secret.sealed}, ${secret.createdAt})`);

/** Ends the secrets of a webhook at `expiresAt`, unless they end before, so that a new one can take their place. */
export const expireSecrets = (tx: Tx, webhookId: string, expiresAt: Date) =>
  execute(tx`
    update webhook_secrets set expires_at = ${expiresAt}
    where webhook_id = ${webhookId} and (expires_at is null or expires_at > ${expiresAt})`);

/** Returns the id of a webhook's current secret. The caller holds the webhook. */
export const findCurrentSecret = (tx: Tx, webhookId: string) =>
  firstValue(tx<{ id: string }[]>`
    select id from webhook_secrets where webhook_id = ${webhookId} and expires_at is null`);

export interface SealedSecret {
  id: string;
  sealed: string;
  createdAt: Date;
  /** Null of the current one. */
  expiresAt: Date | null;
}

/** The sealed secrets of a webhook that are usable at `at`, the current one first. */
export const listSecrets = (db: Db, webhookId: string, at: Date) => db<SealedSecret[]>`
    select id, sealed, created_at, expires_at from webhook_secrets
    where webhook_id = ${webhookId} and (expires_at is null or expires_at > ${at})
    order by expires_at desc nulls first, created_at desc`;
