// The states of an e-mail. A failed attempt changes no state: the e-mail stays pending, and has a later due time.
import type { Machine } from '../../kernel/state-machine.ts';

export const emailStates = ['pending', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
export type EmailVerb = 'send' | 'fail';

export const emailMachine: Machine<EmailState, EmailVerb, never, never> = {
  object: 'email',
  table: 'emails',
  states: emailStates,
  initial: 'pending',
  ended: ['sent', 'failed'],
  edges: [
    // A mail server has accepted it.
    { from: ['pending'], verb: 'send', to: 'sent' },
    // A mail server has rejected it for good, or its time ran out.
    { from: ['pending'], verb: 'fail', to: 'failed' },
  ],
};
