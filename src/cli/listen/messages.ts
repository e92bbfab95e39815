// What a listener posts of an event: the same bytes and signatures that the service posts to a receiver of its own.

import { notificationFormats } from '../../app/formats.ts';
import type { Context } from '../../core/context.ts';
import type { EventType } from '../../core/events.ts';
import { createDirectory } from '../../core/merchants/directory.ts';
import type { Format } from '../../core/notifications/formats.ts';
import type { Event } from '../../devtools/listen/listeners.ts';

export const messageTypes = ['thin', 'full', 'notify'] as const;
/** As a webhook of that type gets it, or (`notify`) as a notifyUrl of the Payments API does. */
export type MessageType = (typeof messageTypes)[number];

type Kind = EventType extends infer Type ? (Type extends `${infer First}.${string}` ? First : never) : never;

/** What there are no webhooks for is told as its notifyUrl is told it. */
const formats: Record<Kind, Record<MessageType, Format>> = {
  transaction: { thin: 'webhook.thin', full: 'webhook.full', notify: 'payments' },
  refund: { thin: 'webhook.thin', full: 'webhook.full', notify: 'paymentsRefund' },
  payout: { thin: 'payout', full: 'payout', notify: 'payout' },
  subscription: { thin: 'subscription', full: 'subscription', notify: 'subscription' },
  bulk: { thin: 'bulk', full: 'bulk', notify: 'bulk' },
};

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** A function that writes messages, signed with the secrets that the event's site has at that moment. */
export function messageWriter(ctx: Context, publicUrl: string, messageType: MessageType) {
  const { secretsOf } = createDirectory(ctx);
  const renderers = notificationFormats(ctx, publicUrl);
  return async (event: Event): Promise<Message> => {
    const kind = event.type.slice(0, event.type.indexOf('.')) as Kind;
    const render = renderers[formats[kind][messageType]];
    const { headers, body } = await render(event, await secretsOf(event.siteId), ctx.clock.now());
    return { headers: { ...headers, 'x-correlation-id': event.correlationId }, body };
  };
}
