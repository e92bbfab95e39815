// The notification of a payout that has ended.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { PayoutSnapshot } from '../../core/payouts/actions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { signedPosts } from '../webhook-signature.ts';
import { notificationHash } from './hash.ts';
import { payoutStatusOf } from './wire.ts';

/** Renders the post to a payout's notifyUrl, hashed with the merchant's current ApiKey. */
export const notificationRenderer = signedPosts('application/json', ({ data }, { apiKeys }) => {
  const of = data as unknown as PayoutSnapshot;
  const content = {
    payoutId: of.payoutId,
    siteCode: of.siteCode,
    merchantReference: of.merchantReference,
    customerMerchantReference: of.customerBankReference,
    payoutStatus: payoutStatusOf(of),
  };
  return JSON.stringify({ ...content, hashCheck: notificationHash(content, firstOf(apiKeys)) });
});

/** The renderer of the running service. */
export const renderNotification: RenderNotification = notificationRenderer(systemClock());
