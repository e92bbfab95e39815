// The messages that the Payouts API posts to merchants, for its document.
import Type from 'typebox';
import { json } from '../described.ts';
import { exampleSite } from '../examples.ts';
import { exampleBody, exampleSecrets } from '../message-examples.ts';
import type { Message } from '../openapi.ts';
import { sample } from '../words.ts';
import { renderNotification } from './notification.ts';
import { verificationForm } from './verification.ts';
import { PayoutRecord } from './wire.ts';

const { id, payoutStatus, ...asked } = PayoutRecord.properties;
const { siteCode, merchantReference, customerBankReference } = asked;

const hash = (fields: string) =>
  Type.String({
    pattern: '^[0-9a-f]{128}$',
    description: `SHA-512 hex of ${fields} and the ApiKey, in lower case.`,
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
    hashCheck: hash('payoutId and the values of the request’s own hash'),
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

const payout = {
  id: sample.payout,
  merchantReference: 'PAY-1',
  customerBankReference: 'SALARY',
  isRtc: false,
  notifyUrl: 'https://shop.example/payouts',
  amountCents: 125_050n,
  bankGroupId: sample.bank,
  branchCode: sample.branch,
};
const { id: payoutId, ...details } = payout;
const ended = {
  type: 'payout.complete',
  object: 'payout',
  objectId: payoutId,
  data: { ...details, payoutId, siteCode: exampleSite.code, state: 'complete', subStatus: 0, reason: null },
};
type Given = Parameters<typeof verificationForm.write>;
const question = verificationForm.write(
  payout as Given[0],
  { code: exampleSite.code } as Given[1],
  '51000000001',
  exampleSecrets,
);

export const payoutsMessages: Message[] = [
  {
    name: 'payoutNotification',
    summary: 'The outcome of a payout',
    description:
      'To the payout’s notifyUrl. It is retried until the response is 2xx. In addition, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks.',
    forms: json(PayoutNotification),
    examples: [exampleBody(renderNotification, ended)],
  },
  {
    name: 'payoutVerification',
    summary: 'Payout verification',
    description:
      'To the site’s verify address, before the payout is paid, with the header `AccessToken`. Member names of the response can have any letter case.',
    forms: json(PayoutVerification),
    examples: [JSON.parse(question.body)],
    answer: VerificationAnswer,
  },
];
