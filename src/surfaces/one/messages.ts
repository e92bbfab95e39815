// What the One API posts to merchants, as its document describes it.
import Type, { type TSchema } from 'typebox';
import type { EventType } from '../../core/events.ts';
import { json } from '../described.ts';
import type { Message } from '../openapi.ts';
import {
  exampleOfSubscription,
  refundComplete,
  transactionComplete,
  transactionPending,
} from './message-examples.ts';
import { publicSubscriptionStates } from './subscription-wire.ts';
import { webhookMessages } from './webhook-message.ts';
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
    description: 'How the subscription stands after the event.',
  }),
  reason: nullable(Type.String()),
  merchantReference: Type.String(),
};
const Charge = {
  transactionId: Type.Optional(uuid),
  occurrence: Type.Optional(Type.Integer({ minimum: 1 })),
  amount: Amount,
};

const thinOrFull = (type: keyof typeof webhookMessages) =>
  Type.Union([webhookMessages[type].thin, webhookMessages[type].full]);

const signed =
  'Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.';

export const oneMessages: Message[] = [
  {
    name: 'transaction.complete',
    summary: 'A transaction has ended, well or badly',
    description: `To webhooks, thin or full, and thin to the payment’s notifyUrl; once for each transaction. ${signed}`,
    forms: json(thinOrFull('transaction.complete')),
    examples: transactionComplete,
  },
  {
    name: 'transaction.pending',
    summary: 'A payer has chosen to pay by EFT',
    description: `Thin, to the payment’s notifyUrl only; once for each transaction, before its transaction.complete. ${signed}`,
    forms: json(
      message(
        'transaction.pending',
        Type.Object({
          id: uuid,
          status: Type.Enum(['Pending'], {
            description: 'How the transaction stands: it waits for its deposit.',
          }),
          reason: nullable(Type.String()),
        }),
      ),
    ),
    examples: transactionPending,
  },
  {
    name: 'refund.complete',
    summary: 'A refund has ended, well or badly',
    description: `To webhooks, thin or full; thin to the refund’s notifyUrl instead, where it has one. ${signed}`,
    forms: json(thinOrFull('refund.complete')),
    examples: refundComplete,
  },
  ...[
    ofSubscription('subscription.authorization.approved', 'The customer has authorised a subscription'),
    ofSubscription('subscription.authorization.declined', 'The customer, or their bank, has declined'),
    ofSubscription('subscription.payment.succeeded', 'A charge was paid', Charge),
    ofSubscription('subscription.payment.failed', 'A charge was given up after its retries', Charge),
    ofSubscription('subscription.completed', 'All charges are over'),
    ofSubscription('subscription.cancelled', 'A subscription was cancelled: nothing more is charged'),
    ofSubscription('subscription.expired', 'The customer did not authorise in time'),
  ],
];

function ofSubscription(name: EventType, summary: string, more: Record<string, TSchema> = {}): Message {
  return {
    name,
    summary,
    description: `To the subscription’s notifyUrl. ${signed}`,
    forms: json(message(name, Type.Object({ ...Subscription, ...more }))),
    examples: exampleOfSubscription(name),
  };
}
