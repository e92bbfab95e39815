// The hashes in the bodies of notifications of the Payments API and the Payouts API.
import type { webhooks as paymentsMessages } from './generated/payments.ts';
import type { webhooks as payoutsMessages } from './generated/payouts.ts';
import { digest } from './hashes.ts';
import { SignatureError } from './signature-error.ts';
import { isSame } from './text.ts';
import { type Secrets, secretsOf } from './webhooks.ts';

type BodyOf<Hook> = Hook extends { post: { requestBody: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

export type PayoutNotification = BodyOf<payoutsMessages['payoutNotification']>;
export type BulkNotification = BodyOf<paymentsMessages['bulkResult']>;

const transactionFields = [
  ...['SiteCode', 'TransactionId', 'TransactionReference', 'Amount', 'Status'],
  ...['Optional1', 'Optional2', 'Optional3', 'Optional4', 'Optional5'],
  ...['CurrencyCode', 'IsTest', 'StatusMessage'],
];
const refundFields = [
  ...['RefundId', 'TransactionId', 'CurrencyCode', 'Amount', 'Status', 'BankName', 'AccountNumber'],
  'StatusMessage',
];

/**
 * Returns the fields of a form posted to a notifyUrl (Payments API: a transaction or a refund), or of a customer's
 * return. Throws SignatureError when its Hash is wrong, TypeError when the key is missing.
 */
export async function verifyNotification(
  form: string | Uint8Array | URLSearchParams | FormData | Record<string, string>,
  privateKey: Secrets,
): Promise<Record<string, string>> {
  const fields = readForm(form);
  const hashed = 'RefundId' in fields ? refundFields : transactionFields;
  const values = hashed.map((name) => fields[name]);
  await assertHash(values, fields.Hash, secretsOf(privateKey, 'privateKey'), 'Hash');
  return fields;
}

/** Returns a payout's notification. Throws SignatureError when its hashCheck is wrong, TypeError when the key is missing. */
export async function verifyPayoutNotification(
  body: string | Uint8Array | object,
  apiKey: Secrets,
): Promise<PayoutNotification> {
  const notification = readJson(body) as PayoutNotification;
  const { status, subStatus } = notification.payoutStatus ?? {};
  const values = [
    notification.payoutId,
    notification.siteCode,
    notification.merchantReference,
    notification.customerMerchantReference,
  ];
  await assertHash(
    [...values, status, subStatus],
    notification.hashCheck,
    secretsOf(apiKey, 'apiKey'),
    'hashCheck',
  );
  return notification;
}

/** Returns a bulk job's notification. Throws SignatureError when its hash is wrong, TypeError when the key is missing. */
export async function verifyBulkNotification(
  body: string | Uint8Array | object,
  privateKey: Secrets,
): Promise<BulkNotification> {
  const notification = readJson(body) as BulkNotification;
  const values = [
    notification.jobId,
    notification.jobReference,
    notification.status,
    notification.compressedData,
    notification.error,
  ];
  await assertHash(values, notification.hash, secretsOf(privateKey, 'privateKey'), 'hash');
  return notification;
}

async function assertHash(values: unknown[], given: unknown, keys: string[], name: string): Promise<void> {
  if (typeof given !== 'string' || given === '') {
    throw new SignatureError('NotSigned', `the notification has no ${name}`);
  }
  const right = await Promise.all(keys.map((key) => digest(values, key)));
  if (!right.some((one) => isSame(one, given.toLowerCase()))) {
    throw new SignatureError(
      'WrongSignature',
      `${name} is not that of the notification under this key: another key, or not sent by the service`,
    );
  }
}

function readForm(
  form: string | Uint8Array | URLSearchParams | FormData | Record<string, string>,
): Record<string, string> {
  if (typeof form === 'string' || form instanceof Uint8Array)
    return Object.fromEntries(new URLSearchParams(textOf(form)));
  const entries =
    form instanceof URLSearchParams || form instanceof FormData ? form : Object.entries(form ?? {});
  return Object.fromEntries([...(entries as Iterable<[string, string]>)]);
}

const readJson = (body: string | Uint8Array | object): unknown =>
  typeof body === 'string' || body instanceof Uint8Array ? JSON.parse(textOf(body)) : body;

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
