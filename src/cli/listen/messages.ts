// Writes the messages of a listener: the same bytes and signatures as the service's own notifications.

import { notificationFormats } from '../../app/formats.ts';
import type { Context } from '../../core/context.ts';
import type { EventType } from '../../core/events.ts';
import { createDirectory } from '../../core/merchants/directory.ts';
import type { Format } from '../../core/notifications/formats.ts';
import type { Event } from '../../devtools/listen/listeners.ts';

export const messageTypes = ['thin', 'full', 'notify'] as const;
/** `thin` and `full` are webhook formats; `notify` is the notifyUrl format of the Payments API. */
export type MessageType = (typeof messageTypes)[number];

type Kind = EventType extends infer Type ? (Type extends `${infer First}.${string}` ? First : never) : never;

/** Objects without webhooks use the format of their notifyUrl. */
const formats: Record<Kind, Record<MessageType, Format>> = {
  transaction: { thin: 'webhook.thin', full: 'webhook.full', notify: 'payments' },
  refund: { thin: 'webhook.thin', full: 'webhook.full', notify: 'paymentsRefund' },
  payout: { thin: 'payout', full: 'payout', notify: 'payout' },
  subscription: { thin: 'subscription', full: 'subscription', notify: 'subscription' },
  report: { thin: 'report', full: 'report', notify: 'report' },
  bulk: { thin: 'bulk', full: 'bulk', notify: 'bulk' },
};

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** Returns a function that writes messages, signed with the current secrets of the event's site. */
export function messageWriter(
  ctx: Context,
  addresses: Parameters<typeof notificationFormats>[1],
  messageType: MessageType,
) {
  const { secretsOf } = createDirectory(ctx);
  const renderers = notificationFormats(ctx, addresses);
  return async (event: Event): Promise<Message> => {
    const kind = event.type.slice(0, event.type.indexOf('.')) as Kind;
    const render = renderers[formats[kind][messageType]];
    const { headers, body } = await render(event, await secretsOf(event.siteId), ctx.clock.now());
    return { headers: { ...headers, 'x-correlation-id': event.correlationId }, body };
  };
}
