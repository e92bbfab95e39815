// The only canonicaliser of this surface: the hash inputs of requests, of questions to a verify address and of
// notifications are built here. Their orders are part of the contract and do not change.

import type { Cents } from '../../kernel/money.ts';
import { asciiLowerCase, safeEqual, sha512Hex } from '../../kernel/security/crypto.ts';

/** The part of a payout request that its hash covers. */
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

/** The names of the values that a request's hash covers, in its order. */
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

/** Returns the input of SHA-512 for a request: the values in their order, then the ApiKey, in lower case. */
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

/** Returns the hash of a verification question: the payout's id comes before the values of the request's hash. */
export function verificationHash(payoutId: string, of: HashedRequest, apiKey: string): string {
  return sha512Hex(joined([payoutId]) + requestHashInput(of, apiKey));
}

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
 * Returns whether a hash belongs to a request, also for clients whose lower case knows ASCII only. Takes the same time
 * wherever they differ, and ignores letter case.
 */
export function isSigned(of: HashedRequest, hashCheck: string, apiKey: string): boolean {
  const sent = comparable(hashCheck);
  const inputs = new Set([requestHashInput(of, apiKey), asciiLowerCase(written(requestValues(of, apiKey)))]);
  return [...inputs].some((input) => safeEqual(comparable(sha512Hex(input)), sent));
}

// Some number types lose a digest's leading zeros.
function comparable(digest: string): string {
  return digest.toLowerCase().replace(/^0+/, '');
}
