// The one canonicaliser of this surface: what is hashed in requests, in questions to a verify address and in
// notifications is put together here. The orders are a part of the contract and do not change.

import type { Cents } from '../../kernel/money.ts';
import { asciiLowerCase, safeEqual, sha512Hex } from '../../kernel/security/crypto.ts';

/** What a payout request says, as far as its hash covers it. */
export interface HashedRequest {
  siteCode: string;
  amountCents: Cents;
  merchantReference: string;
  customerBankReference: string;
  isRtc: boolean;
  notifyUrl: string | null;
  bankGroupId: string;
  /** As it was sent. */
  accountNumber: string;
  branchCode: string;
}

/** The names of what a request's hash covers, in its order. */
export const hashedNames = [
  'siteCode',
  'amount',
  'merchantReference',
  'customerBankReference',
  'isRtc',
  'notifyUrl',
  'bankGroupId',
  'accountNumber',
  'branchCode',
] as const;

/** What SHA-512 is taken of for a request: the values in their order, then the ApiKey, in lower case. */
export function requestHashInput(of: HashedRequest, apiKey: string): string {
  return written(requestValues(of, apiKey)).toLowerCase();
}

function requestValues(of: HashedRequest, apiKey: string): Values {
  return [
    of.siteCode,
    of.amountCents,
    of.merchantReference,
    of.customerBankReference,
    of.isRtc,
    of.notifyUrl,
    of.bankGroupId,
    of.accountNumber,
    of.branchCode,
    apiKey,
  ];
}

/** The hash of the question whether a payout is the merchant's: its id stands before what the request's hash covers. */
export function verificationHash(payoutId: string, of: HashedRequest, apiKey: string): string {
  return sha512Hex(joined([payoutId]) + requestHashInput(of, apiKey));
}

/** The hash of a notification. */
export function notificationHash(
  of: {
    payoutId: string;
    siteCode: string;
    merchantReference: string;
    customerMerchantReference: string;
    payoutStatus: { status: number; subStatus: number };
  },
  apiKey: string,
): string {
  const { status, subStatus } = of.payoutStatus;
  const { payoutId, siteCode, merchantReference, customerMerchantReference } = of;
  return sha512Hex(
    joined([payoutId, siteCode, merchantReference, customerMerchantReference, status, subStatus, apiKey]),
  );
}

type Values = readonly (string | number | bigint | boolean | null)[];

const written = (values: Values): string => values.map((value) => value ?? '').join('');
const joined = (values: Values): string => written(values).toLowerCase();

/**
 * Whether a hash is that of a request, also by a client whose lower case knows ASCII only. Takes the same time wherever they
 * differ, and passes over letter case.
 */
export function isSigned(of: HashedRequest, hashCheck: string, apiKey: string): boolean {
  const sent = comparable(hashCheck);
  const inputs = new Set([requestHashInput(of, apiKey), asciiLowerCase(written(requestValues(of, apiKey)))]);
  return [...inputs].some((input) => safeEqual(comparable(sha512Hex(input)), sent));
}

// Some number types lose the zeros a digest begins with.
function comparable(digest: string): string {
  return digest.toLowerCase().replace(/^0+/, '');
}
