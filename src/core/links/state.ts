// The states of a payment link. A link for many uses stays active until it is disabled or expires.
import type { Machine } from '../../kernel/state-machine.ts';

export const linkStates = ['active', 'paid', 'disabled', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];
export type LinkVerb = 'pay' | 'disable' | 'expire' | 'extend' | 'reverse';

export const linkMachine: Machine<LinkState, LinkVerb, never, never> = {
  object: 'payment_link',
  table: 'payment_links',
  states: linkStates,
  initial: 'active',
  ended: ['paid', 'disabled', 'expired'],
  edges: [
    // A payment of a single link is complete, even if its money came late.
    { from: ['active', 'disabled', 'expired'], verb: 'pay', to: 'paid' },
    { from: ['active'], verb: 'disable', to: 'disabled' },
    { from: ['active'], verb: 'expire', to: 'expired' },
    // The merchant gave it a later expiry.
    { from: ['expired'], verb: 'extend', to: 'active' },
    // The bank reversed the payment. The link does not open again by itself: the merchant may have another agreement by
    // then.
    { from: ['paid'], verb: 'reverse', to: 'disabled' },
  ],
};
