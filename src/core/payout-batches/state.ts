// The states of a batch of payouts. Its payouts wait for its decision, and are then approved or declined some at a time.
import type { Machine } from '../../kernel/state-machine.ts';

export const payoutBatchStates = ['waiting', 'approving', 'declining', 'approved', 'declined'] as const;
export type PayoutBatchState = (typeof payoutBatchStates)[number];
export type PayoutBatchVerb = 'approve' | 'decline' | 'finish';

export const payoutBatchMachine: Machine<PayoutBatchState, PayoutBatchVerb, never, never> = {
  object: 'payout_batch',
  table: 'payout_batches',
  states: payoutBatchStates,
  initial: 'waiting',
  ended: ['approved', 'declined'],
  edges: [
    // A second person typed the sum.
    { from: ['waiting'], verb: 'approve', to: 'approving' },
    { from: ['waiting'], verb: 'decline', to: 'declining' },
    // Each of its payouts is decided.
    { from: ['approving'], verb: 'finish', to: 'approved' },
    { from: ['declining'], verb: 'finish', to: 'declined' },
  ],
};
