// A subscription's notification: the body posted to its notifyUrl.
import type { SubscriptionSnapshot } from '../../core/subscriptions/actions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { parseDecimal } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { jsonRenderer } from './notification.ts';
import { subscriptionStatus } from './subscription-wire.ts';
import { writeAmount } from './wire.ts';

/** `status` is the subscription's. If the event is about a charge, its transaction, place and amount follow. */
export const subscriptionNotificationRenderer = jsonRenderer(({ data }) => {
  const of = data as unknown as SubscriptionSnapshot;
  return {
    id: of.id,
    status: subscriptionStatus[of.state],
    reason: of.reason,
    merchantReference: of.merchantReference,
    transactionId: of.transactionId,
    occurrence: of.occurrence,
    amount: of.amount === undefined ? undefined : writeAmount(required(parseDecimal(of.amount), 'amount')),
  };
});

/** The renderer of the running service. */
export const renderSubscriptionNotification = subscriptionNotificationRenderer(systemClock());
