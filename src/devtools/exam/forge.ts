// The messages of an exam: true ones, written by the renderers that write the service's own notifications, and what an
// attacker or a broken network makes of them.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/moves.ts';
import type { Snapshot } from '../../core/transactions/moves.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { renderNotification as renderJson } from '../../surfaces/one/notification.ts';
import { renderNotification as renderForm } from '../../surfaces/payments/notification.ts';
import { renderRefundNotification } from '../../surfaces/payments/refund-notification.ts';
import { signedHeaders } from '../../surfaces/standard-webhooks.ts';
import type { Message } from './send.ts';

/** What a receiver takes: thin JSON bodies of the One API, or forms of the Payments API. */
export type Language = 'json' | 'form';

/** What a message says, and the site's secrets that it is signed with. */
export interface Forged {
  type: 'transaction.complete' | 'transaction.pending' | 'refund.complete';
  objectId: string;
  sequence: number;
  /** The webhook-id; a new one where it is absent. */
  id?: string;
  data: Snapshot | RefundSnapshot;
}

export type Secrets = Parameters<RenderNotification>[1];

const clock = systemClock();
const nobody = '00000000-0000-4000-8000-000000000000';

/** Writes a message as the service would, signed with these secrets. */
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

/** The message with another body, id or time, signed anew with the secrets. */
export function signAgain(
  { headers, body }: Message,
  { webhookSecrets }: Secrets,
  changes: { body?: string; at?: Date } = {},
): Message {
  const changed = { id: headers['webhook-id']!, at: changes.at ?? clock.now(), body: changes.body ?? body };
  return { body: changed.body, headers: { ...headers, ...signedHeaders(changed, webhookSecrets) } };
}

/** The message with other headers; each has its twin under the name that some receivers read. */
export function withHeaders({ headers, body }: Message, changes: Record<string, string>): Message {
  const twins = Object.entries(changes).flatMap(([name, value]) => [
    [name, value],
    ...(name.startsWith('webhook-') ? [[name.replace('webhook-', 'svix-'), value]] : []),
  ]);
  return { body, headers: { ...headers, ...Object.fromEntries(twins) } };
}

/** The message without its signature: neither the headers, nor the Hash of a form. */
export function unsigned({ headers, body }: Message): Message {
  const kept = Object.entries(headers).filter(([name]) => !/^(webhook|svix)-/.test(name));
  return { headers: Object.fromEntries(kept), body: body.replace(/&Hash=[^&]*/, '') };
}

/** Secrets that nobody gave the site. */
export const strangers = (): Secrets => ({
  apiKeys: ['not-your-key'],
  privateKeys: ['not-your-private-key'],
  webhookSecrets: [`whsec_${Buffer.from(newId(clock).repeat(2).slice(0, 32)).toString('base64')}`],
  payoutAccessTokens: [],
});
