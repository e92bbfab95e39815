// THE registry of events: what happened, in the past tense of the business. Machines name them on their edges.

export const eventRegistry = {
  'transaction.pending':
    'A payment is pending at a bank, its outcome is unknown, or a deposit is expected; a final event follows.',
  'transaction.complete': 'A transaction has a final status, successful or not.',
  'refund.complete': 'A refund has a final status, successful or not.',
  'payout.complete': 'A payout has a final status, successful or not.',
  'subscription.authorization.approved': 'The customer authorised a subscription at their bank.',
  'subscription.authorization.declined': 'The customer or their bank declined a subscription.',
  'subscription.payment.succeeded': 'A charge of a subscription was paid.',
  'subscription.payment.failed': 'A charge of a subscription failed after its retries.',
  'subscription.completed': 'All charges of a subscription are complete.',
  'subscription.cancelled': 'A subscription was cancelled; there are no more charges.',
  'subscription.expired': 'The customer did not authorise a subscription in time.',
  'bulk.complete': 'A bulk job is complete: each request has a link or an error.',
  'report.ready': 'The file of a scheduled report is ready: a period is over, or its rows were corrected.',
} as const;

export type EventType = keyof typeof eventRegistry;

/** The events that a webhook may be for. The table `webhooks` allows the same. */
export const webhookEventTypes = [
  'transaction.complete',
  'refund.complete',
] as const satisfies readonly EventType[];
export type WebhookEventType = (typeof webhookEventTypes)[number];
