// The states of a refund. It can be cancelled until it is picked up; a failed or returned refund is credited to the
// merchant again. A refund to an account other than the payer's is verified at its bank, and approved by a second person.
import type { Machine } from '../../kernel/state-machine.ts';
import type { EventType } from '../events.ts';
import type { Posting } from '../ledger/actions.ts';

export const refundStates = [
  'pending',
  'payee_check',
  'approval',
  'approved',
  'submitted',
  'complete',
  'failed',
  'cancelled',
  'returned',
  'refused',
] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundVerb =
  | 'check'
  | 'hold'
  | 'approve'
  | 'refuse'
  | 'submit'
  | 'complete'
  | 'fail'
  | 'cancel'
  | 'return';

/** The states in which a refund can be cancelled, because no money has left. */
export const cancellableStates = ['pending', 'payee_check', 'approval', 'approved'] as const;

/** The states in which a refund is picked up. */
export const dueStates = ['pending', 'approved'] as const;

export const refundMachine: Machine<RefundState, RefundVerb, EventType, Posting> = {
  object: 'refund',
  table: 'refunds',
  states: refundStates,
  initial: 'pending',
  ended: ['complete', 'failed', 'cancelled', 'returned', 'refused'],
  edges: [
    // The bank of another account is queried whether it is the payee's.
    { from: ['pending'], verb: 'check', to: 'payee_check' },
    // A second person must approve another account.
    { from: ['pending', 'payee_check'], verb: 'hold', to: 'approval' },
    { from: ['approval'], verb: 'approve', to: 'approved' },
    { from: ['payee_check', 'approval'], verb: 'refuse', to: 'refused', event: 'refund.complete' },
    { from: dueStates, verb: 'submit', to: 'submitted', posting: 'refund_submitted' },
    { from: cancellableStates, verb: 'cancel', to: 'cancelled', event: 'refund.complete' },
    {
      from: ['submitted'],
      verb: 'complete',
      to: 'complete',
      posting: 'refund_paid',
      event: 'refund.complete',
    },
    { from: ['submitted'], verb: 'fail', to: 'failed', posting: 'refund_undone', event: 'refund.complete' },
    {
      from: ['submitted'],
      verb: 'return',
      to: 'returned',
      posting: 'refund_undone',
      event: 'refund.complete',
    },
    {
      from: ['complete'],
      verb: 'return',
      to: 'returned',
      posting: 'refund_returned',
      event: 'refund.complete',
    },
  ],
};
