// What this surface says of a transaction's inner state.
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
  // A notification of a payment has no word for it: it was paid, and refunds tell of themselves.
  refunded: 'Complete',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
  expired: 'Abandoned',
  declined: 'Error',
  failed: 'Error',
};

/** A deposit is pending only while somebody looks at it: no bank is going to tell more of it. */
export function statusOf({ state, paymentType }: { state: TransactionState; paymentType?: string }): Status {
  return state === 'pending' && paymentType === depositType ? 'PendingInvestigation' : statusOfState[state];
}

/** The most recent thing that happened, for a report that people read. */
export const lastEventOf: Record<TransactionState, string> = {
  created: 'The payment was begun',
  started: 'The payer went to the bank',
  authenticated: 'The payer logged in at the bank',
  pending: 'The bank is processing the payment',
  unknown: 'The bank did not say what became of the payment',
  successful: 'The payment was received',
  refunded: 'The payment was refunded',
  cancelled: 'The payment was cancelled',
  abandoned: 'The payer left the payment',
  expired: 'The time to pay ran out',
  declined: 'The bank declined the payment',
  failed: 'The payment failed',
};

// Where a status covers several ends, which of them it was.
const ends: Partial<Record<TransactionState, SubStatus>> = {
  declined: 'Declined',
  failed: 'Failed',
  abandoned: 'Abandoned',
  expired: 'Expired',
};

/** Whether the money came, whatever became of it afterwards: what is told of a payment does not change with its refunds. */
export const isPaid = (state: TransactionState): boolean => statusOfState[state] === 'Complete';

/** More than the status says: which kind of error or abandonment, or that the money came late. Null mostly. */
export function subStatusOf(state: TransactionState, paidLate: boolean): SubStatus | null {
  if (isPaid(state)) return paidLate ? 'PaidLate' : null;
  return ends[state] ?? null;
}

/** The reason of the present state; empty for success, also where the core notes one. */
export function statusMessageOf(state: TransactionState, reason: string | null): string {
  return isPaid(state) ? '' : (reason ?? '');
}
