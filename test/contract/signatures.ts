// The hashes of requests as a merchant's developer writes them from the document: nothing is shared with the service.
import type { DocumentName } from '../../src/app/document-names.ts';
import type { Example } from '../../src/surfaces/described.ts';
import { packed, unpacked } from '../bulk/merchant.ts';
import { hashOf } from '../support/merchant.ts';

type Body = Record<string, unknown>;
/** The keys of the operation are among them. */
type Secrets = { privateKey?: string; apiKey?: string };

/** The fields of a payment request in the order of the contract. */
export const paymentFields = (
  'siteCode countryCode currencyCode amount transactionReference bankReference optional1 optional2 optional3 optional4 ' +
  'optional5 customer cancelUrl errorUrl successUrl notifyUrl isTest selectedBankId bankAccountNumber branchCode ' +
  'bankAccountName payeeDisplayName expiryDateUtc allowVariableAmount variableAmountMin variableAmountMax ' +
  'customerIdentifier customerCellphoneNumber'
).split(' ');

function payment(body: Body, { privateKey }: Secrets): string {
  return hashOf(...paymentFields.map((name) => String(body[name] ?? '')), privateKey!);
}

function refund(body: Body, { privateKey }: Secrets): string {
  const { transactionId, amount, refundReason, notifyUrl = '' } = body;
  return hashOf(`${transactionId}${amount}${refundReason}${notifyUrl}${privateKey}`);
}

function payout(body: Body, { apiKey }: Secrets): string {
  const { siteCode, amount, merchantReference, customerBankReference, isRtc, notifyUrl = '' } = body;
  const { bankGroupId, accountNumber, branchCode } = body.bankingDetails as Body;
  const cents = Math.round(Number(amount) * 100);
  return hashOf(
    `${siteCode}${cents}${merchantReference}${customerBankReference}${isRtc}${notifyUrl}${bankGroupId}${accountNumber}${branchCode}${apiKey}`,
  );
}

function transfer(body: Body, { privateKey }: Secrets): string {
  const names = ['siteCode', 'amount', 'transactionReference', 'bankId', 'notifyUrl', 'expiryDateUtc'];
  return hashOf(...names.map((name) => String(body[name] ?? '')), privateKey!);
}

/** How the bodies of an operation, or the records packed in them, are signed, by surface and operation. */
export const signatures: Record<string, (body: Body, secrets: Secrets) => string> = {
  'payments postPaymentRequest': payment,
  'payments submitRefunds': refund,
  'payments createUniqueReference': transfer,
  'payments createStaticReference': transfer,
  'payouts requestPayout': payout,
  'payments createBulkPaymentRequests': payment,
  'external createBulkPaymentRequests': payment,
  'external postPaymentRequest': payment,
  'external createUniqueReference': transfer,
  'external createStaticReference': transfer,
};

/** Returns a record with the hash that its operation requires. */
export function withHash<Of extends Body>(operation: string, record: Of, secrets: Secrets) {
  return { ...record, hashCheck: signatures[operation]!(record, secrets) };
}

/** Signs the body of an example, where its operation requires a hash. */
export function sign(
  surface: DocumentName,
  name: string,
  example: Example,
  secrets: Record<string, string>,
): void {
  const operation = `${surface} ${name.split('/')[0]}`;
  if (!signatures[operation]) return;
  const signed = (record: Body) => withHash(operation, { ...record, siteCode: secrets.code }, secrets);
  for (const body of [example.body].flat() as Body[]) {
    if (body.compressedData) body.compressedData = packed(unpacked(String(body.compressedData)).map(signed));
    else Object.assign(body, withHash(operation, body, secrets));
  }
}
