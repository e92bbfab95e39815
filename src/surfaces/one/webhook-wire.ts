// The JSON of webhooks, and where their endpoints may lead.
import Type, { type Static } from 'typebox';
import { webhookEventTypes } from '../../core/events.ts';
import { readEndpoint } from '../../core/notifications/endpoints.ts';
import { messageTypes, type Webhook, type WebhookSettings } from '../../core/notifications/webhooks.ts';
import type { OneConfig } from './deps.ts';
import { moment, uuid, webAddress } from './wire.ts';

const eventType = Type.Enum([...webhookEventTypes]);
const messageType = Type.Enum([...messageTypes]);

export const WebhookBody = Type.Object(
  {
    endpoint: webAddress,
    eventType,
    messageType: Type.Optional(messageType),
  },
  { title: 'WebhookRequest' },
);
export type WebhookBody = Static<typeof WebhookBody>;

export const WebhookRecord = Type.Object(
  {
    id: uuid,
    endpoint: Type.String({ format: 'uri' }),
    eventType,
    messageType,
    disabled: Type.Optional(Type.Object({ at: moment, reason: Type.String() })),
  },
  { title: 'Webhook' },
);

export const WebhookSecret = Type.Object({ secret: Type.String() }, { title: 'WebhookSecret' });

export const ReplayBody = Type.Object(
  {
    since: Type.Optional(moment),
    until: Type.Optional(moment),
    messageIds: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: 500 })),
  },
  { title: 'ReplayRequest' },
);

export function webhookUrl({ oneUrl }: OneConfig, id: string): string {
  return `${oneUrl}/webhooks/${id}`;
}

export function writeWebhook(webhook: Webhook): Static<typeof WebhookRecord> {
  const { id, endpoint, disabledAt, disabledReason } = webhook;
  return {
    id,
    endpoint,
    eventType: webhook.eventType,
    messageType: webhook.messageType,
    ...(disabledAt && { disabled: { at: disabledAt.toISOString(), reason: disabledReason! } }),
  };
}

/** Reads a webhook's settings. Throws WebhookEndpointRefused for an endpoint outside the public internet. */
export function readWebhook(body: WebhookBody, config: OneConfig): WebhookSettings {
  const { endpoint, eventType, messageType = 'thin' } = body;
  return { endpoint: readEndpoint(config, endpoint, '/endpoint'), eventType, messageType };
}
