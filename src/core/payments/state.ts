// The life of a payment. Money decides: a payment that was cancelled or has expired is complete after all when a
// bank confirms an attempt late.
import type { Machine } from '../../kernel/state-machine.ts';

export const paymentStates = ['created', 'complete', 'cancelled', 'expired'] as const;
export type PaymentState = (typeof paymentStates)[number];
export type PaymentVerb = 'complete' | 'cancel' | 'expire' | 'reverse' | 'reopen';

export const paymentMachine: Machine<PaymentState, PaymentVerb, never, never> = {
  object: 'payment',
  table: 'payments',
  states: paymentStates,
  initial: 'created',
  ended: ['complete'],
  edges: [
    { from: ['created', 'cancelled', 'expired'], verb: 'complete', to: 'complete' },
    { from: ['created'], verb: 'cancel', to: 'cancelled' },
    { from: ['created'], verb: 'expire', to: 'expired' },
    // The bank reversed the payment.
    { from: ['complete'], verb: 'reverse', to: 'cancelled' },
    // A subscription's charge can be retried; its last failure cancels the payment. A deposit was matched in error.
    { from: ['complete'], verb: 'reopen', to: 'created' },
  ],
};
