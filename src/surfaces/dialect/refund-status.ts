// This dialect's names for the states of a refund.
import type { RefundState } from '../../core/refunds/actions.ts';

export const refundStatusName: Record<RefundState, string> = {
  pending: 'Pending',
  complete: 'Complete',
  submitted: 'Submitted',
  failed: 'Failed',
  payee_check: 'Pending',
  approval: 'Pending',
  approved: 'Pending',
  cancelled: 'Cancelled',
  returned: 'Returned',
  refused: 'Cancelled',
};

/** The numbers of the contract, 0 to 5. */
export const refundStatusNumber: Record<RefundState, number> = {
  pending: 0,
  complete: 1,
  submitted: 2,
  failed: 3,
  payee_check: 0,
  approval: 0,
  approved: 0,
  cancelled: 4,
  returned: 5,
  refused: 4,
};

/** The most recent event, in words for people. */
export const lastRefundEvent: Record<RefundState, string> = {
  pending: 'The refund was requested',
  submitted: 'The refund was sent to the bank',
  complete: 'The refund was paid',
  failed: 'The refund failed',
  payee_check: 'The account of the refund is verified at its bank',
  approval: 'The refund waits for a second person',
  approved: 'The refund was approved',
  cancelled: 'The refund was cancelled',
  refused: 'The refund was declined',
  returned: 'The refund was returned',
};
