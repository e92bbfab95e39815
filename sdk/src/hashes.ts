// The hashes of requests: SHA-512 over the values in order and a key, joined without separators, in lower case.
import { sha512 } from './text.ts';

const paymentFields = [
  ...['siteCode', 'countryCode', 'currencyCode', 'amount', 'transactionReference', 'bankReference'],
  ...['optional1', 'optional2', 'optional3', 'optional4', 'optional5'],
  ...['customer', 'cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl', 'isTest'],
  ...['selectedBankId', 'bankAccountNumber', 'branchCode', 'bankAccountName', 'payeeDisplayName'],
  ...['expiryDateUtc', 'allowVariableAmount', 'variableAmountMin', 'variableAmountMax'],
  ...['customerIdentifier', 'customerCellphoneNumber'],
];

const referenceFields = [
  'siteCode',
  'amount',
  'transactionReference',
  'bankId',
  'notifyUrl',
  'expiryDateUtc',
];

/** A null or missing value adds nothing. */
export const digest = (values: readonly unknown[], key: string): Promise<string> =>
  sha512((values.map((value) => value ?? '').join('') + key).toLowerCase());

/** Returns the digits of an amount in rand and its decimals. No float arithmetic: 599.8 is 599 and 80. */
export function digitsOf(amount: unknown): { rand: string; cents: string } {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount));
  if (!match) {
    throw new TypeError(
      `amount must be rand with at most two decimals, like "150.00", and not ${String(amount)}`,
    );
  }
  return { rand: match[1] ?? '', cents: (match[2] ?? '').padEnd(2, '0') };
}

/** The amount in cents without zeros before it, as the Payouts API hashes it. */
export function centsOf(amount: unknown): string {
  const { rand, cents } = digitsOf(amount);
  return `${rand}${cents}`.replace(/^0+(?=\d)/, '');
}

function withDecimals(amount: unknown): string {
  const { rand, cents } = digitsOf(amount);
  return `${rand}.${cents}`;
}

/** Returns the values of the fields in their order; the letter case of names does not matter. */
function valuesOf(fields: readonly string[], given: object): unknown[] {
  const members = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return fields
    .map((name) => ({ name, value: members.get(name.toLowerCase()) }))
    .map(({ name, value }) => (name === 'amount' && value !== undefined ? withDecimals(value) : value));
}

/**
 * Returns the hashCheck of a payment request (Payments API, Merchant External API, bulk) from its fields as sent, with
 * names in any letter case; ignores `hashCheck` itself. Throws TypeError where the amount is no rand.
 */
export async function paymentHash(fields: object, privateKey: string): Promise<string> {
  const values = valuesOf(paymentFields, fields);
  if (values[3] === undefined) digitsOf(undefined);
  return digest(values, privateKey);
}

/** Returns the hashCheck of a bank transfer's reference, single or multiple, from its fields as sent. */
export const referenceHash = async (fields: object, privateKey: string): Promise<string> =>
  digest(valuesOf(referenceFields, fields), privateKey);

/** Returns the hashCheck of a refund item (Payments API). The amount is in rand. */
export const refundHash = async (
  item: {
    transactionId: string;
    amount: string | number;
    refundReason?: string | null;
    notifyUrl?: string | null;
  },
  privateKey: string,
): Promise<string> =>
  digest([item.transactionId, withDecimals(item.amount), item.refundReason, item.notifyUrl], privateKey);

/** The values in the hash of a payout. */
export interface HashedPayout {
  siteCode: string;
  /** In rand, as sent; hashed in cents. */
  amount: string | number;
  merchantReference: string;
  customerBankReference: string;
  isRtc?: boolean;
  notifyUrl?: string | null;
  bankingDetails: { bankGroupId: string; accountNumber: string; branchCode: string };
}

/** Returns the hashCheck of a payout request as sent. Its key is the ApiKey. */
export async function payoutHash(request: HashedPayout, apiKey: string): Promise<string> {
  const { bankGroupId, accountNumber, branchCode } = request.bankingDetails;
  const { siteCode, amount, merchantReference, customerBankReference, isRtc = false, notifyUrl } = request;
  const own = [siteCode, centsOf(amount), merchantReference, customerBankReference, isRtc, notifyUrl];
  return digest([...own, bankGroupId, accountNumber, branchCode], apiKey);
}
