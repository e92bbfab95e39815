// The states of a transaction: one attempt to pay at a bank. A final failed state keeps one way out, for money that a
// bank confirms late: money decides, and earlier notifications are corrected.
import type { Machine } from '../../kernel/state-machine.ts';
import type { EventType } from '../events.ts';
import type { Posting } from '../ledger/actions.ts';

/** The payer may still act. */
export const actingStates = ['created', 'started', 'authenticated'] as const;
/** The bank holds it. "pending": the bank took it. "unknown": the bank did not report its outcome. */
export const heldStates = ['pending', 'unknown'] as const;
/** Ended with money. */
export const paidStates = ['successful', 'refunded'] as const;
/** Ended without money. */
export const failedStates = ['declined', 'cancelled', 'abandoned', 'failed', 'expired'] as const;

export const liveStates = [...actingStates, ...heldStates] as const;
/** It was paid, and the bank reversed the payment: no other money pays it. */
export const reversedState = 'reversed';
export const transactionStates = [...liveStates, ...paidStates, ...failedStates, reversedState] as const;

export type TransactionState = (typeof transactionStates)[number];
export type TransactionVerb =
  | 'start'
  | 'authenticate'
  | 'hold'
  | 'lose'
  | 'pay'
  | 'payLate'
  | 'decline'
  | 'cancel'
  | 'abandon'
  | 'fail'
  | 'expire'
  | 'refund'
  | 'unrefund'
  | 'reverse';

export const transactionMachine: Machine<TransactionState, TransactionVerb, EventType, Posting> = {
  object: 'transaction',
  table: 'transactions',
  states: transactionStates,
  initial: 'created',
  ended: [...paidStates, ...failedStates, reversedState],
  edges: [
    { from: ['created'], verb: 'start', to: 'started' },
    { from: ['started'], verb: 'authenticate', to: 'authenticated' },
    {
      from: ['created', 'started', 'authenticated', 'unknown'],
      verb: 'hold',
      to: 'pending',
      event: 'transaction.pending',
    },
    { from: ['started', 'authenticated'], verb: 'lose', to: 'unknown', event: 'transaction.pending' },
    {
      from: liveStates,
      verb: 'pay',
      to: 'successful',
      event: 'transaction.complete',
      posting: 'payment_received',
    },
    {
      from: failedStates,
      verb: 'payLate',
      to: 'successful',
      event: 'transaction.complete',
      posting: 'payment_received',
    },
    { from: liveStates, verb: 'decline', to: 'declined', event: 'transaction.complete' },
    { from: liveStates, verb: 'cancel', to: 'cancelled', event: 'transaction.complete' },
    { from: liveStates, verb: 'abandon', to: 'abandoned', event: 'transaction.complete' },
    { from: liveStates, verb: 'fail', to: 'failed', event: 'transaction.complete' },
    { from: ['successful'], verb: 'refund', to: 'refunded', keepsEnd: true },
    { from: ['refunded'], verb: 'unrefund', to: 'successful', keepsEnd: true },
    {
      from: paidStates,
      verb: 'reverse',
      to: reversedState,
      event: 'transaction.complete',
      posting: 'payment_reversed',
    },
    { from: actingStates, verb: 'expire', to: 'expired', event: 'transaction.complete' },
  ],
};

/** The payment type of a subscription's charge: collected under a mandate, without the payer. */
export const debitType = 'debit';
/** The payment type of the transaction of a payment that ended without any attempt. */
export const noAttemptType = 'none';
/** The payment type of a transaction that a deposit pays. No bank is queried: the money comes or does not. */
export const depositType = 'bankdeposit';

export const isActing = (state: TransactionState): boolean =>
  (actingStates as readonly string[]).includes(state);
export const isHeld = (state: TransactionState): boolean => (heldStates as readonly string[]).includes(state);
export const isLive = (state: TransactionState): boolean => (liveStates as readonly string[]).includes(state);
export const isPaid = (state: TransactionState): boolean => (paidStates as readonly string[]).includes(state);
export const isFailed = (state: TransactionState): boolean =>
  (failedStates as readonly string[]).includes(state);
