// The states of a requested credit note. It is issued in the transaction of its approval.
import type { Machine } from '../../kernel/state-machine.ts';

export const invoiceCreditStates = ['waiting', 'approved', 'declined'] as const;
export type InvoiceCreditState = (typeof invoiceCreditStates)[number];
export type InvoiceCreditVerb = 'approve' | 'decline';

export const invoiceCreditMachine: Machine<InvoiceCreditState, InvoiceCreditVerb, never, never> = {
  object: 'invoice_credit',
  table: 'invoice_credits',
  states: invoiceCreditStates,
  initial: 'waiting',
  ended: ['approved', 'declined'],
  edges: [
    // A second operator approved it.
    { from: ['waiting'], verb: 'approve', to: 'approved' },
    { from: ['waiting'], verb: 'decline', to: 'declined' },
  ],
};
