// This dialect's names for a transaction's inner states.
import { depositType, type TransactionState } from '../../core/transactions/actions.ts';

export const statuses = [
  'Complete',
  'Cancelled',
  'Error',
  'Abandoned',
  'PendingInvestigation',
  'Pending',
] as const;
export type Status = (typeof statuses)[number];

export const subStatuses = ['PaidLate', 'Declined', 'Failed', 'Abandoned', 'Expired'] as const;
type SubStatus = (typeof subStatuses)[number];

const statusOfState: Record<TransactionState, Status> = {
  created: 'Pending',
  started: 'Pending',
  authenticated: 'Pending',
  pending: 'Pending',
  unknown: 'PendingInvestigation',
  successful: 'Complete',
  // Notifications of a payment have no word for refunded: it was paid, and refunds have their own notifications.
  refunded: 'Complete',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
  expired: 'Abandoned',
  declined: 'Error',
  failed: 'Error',
  reversed: 'Error',
};

/** A pending deposit is under investigation: banks send no further news about deposits. */
export function statusOf({ state, paymentType }: { state: TransactionState; paymentType?: string }): Status {
  return state === 'pending' && paymentType === depositType ? 'PendingInvestigation' : statusOfState[state];
}

/** The most recent event, in words for the people who read a report. */
export const lastEventOf: Record<TransactionState, string> = {
  created: 'The payment was created',
  started: 'The payer went to the bank',
  authenticated: 'The payer logged in at the bank',
  pending: 'The bank is processing the payment',
  unknown: 'The bank has not confirmed the outcome of the payment',
  successful: 'The payment was received',
  refunded: 'The payment was refunded',
  cancelled: 'The payment was cancelled',
  abandoned: 'The payer left the payment',
  expired: 'The payment expired',
  declined: 'The bank declined the payment',
  failed: 'The payment failed',
  reversed: 'The bank reversed the payment',
};

// Which end it was, where one status covers several.
const ends: Partial<Record<TransactionState, SubStatus>> = {
  declined: 'Declined',
  failed: 'Failed',
  abandoned: 'Abandoned',
  expired: 'Expired',
};

/** Returns whether the money arrived. Later refunds do not change the reported status of a payment. */
export const isPaid = (state: TransactionState): boolean => statusOfState[state] === 'Complete';

/** Returns more than the status: which kind of error or abandonment, or that the money came late. Usually null. */
export function subStatusOf(state: TransactionState, paidLate: boolean): SubStatus | null {
  if (isPaid(state)) return paidLate ? 'PaidLate' : null;
  return ends[state] ?? null;
}

/** Returns the reason of the present state; empty for success, even where the core has a reason. */
export function statusMessageOf(state: TransactionState, reason: string | null): string {
  return isPaid(state) ? '' : (reason ?? '');
}
