// The states of a refund. It can be cancelled until it is picked up; a failed or returned refund is credited to the
// merchant again.
import type { Machine } from '../../kernel/state-machine.ts';
import type { EventType } from '../events.ts';
import type { Posting } from '../ledger/actions.ts';

export const refundStates = ['pending', 'submitted', 'complete', 'failed', 'cancelled', 'returned'] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundVerb = 'submit' | 'complete' | 'fail' | 'cancel' | 'return';

export const refundMachine: Machine<RefundState, RefundVerb, EventType, Posting> = {
  object: 'refund',
  table: 'refunds',
  states: refundStates,
  initial: 'pending',
  ended: ['complete', 'failed', 'cancelled', 'returned'],
  edges: [
    { from: ['pending'], verb: 'submit', to: 'submitted', posting: 'refund_submitted' },
    { from: ['pending'], verb: 'cancel', to: 'cancelled', event: 'refund.complete' },
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
