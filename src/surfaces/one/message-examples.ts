// What the One API posts, as its document shows it: a thin body of each event, and a full one where there is one.
import type { EventType } from '../../core/events.ts';
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { ReportSnapshot } from '../../core/scheduled-reports/ready.ts';
import { memberOf } from '../../kernel/required.ts';
import { type ExampleEvent, exampleBody, paidTransaction } from '../message-examples.ts';
import { sample } from '../words.ts';
import { renderNotification } from './notification.ts';
import { reportNotificationRenderer } from './report-notification.ts';
import { renderSubscriptionNotification } from './subscription-notification.ts';
import { renderFullMessage } from './webhook-message.ts';

/** The event of an example; it is the object's first unless `sequence` is given. */
export type ExampleOf = Pick<ExampleEvent, 'sequence' | 'data'>;

/** The body of a thin message about a transaction or refund. */
export const exampleOf = (type: EventType, of: ExampleOf): unknown => bodyOf(renderNotification, type, of);
export const fullExampleOf = (type: EventType, of: ExampleOf): unknown => bodyOf(renderFullMessage, type, of);

function bodyOf(render: RenderNotification, type: EventType, of: ExampleOf): unknown {
  const object = type.startsWith('refund.') ? 'refund' : 'transaction';
  return exampleBody(render, { type, object, objectId: sample[object], ...of });
}

/** A transaction that waits for its deposit. */
export const awaitedTransaction = { ...paidTransaction, state: 'created', paymentType: 'bankdeposit' };

/** How a subscription stands after each of its events, and the charge that the event is about. */
const samples: Partial<
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

export function exampleOfReport(): unknown {
  const data: ReportSnapshot = {
    ...{ name: 'takings', kind: 'transactions', period: '2026-11-19', version: 1, format: 'csv', rows: 12 },
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  };
  const event = { type: 'report.ready', object: 'report', objectId: sample.report, data };
  return exampleBody(reportNotificationRenderer('http://localhost:8420/one/v1'), event);
}

export function exampleOfSubscription(type: EventType): unknown[] {
  const { state, reason = null, sequence, charge } = memberOf(samples, type);
  const data = { id: sample.subscription, state, reason, merchantReference: 'BOX-17', ...charge };
  const event = { type, object: 'subscription', objectId: sample.subscription, sequence, data };
  return [exampleBody(renderSubscriptionNotification, event)];
}
