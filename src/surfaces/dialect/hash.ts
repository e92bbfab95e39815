// The only canonicaliser of this dialect: the hash inputs of requests and notifications are built here, so that null,
// empty and absent mean the same everywhere.

import { formatDecimal, parseDecimal } from '../../kernel/money.ts';
import { asciiLowerCase, safeEqual, sha512Hex } from '../../kernel/security/crypto.ts';

/** The fields of a payment request in the order of its hash: a part of the contract that does not change. */
export const hashedFields = [
  'siteCode',
  'countryCode',
  'currencyCode',
  'amount',
  'transactionReference',
  'bankReference',
  'optional1',
  'optional2',
  'optional3',
  'optional4',
  'optional5',
  'customer',
  'cancelUrl',
  'errorUrl',
  'successUrl',
  'notifyUrl',
  'isTest',
  'selectedBankId',
  'bankAccountNumber',
  'branchCode',
  'bankAccountName',
  'payeeDisplayName',
  'expiryDateUtc',
  'allowVariableAmount',
  'variableAmountMin',
  'variableAmountMax',
  'customerIdentifier',
  'customerCellphoneNumber',
] as const;

export type HashedField = (typeof hashedFields)[number];

/** The texts of a request's fields as they were sent. Absent and empty are the same. */
export type RequestTexts = Partial<Record<HashedField, string>>;

type Values = readonly (string | null | undefined)[];

/** Returns the input of SHA-512: the present values in their order, then the private key, all in lower case. */
export function hashInput(values: Values, privateKey: string): string {
  return joined(values, privateKey).toLowerCase();
}

const joined = (values: Values, privateKey: string): string =>
  values.map((value) => value ?? '').join('') + privateKey;

/**
 * Returns the inputs that we accept: the one by the rule, and the one of clients whose lower case knows ASCII only, as
 * PHP's strtolower does.
 */
export function hashInputs(values: Values, privateKey: string): string[] {
  const ascii = asciiLowerCase(joined(values, privateKey));
  const input = hashInput(values, privateKey);
  return ascii === input ? [input] : [input, ascii];
}

/** Returns the hash input of a payment request. The amount counts with two decimals, however it was written. */
export function requestHashInput(texts: RequestTexts, privateKey: string): string {
  return hashInput(requestValues(texts), privateKey);
}

/** Returns the values of a payment request as its hash counts them, in its order. */
export function requestValues(texts: RequestTexts): (string | undefined)[] {
  return hashedFields.map((name) => (name === 'amount' ? twoDecimals(texts.amount) : texts[name]));
}

/** Returns an amount with two decimals, as hashes count it. Other text is returned unchanged. */
export function twoDecimals(text: string | undefined): string | undefined {
  const cents = parseDecimal(text ?? '');
  return cents === undefined ? text : formatDecimal(cents);
}

/** In characters: twice the longest fields and hash. Longer requests are refused before they are hashed repeatedly. */
const longestSigned = 8_192;

/**
 * Returns whether a hash belongs to a request under one of the private keys. Takes the same time wherever they differ,
 * and ignores letter case and leading zeros, which some number types lose.
 */
export function isSigned(texts: RequestTexts, hashCheck: string, privateKeys: readonly string[]): boolean {
  return signedWriting(texts, hashCheck, privateKeys) !== undefined;
}

/**
 * Returns the fields as they were written for the hash, or undefined when the hash matches none. `bareAmount` is the
 * amount as a JSON number, which some clients hash as they wrote it.
 */
export function signedWriting(
  texts: RequestTexts,
  hashCheck: string,
  privateKeys: readonly string[],
  bareAmount?: string,
): RequestTexts | undefined {
  const length = Object.values(texts).reduce((sum, text) => sum + text.length, hashCheck.length);
  if (length > longestSigned) return undefined;
  return writings(texts).find((writing) =>
    amountWritings(requestValues(writing), hashedFields.indexOf('amount'), bareAmount).some((values) =>
      isHashOf(values, hashCheck, privateKeys),
    ),
  );
}

/** Returns the values as they are, and with the amount as the JSON number was written. */
export function amountWritings(values: Values, index: number, bareAmount: string | undefined): Values[] {
  if (bareAmount === undefined || bareAmount === values[index]) return [values];
  return [values, values.with(index, bareAmount)];
}

/** Returns whether a hash belongs to these values under one of the private keys; compared as above. */
export function isHashOf(values: Values, hashCheck: string, privateKeys: readonly string[]): boolean {
  const sent = comparable(hashCheck);
  return privateKeys
    .flatMap((key) => hashInputs(values, key))
    .some((input) => safeEqual(comparable(sha512Hex(input)), sent));
}

/** Returns a digest in the form in which digests are compared. */
export function comparable(digest: string): string {
  return digest.toLowerCase().replace(/^0+/, '');
}

/** Returns the ways in which integrations write the fields: by the rule, and without the fields that some leave out. */
function writings(texts: RequestTexts): RequestTexts[] {
  const { customerCellphoneNumber: phone, allowVariableAmount: variable, ...rest } = texts;
  const phones = phone ? [phone, undefined] : [undefined];
  const variables = variable?.toLowerCase() === 'false' ? [variable, undefined] : [variable];
  return bandWritings(rest).flatMap((band) =>
    phones.flatMap((customerCellphoneNumber) =>
      variables.map((allowVariableAmount) => ({ ...band, customerCellphoneNumber, allowVariableAmount })),
    ),
  );
}

// The rule gives amounts two decimals. It does not say whether that includes the band of a variable amount.
function bandWritings(texts: RequestTexts): RequestTexts[] {
  const variableAmountMin = twoDecimals(texts.variableAmountMin);
  const variableAmountMax = twoDecimals(texts.variableAmountMax);
  const isSame =
    variableAmountMin === texts.variableAmountMin && variableAmountMax === texts.variableAmountMax;
  return isSame ? [texts] : [texts, { ...texts, variableAmountMin, variableAmountMax }];
}
