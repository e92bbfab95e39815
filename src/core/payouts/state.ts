// The states of a payout. Its money leaves the float when it is received, and returns in every end but "complete".
import type { Machine } from '../../kernel/state-machine.ts';
import type { EventType } from '../events.ts';
import type { Posting } from '../ledger/actions.ts';

export const payoutStates = [
  'received',
  'verification',
  'payee_check',
  'approval',
  'submitted',
  'processing_error',
  'complete',
  'returned',
  'cancelled',
] as const;
export type PayoutState = (typeof payoutStates)[number];
export type PayoutVerb = 'verify' | 'check' | 'hold' | 'submit' | 'complete' | 'cancel' | 'fail' | 'return';

/** Details of a state, in the contract's own numbers. */
export const subStatuses = {
  none: 0,
  verified: 201,
  notVerified: 202,
  insufficientFloat: 203,
  duplicateReference: 204,
  undecryptable: 205,
  bankUnavailable: 401,
  realTimeRefused: 405,
  rejectedByBank: 9001,
  accountInvalid: 9904,
} as const;
export type SubStatus = (typeof subStatuses)[keyof typeof subStatuses];

export const payoutMachine: Machine<PayoutState, PayoutVerb, EventType, Posting> = {
  object: 'payout',
  table: 'payouts',
  states: payoutStates,
  initial: 'received',
  ended: ['processing_error', 'complete', 'returned', 'cancelled'],
  edges: [
    // The merchant is queried to verify it.
    { from: ['received'], verb: 'verify', to: 'verification' },
    // Its bank is queried whether the account is the payee's.
    { from: ['received', 'verification'], verb: 'check', to: 'payee_check' },
    // A second person must approve.
    { from: ['received', 'verification', 'payee_check'], verb: 'hold', to: 'approval' },
    { from: ['received', 'verification', 'payee_check', 'approval'], verb: 'submit', to: 'submitted' },
    {
      from: ['submitted'],
      verb: 'complete',
      to: 'complete',
      posting: 'payout_paid',
      event: 'payout.complete',
    },
    {
      from: ['received', 'verification', 'payee_check', 'approval', 'submitted'],
      verb: 'cancel',
      to: 'cancelled',
      posting: 'payout_undone',
      event: 'payout.complete',
    },
    {
      from: ['submitted'],
      verb: 'fail',
      to: 'processing_error',
      posting: 'payout_undone',
      event: 'payout.complete',
    },
    {
      from: ['submitted'],
      verb: 'return',
      to: 'returned',
      posting: 'payout_undone',
      event: 'payout.complete',
    },
    // A bank can pay and return the money later, because the account is closed.
    {
      from: ['complete'],
      verb: 'return',
      to: 'returned',
      posting: 'payout_returned',
      event: 'payout.complete',
    },
  ],
};
