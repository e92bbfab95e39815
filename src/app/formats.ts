// The part of the composition root that writes notifications, in every format.
import type { Context } from '../core/context.ts';
import type { Formats } from '../core/notifications/jobs.ts';
import { renderNotification as renderOne } from '../surfaces/one/notification.ts';
import { reportNotificationRenderer } from '../surfaces/one/report-notification.ts';
import { renderSubscriptionNotification } from '../surfaces/one/subscription-notification.ts';
import { renderFullMessage } from '../surfaces/one/webhook-message.ts';
import { bulkNotificationRenderer } from '../surfaces/payments/bulk-notification.ts';
import { renderNotification as renderPayments } from '../surfaces/payments/notification.ts';
import { renderRefundNotification } from '../surfaces/payments/refund-notification.ts';
import { renderNotification as renderPayout } from '../surfaces/payouts/notification.ts';
import type { Config } from './config.ts';

export function notificationFormats(
  ctx: Context,
  { publicUrl, oneUrl }: Pick<Config, 'publicUrl' | 'oneUrl'>,
): Formats {
  return {
    one: renderOne,
    'webhook.thin': renderOne,
    'webhook.full': renderFullMessage,
    payments: renderPayments,
    paymentsRefund: renderRefundNotification,
    payout: renderPayout,
    subscription: renderSubscriptionNotification,
    report: reportNotificationRenderer(oneUrl),
    bulk: bulkNotificationRenderer(ctx, publicUrl),
  };
}
