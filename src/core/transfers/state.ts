// The states of a transfer: one order to a bank to pay an account. It is "sent" before the bank is called, so that a
// crash or a lost response leaves an unknown outcome that only an enquiry resolves.
import type { Machine } from '../../kernel/state-machine.ts';

export const transferStates = ['ready', 'sent', 'paid', 'failed', 'returned'] as const;
export type TransferState = (typeof transferStates)[number];
export type TransferVerb = 'send' | 'unsend' | 'pay' | 'fail' | 'return';

export const transferMachine: Machine<TransferState, TransferVerb, never, never> = {
  object: 'transfer',
  table: 'transfers',
  states: transferStates,
  initial: 'ready',
  ended: ['paid', 'failed', 'returned'],
  edges: [
    { from: ['ready'], verb: 'send', to: 'sent' },
    // The bank could not be reached with it, so surely nothing happened there.
    { from: ['sent'], verb: 'unsend', to: 'ready' },
    { from: ['sent'], verb: 'pay', to: 'paid' },
    { from: ['ready', 'sent'], verb: 'fail', to: 'failed' },
    // A bank can pay first and return the money later, because the account is closed.
    { from: ['sent', 'paid'], verb: 'return', to: 'returned' },
  ],
};
