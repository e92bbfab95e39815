// What a merchant is told of a payout that has ended.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { PayoutSnapshot } from '../../core/payouts/actions.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { signedHeaders } from '../standard-webhooks.ts';
import { notificationHash } from './hash.ts';
import { payoutStatusOf } from './wire.ts';

/**
 * Writes the post to a payout's notifyUrl: its hash is made with the merchant's current ApiKey, and its headers are
 * signed as every post to a notifyUrl. `realClock` times the signature, because receivers know nothing of the sandbox's
 * time.
 */
export function notificationRenderer(realClock: Clock): RenderNotification {
  return (event, { apiKeys, webhookSecrets }) => {
    const of = event.data as unknown as PayoutSnapshot;
    const told = {
      payoutId: of.payoutId,
      siteCode: of.siteCode,
      merchantReference: of.merchantReference,
      customerMerchantReference: of.customerBankReference,
      payoutStatus: payoutStatusOf(of),
    };
    const body = JSON.stringify({ ...told, hashCheck: notificationHash(told, apiKeys[0]!) });
    const signed = signedHeaders({ id: event.id, at: realClock.now(), body }, webhookSecrets);
    return { body, headers: { 'content-type': 'application/json', ...signed } };
  };
}

/** The renderer of the running service. */
export const renderNotification: RenderNotification = notificationRenderer(systemClock());
