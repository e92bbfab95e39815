// THE registry of events: what happened, in the past tense of the business. Machines name them on their edges.

export const eventRegistry = {
  'transaction.pending': 'A bank has taken a payment, or did not say whether it did; a final event follows.',
  'transaction.complete': 'A transaction has a final status, good or bad.',
  'refund.complete': 'A refund has a final status, good or bad.',
  'payout.complete': 'A payout has a final status, good or bad.',
} as const;

export type EventType = keyof typeof eventRegistry;
