// The states of a subscription, from authorisation to its last charge, and the states of a charge.
import type { Machine } from '../../kernel/state-machine.ts';
import type { EventType } from '../events.ts';

export const subscriptionStates = [
  'pending_authorization',
  'active',
  'unknown',
  'canceled',
  'completed',
  'expired',
  'failed',
] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];
export type SubscriptionVerb =
  | 'approve'
  | 'decline'
  | 'lose'
  | 'resume'
  | 'lapse'
  | 'cancel'
  | 'complete'
  | 'fail';

/** The customer has not decided yet, as far as known. */
export const awaitingStates = ['pending_authorization', 'unknown'] as const;

export const subscriptionMachine: Machine<SubscriptionState, SubscriptionVerb, EventType> = {
  object: 'subscription',
  table: 'subscriptions',
  states: subscriptionStates,
  initial: 'pending_authorization',
  ended: ['canceled', 'completed', 'expired', 'failed'],
  edges: [
    {
      from: awaitingStates,
      verb: 'approve',
      to: 'active',
      event: 'subscription.authorization.approved',
    },
    {
      from: awaitingStates,
      verb: 'decline',
      to: 'failed',
      event: 'subscription.authorization.declined',
    },
    // The bank cannot be queried for the customer's decision; this state ends as soon as it can.
    { from: ['pending_authorization'], verb: 'lose', to: 'unknown' },
    { from: ['unknown'], verb: 'resume', to: 'pending_authorization' },
    { from: awaitingStates, verb: 'lapse', to: 'expired', event: 'subscription.expired' },
    { from: [...awaitingStates, 'active'], verb: 'cancel', to: 'canceled', event: 'subscription.cancelled' },
    { from: ['active'], verb: 'complete', to: 'completed', event: 'subscription.completed' },
    // Too many occurrences in a row failed; the event of the last one reports it.
    { from: ['active'], verb: 'fail', to: 'failed' },
  ],
};

export const chargeStates = [
  'scheduled',
  'charging',
  'retrying',
  'successful',
  'failed',
  'cancelled',
] as const;

export type ChargeState = (typeof chargeStates)[number];
export type ChargeVerb = 'charge' | 'pay' | 'retry' | 'fail' | 'cancel';

export const chargeMachine: Machine<ChargeState, ChargeVerb, EventType> = {
  object: 'charge',
  table: 'subscription_charges',
  states: chargeStates,
  initial: 'scheduled',
  ended: ['successful', 'failed', 'cancelled'],
  edges: [
    { from: ['scheduled', 'retrying'], verb: 'charge', to: 'charging' },
    // Late money of a failed attempt counts, even after the charge has failed.
    {
      from: ['charging', 'retrying', 'failed'],
      verb: 'pay',
      to: 'successful',
      event: 'subscription.payment.succeeded',
    },
    // Also a charge that the bank reversed, if a retry can succeed.
    { from: ['charging', 'successful'], verb: 'retry', to: 'retrying' },
    // A charge that was due at once had been promised: it fails if its subscription ends first. A paid charge fails if
    // its bank reverses it.
    {
      from: ['scheduled', 'charging', 'retrying', 'successful'],
      verb: 'fail',
      to: 'failed',
      event: 'subscription.payment.failed',
    },
    // Its subscription ended before it was due.
    { from: ['scheduled'], verb: 'cancel', to: 'cancelled' },
  ],
};
