// THE registry of events: what happened, in the past tense of the business. Machines name them on their edges.

export const eventRegistry = {
  'transaction.pending':
    'A bank has taken a payment, or did not say whether it did, or a deposit is awaited; a final event follows.',
  'transaction.complete': 'A transaction has a final status, good or bad.',
  'refund.complete': 'A refund has a final status, good or bad.',
  'payout.complete': 'A payout has a final status, good or bad.',
  'subscription.authorization.approved': 'The customer has authorised a subscription at their bank.',
  'subscription.authorization.declined': 'The customer, or their bank, has declined a subscription.',
  'subscription.payment.succeeded': 'A charge of a subscription was paid.',
  'subscription.payment.failed': 'A charge of a subscription was abandoned after its retries.',
  'subscription.completed': 'All charges of a subscription are over.',
  'subscription.cancelled': 'A subscription was cancelled: nothing more is charged.',
  'subscription.expired': 'The customer did not authorise a subscription in time.',
  'bulk.complete': 'A bulk job has ended: each of its requests has its link, or the reason why it has none.',
} as const;

export type EventType = keyof typeof eventRegistry;

/** The events that a webhook may be for. The table `webhooks` allows the same. */
export const webhookEventTypes = [
  'transaction.complete',
  'refund.complete',
] as const satisfies readonly EventType[];
export type WebhookEventType = (typeof webhookEventTypes)[number];
