// This dialect's names for the states of a refund.
import type { RefundState } from '../../core/refunds/actions.ts';

export const refundStatusName: Record<RefundState, string> = {
  pending: 'Pending',
  complete: 'Complete',
  submitted: 'Submitted',
  failed: 'Failed',
  cancelled: 'Cancelled',
  returned: 'Returned',
};

/** The numbers of the contract, 0 to 5. */
export const refundStatusNumber: Record<RefundState, number> = {
  pending: 0,
  complete: 1,
  submitted: 2,
  failed: 3,
  cancelled: 4,
  returned: 5,
};

/** The most recent event, in words for people. */
export const lastRefundEvent: Record<RefundState, string> = {
  pending: 'The refund was requested',
  submitted: 'The refund was sent to the bank',
  complete: 'The refund was paid',
  failed: 'The refund failed',
  cancelled: 'The refund was cancelled',
  returned: 'The refund was returned',
};
