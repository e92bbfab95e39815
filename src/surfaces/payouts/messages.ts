// What the Payouts API posts to merchants, as its document describes it.
import Type from 'typebox';
import { json } from '../described.ts';
import type { Message } from '../openapi.ts';
import { sample } from '../words.ts';
import { PayoutRecord } from './wire.ts';

const { id, payoutStatus, ...asked } = PayoutRecord.properties;
const { siteCode, merchantReference, customerBankReference } = asked;

const hash = (fields: string) =>
  Type.String({
    pattern: '^[0-9a-f]{128}$',
    description: `SHA-512 hex of ${fields} and the ApiKey, in lower case.`,
    examples: [sample.hash],
  });

const PayoutNotification = Type.Object(
  {
    payoutId: id,
    siteCode,
    merchantReference,
    customerMerchantReference: customerBankReference,
    payoutStatus,
    hashCheck: hash('payoutId, siteCode, merchantReference, customerMerchantReference, status, subStatus'),
  },
  { title: 'PayoutNotification' },
);

const PayoutVerification = Type.Object(
  {
    payoutId: id,
    ...asked,
    hashCheck: hash('payoutId and what the request’s own hash is taken of'),
  },
  { title: 'PayoutVerification' },
);

const VerificationAnswer = Type.Object(
  {
    payoutId: id,
    isVerified: Type.Boolean(),
    accountNumberDecryptionKey: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ maxLength: 50 })),
  },
  { title: 'VerificationAnswer' },
);

export const payoutsMessages: Message[] = [
  {
    name: 'payoutNotification',
    summary: 'How a payout ended',
    description:
      'To the payout’s notifyUrl. It comes again until it is answered 2xx. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks besides.',
    forms: json(PayoutNotification),
  },
  {
    name: 'payoutVerification',
    summary: 'Is this payout yours?',
    description:
      'To the site’s verify address, before anything is paid, with the header `AccessToken`. The names of the answer are read in any letter case.',
    forms: json(PayoutVerification),
    answer: VerificationAnswer,
  },
];
