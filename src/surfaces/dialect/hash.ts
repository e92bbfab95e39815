// The one canonicaliser of this surface: what is hashed in requests and in notifications is put together here, so
// that null, empty and absent mean the same everywhere.

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

/** The texts of a request's fields as they were sent; absent and empty are the same. */
export type RequestTexts = Partial<Record<HashedField, string>>;

type Values = readonly (string | null | undefined)[];

/** What SHA-512 is taken of: the values that are there, in their order, then the private key, in lower case. */
export function hashInput(values: Values, privateKey: string): string {
  return joined(values, privateKey).toLowerCase();
}

const joined = (values: Values, privateKey: string): string =>
  values.map((value) => value ?? '').join('') + privateKey;

/**
 * The texts that count as one: as the rule says, and as clients have it whose lower case knows ASCII only, as that of PHP's
 * strtolower.
 */
export function hashInputs(values: Values, privateKey: string): string[] {
  const ascii = asciiLowerCase(joined(values, privateKey));
  const input = hashInput(values, privateKey);
  return ascii === input ? [input] : [input, ascii];
}

/** The hash input of a payment request. The amount counts with two decimals, however it was written. */
export function requestHashInput(texts: RequestTexts, privateKey: string): string {
  return hashInput(requestValues(texts), privateKey);
}

/** The values of a payment request in the order of its hash, as they count in it. */
export function requestValues(texts: RequestTexts): (string | undefined)[] {
  return hashedFields.map((name) => (name === 'amount' ? twoDecimals(texts.amount) : texts[name]));
}

/** An amount as it counts in a hash; what is no amount, as it was written. */
export function twoDecimals(text: string | undefined): string | undefined {
  const cents = parseDecimal(text ?? '');
  return cents === undefined ? text : formatDecimal(cents);
}

/** In characters: twice what the longest fields and hash come to. Longer, it is refused for that, and not hashed again and again. */
const longestSigned = 8_192;

/**
 * Whether a hash is that of a request under one of the private keys. Takes the same time wherever they differ, and
 * passes over letter case and leading zeros, which some number types lose.
 */
export function isSigned(texts: RequestTexts, hashCheck: string, privateKeys: readonly string[]): boolean {
  return signedWriting(texts, hashCheck, privateKeys) !== undefined;
}

/**
 * The fields as whoever made the hash wrote them; undefined where it is not their hash. `bareAmount` is the amount of JSON
 * that has it as a number, which some hash as they wrote it.
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

/** Values in their order, and the same with the amount among them as JSON has it as a number. */
export function amountWritings(values: Values, index: number, bareAmount: string | undefined): Values[] {
  if (bareAmount === undefined || bareAmount === values[index]) return [values];
  return [values, values.with(index, bareAmount)];
}

/** Whether a hash is that of values in their order under one of the private keys; compared as above. */
export function isHashOf(values: Values, hashCheck: string, privateKeys: readonly string[]): boolean {
  const sent = comparable(hashCheck);
  return privateKeys
    .flatMap((key) => hashInputs(values, key))
    .some((input) => safeEqual(comparable(sha512Hex(input)), sent));
}

/** A digest as it is compared with others. */
export function comparable(digest: string): string {
  return digest.toLowerCase().replace(/^0+/, '');
}

/** How integrations write the fields: as the rule says, and with what those in the field are known to leave out. */
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

// The rule gives amounts two decimals; whether it means the band of a variable amount too can be read either way.
function bandWritings(texts: RequestTexts): RequestTexts[] {
  const variableAmountMin = twoDecimals(texts.variableAmountMin);
  const variableAmountMax = twoDecimals(texts.variableAmountMax);
  const isSame =
    variableAmountMin === texts.variableAmountMin && variableAmountMax === texts.variableAmountMax;
  return isSame ? [texts] : [texts, { ...texts, variableAmountMin, variableAmountMax }];
}
