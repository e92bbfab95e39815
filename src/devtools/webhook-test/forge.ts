// The messages of a receiver test: true ones from the renderers of the service's own notifications, and versions that an
// attacker or a broken network makes of them.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/transitions.ts';
import type { Snapshot } from '../../core/transactions/transitions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { renderNotification as renderJson } from '../../surfaces/one/notification.ts';
import { renderNotification as renderForm } from '../../surfaces/payments/notification.ts';
import { renderRefundNotification } from '../../surfaces/payments/refund-notification.ts';
import { signedHeaders } from '../../surfaces/webhook-signature.ts';
import type { Message } from './send.ts';

/** The format that a receiver accepts: thin JSON bodies of the One API, or forms of the Payments API. */
export type Language = 'json' | 'form';

/** The content of a message. */
export interface Forged {
  type: 'transaction.complete' | 'transaction.pending' | 'refund.complete';
  objectId: string;
  sequence: number;
  /** The webhook-id; a new one if absent. */
  id?: string;
  data: Snapshot | RefundSnapshot;
}

export type Secrets = Parameters<RenderNotification>[1];

const clock = systemClock();
const nobody = '00000000-0000-4000-8000-000000000000';

/** Writes a message as the service does, signed with these secrets. */
export async function write(language: Language, forged: Forged, secrets: Secrets): Promise<Message> {
  const { type, objectId, sequence, id = newId(clock), data } = forged;
  const object = type === 'refund.complete' ? 'refund' : 'transaction';
  const occurredAt = clock.now();
  const event = {
    id,
    merchantId: nobody,
    siteId: nobody,
    type,
    object,
    objectId,
    sequence,
    data: data as unknown as Record<string, unknown>,
    correlationId: id,
    occurredAt,
  };
  const form = object === 'refund' ? renderRefundNotification : renderForm;
  const { body, headers } = (language === 'json' ? renderJson : form)(event, secrets, occurredAt);
  return { body, headers };
}

/** Returns the message with another body, id or time, signed again with the secrets. */
export function signAgain(
  { headers, body }: Message,
  { webhookSecrets }: Secrets,
  changes: { body?: string; at?: Date } = {},
): Message {
  const changed = { id: headers['webhook-id']!, at: changes.at ?? clock.now(), body: changes.body ?? body };
  return { body: changed.body, headers: { ...headers, ...signedHeaders(changed, webhookSecrets) } };
}

/** Returns the message with other headers. Each is also sent under the second name that some receivers read. */
export function withHeaders({ headers, body }: Message, changes: Record<string, string>): Message {
  const twins = Object.entries(changes).flatMap(([name, value]) => [
    [name, value],
    ...(name.startsWith('webhook-') ? [[name.replace('webhook-', 'svix-'), value]] : []),
  ]);
  return { body, headers: { ...headers, ...Object.fromEntries(twins) } };
}

/** Returns the message without its signature: without the headers, and without a form's Hash. */
export function unsigned({ headers, body }: Message): Message {
  const kept = Object.entries(headers).filter(([name]) => !/^(webhook|svix)-/.test(name));
  return { headers: Object.fromEntries(kept), body: body.replace(/&Hash=[^&]*/, '') };
}

/** Returns secrets that do not belong to the site. */
export const strangers = (): Secrets => ({
  apiKeys: ['not-your-key'],
  privateKeys: ['not-your-private-key'],
  webhookSecrets: [`whsec_${Buffer.from(newId(clock).repeat(2).slice(0, 32)).toString('base64')}`],
  payoutAccessTokens: [],
});
