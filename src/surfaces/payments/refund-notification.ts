// What a merchant is told of a refund: the form posted to its notifyUrl.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/moves.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { signedRefund } from '../dialect/notified.ts';
import { signedHeaders } from '../standard-webhooks.ts';

/** Writes the post, hashed with the site's current private key and signed as every post to a notifyUrl. */
export function refundNotificationRenderer(realClock: Clock): RenderNotification {
  return (event, { privateKeys, webhookSecrets }) => {
    const fields = signedRefund(event.data as unknown as RefundSnapshot, privateKeys[0]!);
    const body = new URLSearchParams(fields).toString();
    const signed = signedHeaders({ id: event.id, at: realClock.now(), body }, webhookSecrets);
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...signed } };
  };
}

/** The renderer of the running service. */
export const renderRefundNotification: RenderNotification = refundNotificationRenderer(systemClock());
