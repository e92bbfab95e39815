// The messages that the One API posts to merchants, for its document.
import Type, { type TSchema } from 'typebox';
import type { EventType, WebhookEventType } from '../../core/events.ts';
import { json } from '../described.ts';
import { paidRefund, paidTransaction } from '../message-examples.ts';
import type { Message } from '../openapi.ts';
import {
  awaitedTransaction,
  type ExampleOf,
  exampleOf,
  exampleOfReport,
  exampleOfSubscription,
  fullExampleOf,
} from './message-examples.ts';
import { reportMembers } from './reports.ts';
import { publicSubscriptionStates } from './subscription-wire.ts';
import { webhookMessage } from './webhook-message.ts';
import { Amount, moment, nullable, uuid } from './wire.ts';

const message = (type: EventType, data: TSchema) =>
  Type.Object({
    type: Type.Enum([type]),
    timestamp: moment,
    sequence: Type.Integer({ minimum: 1 }),
    data,
  });

const Subscription = {
  id: uuid,
  status: Type.Enum(publicSubscriptionStates, {
    description: 'The status of the subscription after the event.',
  }),
  reason: nullable(Type.String()),
  merchantReference: Type.String(),
};
const Charge = {
  transactionId: Type.Optional(uuid),
  occurrence: Type.Optional(Type.Integer({ minimum: 1 })),
  amount: Amount,
};
const ready = {
  id: uuid,
  status: Type.Enum(['Ready'], { description: 'The status of the report: its file can be fetched.' }),
  reason: nullable(Type.String()),
};

const signed =
  'Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.';

/** The events of the One API. The surfaces of payouts and bulk jobs notify of those. */
type OneEvent = Exclude<EventType, 'payout.complete' | 'bulk.complete'>;

const messages: Record<OneEvent, Omit<Message, 'name'>> = {
  'transaction.complete': {
    summary: 'A transaction has ended',
    description: `To webhooks, thin or full, and thin to the payment’s notifyUrl; once for each transaction. ${signed}`,
    ...toWebhooks('transaction.complete', { sequence: 2, data: paidTransaction }),
  },
  'transaction.pending': {
    summary: 'A payer has chosen to pay by EFT',
    description: `Thin, to the payment’s notifyUrl only; once for each transaction, before its transaction.complete. ${signed}`,
    forms: json(
      message(
        'transaction.pending',
        Type.Object({
          id: uuid,
          status: Type.Enum(['Pending'], {
            description: 'The status of the transaction: it is waiting for its deposit.',
          }),
          reason: nullable(Type.String()),
        }),
      ),
    ),
    examples: [exampleOf('transaction.pending', { data: awaitedTransaction })],
  },
  'refund.complete': {
    summary: 'A refund has ended',
    description: `To webhooks, thin or full; instead, thin to the refund’s notifyUrl, if it has one. ${signed}`,
    ...toWebhooks('refund.complete', { sequence: 2, data: paidRefund }),
  },
  'subscription.authorization.approved': ofSubscription(
    'subscription.authorization.approved',
    'The customer has authorised a subscription',
  ),
  'subscription.authorization.declined': ofSubscription(
    'subscription.authorization.declined',
    'The customer, or their bank, has declined',
  ),
  'subscription.payment.succeeded': ofSubscription(
    'subscription.payment.succeeded',
    'A charge was paid',
    Charge,
  ),
  'subscription.payment.failed': ofSubscription(
    'subscription.payment.failed',
    'A charge failed after its retries',
    Charge,
  ),
  'subscription.completed': ofSubscription('subscription.completed', 'All charges are complete'),
  'subscription.cancelled': ofSubscription(
    'subscription.cancelled',
    'A subscription was cancelled: future charges stop',
  ),
  'subscription.expired': ofSubscription('subscription.expired', 'The customer did not authorise in time'),
  'report.ready': {
    summary: 'The file of a scheduled report is ready',
    description: `To the notifyUrl of the scheduled report, once for each period and version; signed with the secret of the merchant’s first site. ${signed}`,
    forms: json(message('report.ready', Type.Object({ ...ready, ...reportMembers }))),
    examples: [exampleOfReport()],
  },
};

export const oneMessages: Message[] = Object.entries(messages).map(([name, one]) => ({ name, ...one }));

/** The forms of a webhook's messages about an event, and the example that `of` makes of each. */
function toWebhooks(type: WebhookEventType, of: ExampleOf): Pick<Message, 'forms' | 'examples'> {
  return {
    forms: json(Type.Union([webhookMessage(type, 'thin'), webhookMessage(type, 'full')])),
    examples: [exampleOf(type, of), fullExampleOf(type, of)],
  };
}

function ofSubscription(
  type: EventType,
  summary: string,
  more: Record<string, TSchema> = {},
): Omit<Message, 'name'> {
  return {
    summary,
    description: `To the subscription’s notifyUrl. ${signed}`,
    forms: json(message(type, Type.Object({ ...Subscription, ...more }))),
    examples: exampleOfSubscription(type),
  };
}
