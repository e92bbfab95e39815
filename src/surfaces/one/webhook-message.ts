// The posts to webhooks: thin and full messages, and the schemas of their content.
import Type, { type TSchema } from 'typebox';
import type { WebhookEventType } from '../../core/events.ts';
import type { MessageType } from '../../core/notifications/formats.ts';
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/transitions.ts';
import type { Snapshot } from '../../core/transactions/transitions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { signedRefund, signedTransaction } from '../dialect/notified.ts';
import { jsonRenderer } from './notification.ts';
import { publicRefundStates } from './refund-wire.ts';
import { publicTransactionStates, transactionStatus as transactionStatusOf } from './transaction-wire.ts';
import { moment, nullable, uuid } from './wire.ts';

const thinData = (status: TSchema) => Type.Object({ id: uuid, status, reason: nullable(Type.String()) });

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Type.String()]));
const flagText = Type.Enum(['True', 'False']);

const transactionStatus = Type.Enum([...publicTransactionStates], {
  description:
    'The outcome. Successful: it was paid. Error: it was not paid, or the bank reversed it. Refunded: it was refunded in full.',
});
const refundStatus = Type.Enum([...publicRefundStates], {
  description:
    'The outcome. Complete: it was paid. Failed, Cancelled: it was not paid. Returned: the bank returned the money.',
});

const fullTransaction = Type.Object({
  ...texts('SiteCode', 'TransactionId', 'TransactionReference', 'Amount'),
  Status: transactionStatus,
  ...texts('Optional1', 'Optional2', 'Optional3', 'Optional4', 'Optional5', 'CurrencyCode'),
  IsTest: flagText,
  ...texts('StatusMessage', 'Hash', 'BankName', 'MaskedAccountNumber'),
});

const fullRefund = Type.Object({
  ...texts('RefundId', 'TransactionId', 'CurrencyCode', 'Amount'),
  Status: refundStatus,
  BankName: Type.String({ description: 'The name of the bank to which the refund is paid.' }),
  AccountNumber: Type.String({ description: 'The account to which the refund is paid, masked.' }),
  ...texts('StatusMessage'),
  IsRtc: flagText,
  ...texts('Hash'),
});

type ObjectOf<Type> = Type extends `${infer First}.${string}` ? First : never;

/** The data of a message for each object that webhooks receive, by message type. */
const dataOf: Record<ObjectOf<WebhookEventType>, Record<MessageType, TSchema>> = {
  transaction: { thin: thinData(transactionStatus), full: fullTransaction },
  refund: { thin: thinData(refundStatus), full: fullRefund },
};

export function webhookMessage(type: WebhookEventType, messageType: MessageType) {
  const [object, verb] = type.split('.') as [ObjectOf<WebhookEventType>, string];
  return Type.Object(
    {
      type: Type.Enum([type]),
      timestamp: moment,
      sequence: Type.Integer({ minimum: 1 }),
      data: dataOf[object][messageType],
    },
    { title: [object, verb, messageType].map(capitalised).join('') },
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Renders full messages: the fields of the Payments API's notification with this API's status words, so that thin and
 * full agree, hashed with the site's current private key.
 */
export const fullRenderer = jsonRenderer(({ object, data }, { privateKeys }) => {
  const fields =
    object === 'refund'
      ? refundFields(data as unknown as RefundSnapshot, firstOf(privateKeys))
      : fullFields(data as Snapshot, firstOf(privateKeys));
  return Object.fromEntries(fields);
});

function fullFields(of: Snapshot, privateKey: string): [string, string][] {
  return [
    ...signedTransaction(of, privateKey, { status: transactionStatusOf[of.state], isTest: flag(of.isTest) }),
    ['BankName', of.bankName ?? ''],
    ['MaskedAccountNumber', of.payerAccount ?? ''],
  ];
}

const refundFields = (of: RefundSnapshot, privateKey: string): [string, string][] =>
  signedRefund(of, privateKey, flag(of.realTime));

/** In the spelling that receivers know. */
const flag = (value: boolean): string => (value ? 'True' : 'False');

/** The renderer of the running service. */
export const renderFullMessage: RenderNotification = fullRenderer(systemClock());
