// The hashes of requests as a merchant's developer writes them from the document: nothing is shared with the service.
import { createHash } from 'node:crypto';
import type { DocumentName } from '../../src/app/document-names.ts';
import type { Example } from '../../src/surfaces/described.ts';
import { packed, unpacked } from '../bulk/merchant.ts';

type Body = Record<string, unknown>;
type Secrets = Record<string, string>;

const sha512 = (text: string): string => createHash('sha512').update(text.toLowerCase()).digest('hex');

const paymentOrder =
  'siteCode, countryCode, currencyCode, amount, transactionReference, bankReference, optional1, optional2, optional3, optional4, optional5, customer, cancelUrl, errorUrl, successUrl, notifyUrl, isTest, selectedBankId, bankAccountNumber, branchCode, bankAccountName, payeeDisplayName, expiryDateUtc, allowVariableAmount, variableAmountMin, variableAmountMax, customerIdentifier, customerCellphoneNumber';

function payment(body: Body, { privateKey }: Secrets): string {
  return sha512(
    paymentOrder
      .split(', ')
      .map((name) => body[name] ?? '')
      .join('') + privateKey,
  );
}

function refund(body: Body, { privateKey }: Secrets): string {
  const { transactionId, amount, refundReason, notifyUrl = '' } = body;
  return sha512(`${transactionId}${amount}${refundReason}${notifyUrl}${privateKey}`);
}

function payout(body: Body, { apiKey }: Secrets): string {
  const { siteCode, amount, merchantReference, customerBankReference, isRtc, notifyUrl = '' } = body;
  const { bankGroupId, accountNumber, branchCode } = body.bankingDetails as Body;
  const cents = Math.round(Number(amount) * 100);
  return sha512(
    `${siteCode}${cents}${merchantReference}${customerBankReference}${isRtc}${notifyUrl}${bankGroupId}${accountNumber}${branchCode}${apiKey}`,
  );
}

function transfer(body: Body, { privateKey }: Secrets): string {
  const {
    siteCode,
    amount = '',
    transactionReference,
    bankId = '',
    notifyUrl = '',
    expiryDateUtc = '',
  } = body;
  return sha512(
    `${siteCode}${amount}${transactionReference}${bankId}${notifyUrl}${expiryDateUtc}${privateKey}`,
  );
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

/** Signs the body of an example, where its operation requires a hash. */
export function sign(
  surface: DocumentName,
  name: string,
  example: Example,
  secrets: Record<string, string>,
): void {
  const signature = signatures[`${surface} ${name.split('/')[0]}`];
  if (!signature) return;
  const signed = (record: Record<string, unknown>) => {
    const own = { ...record, siteCode: secrets.code };
    return { ...own, hashCheck: signature(own, secrets) };
  };
  for (const body of [example.body].flat() as Record<string, unknown>[]) {
    if (body.compressedData) body.compressedData = packed(unpacked(String(body.compressedData)).map(signed));
    else body.hashCheck = signature(body, secrets);
  }
}
