// A refund's notification: the form posted to its notifyUrl.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/transitions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { signedRefund } from '../dialect/notified.ts';
import { signedPosts } from '../webhook-signature.ts';

/** Renders the post, hashed with the site's current private key. */
export const refundNotificationRenderer = signedPosts(
  'application/x-www-form-urlencoded',
  ({ data }, { privateKeys }) =>
    new URLSearchParams(signedRefund(data as unknown as RefundSnapshot, firstOf(privateKeys))).toString(),
);

/** The renderer of the running service. */
export const renderRefundNotification: RenderNotification = refundNotificationRenderer(systemClock());
