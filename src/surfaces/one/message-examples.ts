// What the One API posts, as its document shows it: a thin body of each event, and a full one where there is one.
import type { EventType } from '../../core/events.ts';
import { memberOf } from '../../kernel/required.ts';
import { exampleBody, paidRefund, paidTransaction } from '../message-examples.ts';
import { sample } from '../words.ts';
import { renderNotification } from './notification.ts';
import { renderSubscriptionNotification } from './subscription-notification.ts';
import { renderFullMessage } from './webhook-message.ts';

const transaction = { object: 'transaction', objectId: sample.transaction };

const complete = { ...transaction, type: 'transaction.complete', sequence: 2, data: paidTransaction };
const refunded = {
  sequence: 2,
  type: 'refund.complete',
  object: 'refund',
  objectId: sample.refund,
  data: paidRefund,
};

const pending = {
  ...transaction,
  type: 'transaction.pending',
  data: { ...paidTransaction, state: 'created', paymentType: 'bankdeposit' },
};

/** How a subscription stands after each of its events, and the charge that the event is about. */
const told: Partial<
  Record<EventType, { state: string; reason?: string; sequence: number; charge?: object }>
> = {
  'subscription.authorization.approved': { state: 'active', sequence: 1 },
  'subscription.authorization.declined': {
    state: 'failed',
    reason: 'declined by the customer',
    sequence: 1,
  },
  'subscription.payment.succeeded': {
    state: 'active',
    sequence: 2,
    charge: { transactionId: sample.transaction, occurrence: 1, amount: '99.50' },
  },
  'subscription.payment.failed': {
    state: 'active',
    reason: 'not provided for',
    sequence: 3,
    charge: { transactionId: sample.transaction, occurrence: 2, amount: '99.50' },
  },
  'subscription.completed': { state: 'completed', sequence: 14 },
  'subscription.cancelled': { state: 'canceled', reason: 'cancelled by the merchant', sequence: 4 },
  'subscription.expired': {
    state: 'expired',
    reason: 'the customer did not authorise it in time',
    sequence: 1,
  },
};

export function exampleOfSubscription(type: EventType): unknown[] {
  const { state, reason = null, sequence, charge } = memberOf(told, type);
  const data = { id: sample.subscription, state, reason, merchantReference: 'BOX-17', ...charge };
  const event = { type, object: 'subscription', objectId: sample.subscription, sequence, data };
  return [exampleBody(renderSubscriptionNotification, event)];
}

export const transactionComplete = [renderNotification, renderFullMessage].map((render) =>
  exampleBody(render, complete),
);
export const transactionPending = [exampleBody(renderNotification, pending)];
export const refundComplete = [renderNotification, renderFullMessage].map((render) =>
  exampleBody(render, refunded),
);
