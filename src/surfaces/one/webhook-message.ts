// The posts to webhooks: thin and full messages, and the schemas of their content.
import Type, { type TSchema } from 'typebox';
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/moves.ts';
import type { Snapshot } from '../../core/transactions/moves.ts';
import { systemClock } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { signedRefund, signedTransaction } from '../dialect/notified.ts';
import { jsonRenderer } from './notification.ts';
import { publicRefundStates } from './refund-wire.ts';
import { publicTransactionStates, transactionStatus as transactionStatusOf } from './transaction-wire.ts';
import { moment, nullable, uuid } from './wire.ts';

const message = (title: string, type: string, data: TSchema) =>
  Type.Object(
    {
      type: Type.Enum([type]),
      timestamp: moment,
      sequence: Type.Integer({ minimum: 1 }),
      data,
    },
    { title },
  );

const thinData = (status: TSchema) => Type.Object({ id: uuid, status, reason: nullable(Type.String()) });

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Type.String()]));
const flagText = Type.Enum(['True', 'False']);

const transactionStatus = Type.Enum([...publicTransactionStates], {
  description:
    'How the transaction ended. Successful: it was paid. Error: it was not, or the bank took the money back. Refunded: all of it went back.',
});
const refundStatus = Type.Enum([...publicRefundStates], {
  description:
    'How the refund ended. Complete: it was paid. Failed, Cancelled: it was not. Returned: the money came back.',
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
  BankName: Type.String({ description: 'The name of the bank that the refund goes to.' }),
  AccountNumber: Type.String({ description: 'The account that the refund goes to, masked.' }),
  ...texts('StatusMessage'),
  IsRtc: flagText,
  ...texts('Hash'),
});

/** The schema of each message to a webhook, by event type and message type. */
export const webhookMessages = {
  'transaction.complete': {
    thin: message('TransactionCompleteThin', 'transaction.complete', thinData(transactionStatus)),
    full: message('TransactionCompleteFull', 'transaction.complete', fullTransaction),
  },
  'refund.complete': {
    thin: message('RefundCompleteThin', 'refund.complete', thinData(refundStatus)),
    full: message('RefundCompleteFull', 'refund.complete', fullRefund),
  },
} as const;

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
