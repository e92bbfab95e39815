// The messages that the Payments API posts to merchants, for its document.
import Type from 'typebox';
import { form, json } from '../described.ts';
import { signedBulk } from '../dialect/notified.ts';
import { refundStatusName } from '../dialect/refund-status.ts';
import { nullable, uuid } from '../dialect/shapes.ts';
import { statuses, subStatuses } from '../dialect/status.ts';
import { exampleSite } from '../examples.ts';
import { exampleBody, paidRefund, paidTransaction } from '../message-examples.ts';
import type { Message } from '../openapi.ts';
import { sample } from '../words.ts';
import { renderNotification } from './notification.ts';
import { renderRefundNotification } from './refund-notification.ts';

const text = Type.String();
const flag = Type.Enum(['true', 'false']);
const decimal = Type.String({ pattern: '^\\d+\\.\\d{2}$' });
const hash = (fields: string) =>
  Type.String({
    pattern: '^[0-9a-f]{128}$',
    description: `SHA-512 hex of ${fields} and the private key, in this order and in lower case.`,
  });

const TransactionNotification = Type.Object(
  {
    SiteCode: text,
    TransactionId: uuid,
    TransactionReference: text,
    Amount: decimal,
    Status: Type.Enum([...statuses]),
    Optional1: text,
    Optional2: text,
    Optional3: text,
    Optional4: text,
    Optional5: text,
    CurrencyCode: Type.Enum(['ZAR']),
    IsTest: flag,
    StatusMessage: text,
    Hash: hash('the values above'),
    SubStatus: Type.Enum(['', ...subStatuses]),
    MaskedAccountNumber: text,
    BankName: text,
  },
  { title: 'TransactionNotification' },
);

const RefundNotification = Type.Object(
  {
    RefundId: uuid,
    TransactionId: uuid,
    CurrencyCode: Type.Enum(['ZAR']),
    Amount: decimal,
    Status: Type.Enum([...new Set(Object.values(refundStatusName))]),
    BankName: text,
    AccountNumber: text,
    StatusMessage: text,
    IsRtc: flag,
    Hash: hash('the values above without IsRtc'),
  },
  { title: 'RefundNotification' },
);

const BulkResult = Type.Object(
  {
    jobId: uuid,
    jobReference: text,
    status: Type.Enum(['Complete', 'CompleteWithErrors', 'Error']),
    compressedData: Type.String({
      contentEncoding: 'base64',
    }),
    error: nullable(text),
    hash: hash('jobId, jobReference, status, compressedData, error'),
  },
  { title: 'BulkResult' },
);

const repeated =
  'An absent value is sent as an empty field. A message is retried until the response is 2xx. In addition, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks.';

const paid = { type: 'transaction.complete', object: 'transaction', objectId: sample.transaction };
const refunded = { type: 'refund.complete', object: 'refund', objectId: sample.refund };
const bulkResult = {
  jobId: sample.job,
  jobReference: 'RUN-1',
  status: 'Complete',
  compressedData: sample.bulkResult,
  error: null,
};

export const paymentsMessages: Message[] = [
  {
    name: 'transactionNotification',
    summary: 'The status of a payment',
    description: `To the payment’s notifyUrl. A pending status is followed by a final one. ${repeated}`,
    forms: form(TransactionNotification),
    examples: [exampleBody(renderNotification, { ...paid, data: paidTransaction })],
  },
  {
    name: 'refundNotification',
    summary: 'The outcome of a refund',
    description: `To the refund’s notifyUrl. ${repeated}`,
    forms: form(RefundNotification),
    examples: [exampleBody(renderRefundNotification, { ...refunded, data: paidRefund })],
  },
  {
    name: 'bulkResult',
    summary: 'The result of a bulk job',
    description: `To the job’s notifyUrl. ${repeated}`,
    forms: json(BulkResult),
    examples: [signedBulk(bulkResult, exampleSite.privateKey)],
  },
];
