// A signed request that its payer carries, as a form or a link. Its hash joins the fields without separators, so the
// payer can cut the same text into other fields. The refusals of /pay in this file prevent that: of all the requests
// that one text can be cut into, the accepted ones have the same amount, band, isTest, addresses and expiry.
//
// Why that holds: the amount ends after its two decimals. Every address has exactly one "http(s)://", and none
// after them. The whole text decides the place of isTest (`is-test-place.ts`), so the last address and everything after
// isTest are certain. There, what reads as a date and time is the expiry, and "true" with two amounts is the band;
// there are no more of them than the request has. A hash over the lower case of A to Z alone opens nothing more: all of
// its cuts are also one text in full lower case, which is judged here.
import { readBoolean, readInstant } from '../dialect/fields.ts';
import { type HashedField, hashedFields, type RequestTexts, requestValues } from '../dialect/hash.ts';
import { addressFields } from '../dialect/request.ts';
import { bandMark, placeOfIsTest } from './is-test-place.ts';
import { matchesPattern } from './references.ts';

/** The rules of the site, and its own addresses. */
export interface Terms {
  testAllowed: boolean;
  ownAddresses: Partial<Record<HashedField, string>>;
  referencePattern: string | null;
}

type Rule = (texts: RequestTexts, terms: Terms) => string | undefined;

/**
 * Returns the reason against accepting a request from a payer: a sentence about a field. `texts` are the fields as they
 * came, `hashed` as they were written for the hash.
 */
export function recutReason(texts: RequestTexts, hashed: RequestTexts, terms: Terms): string | undefined {
  return (
    firstOf(fieldRules, (rule) => rule(texts, terms)) ?? firstOf(placeRules, (rule) => rule(hashed, terms))
  );
}

function firstOf<Item>(
  items: readonly Item[],
  judge: (item: Item) => string | false | undefined,
): string | undefined {
  for (const item of items) {
    const reason = judge(item);
    if (reason) return reason;
  }
  return undefined;
}

const freeTexts = [
  'payeeDisplayName',
  'customer',
  'bankAccountName',
  'bankAccountNumber',
  'branchCode',
] as const;
const band = ['variableAmountMin', 'variableAmountMax'] as const;

const endsInFlag = /(?:true|false)$/i;
const dateAtEnd = /\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Rules for single fields. */
const fieldRules: Rule[] = [
  ({ isTest }, { testAllowed }) =>
    !testAllowed && readBoolean(isTest ?? '') === true
      ? 'isTest must not be true here: the site accepts no test payments from a browser (its setting allowTest)'
      : undefined,
  (texts) =>
    firstOf(
      addressFields,
      (name) => endsInFlag.test(texts[name] ?? '') && `${name} must not end in true or false`,
    ),
  (texts) =>
    firstOf(
      band,
      (name) => texts[name] && !/^\d+\.\d{2}$/.test(texts[name]) && `${name} must have two decimals`,
    ),
  (texts) =>
    firstOf(
      band,
      (name) =>
        texts[name] &&
        readBoolean(texts.allowVariableAmount ?? '') !== true &&
        `${name} is only allowed if allowVariableAmount is true`,
    ),
  (texts) =>
    firstOf(
      freeTexts,
      (name) => endsInFlag.test(texts[name] ?? '') && `${name} must not end in true or false`,
    ),
  (texts) =>
    firstOf(freeTexts, (name) => dateAtEnd.test(texts[name] ?? '') && `${name} must not end in a date`),
  ({ transactionReference }, { referencePattern }) =>
    matchesPattern(referencePattern)(transactionReference!)
      ? undefined
      : `transactionReference must match the site's referencePattern, ${referencePattern}`,
];

/** Rules for the places of the fields in the hashed text. */
const placeRules: Rule[] = [
  judgeOwnAddresses,
  judgeAddresses,
  judgeIsTest,
  judgeExpiry,
  (hashed) => {
    const marks = joined(hashed, 'selectedBankId').match(bandMark)?.length ?? 0;
    return marks === (readBoolean(hashed.allowVariableAmount ?? '') === true ? 1 : 0)
      ? undefined
      : 'the fields after isTest can be read as another allowVariableAmount with variableAmountMin and variableAmountMax';
  },
];

const anAddress = /https?:\/\//g;

const given = (hashed: RequestTexts): HashedField[] => addressFields.filter((name) => hashed[name]);

// If only some of several are left out, it is unknown which ones came. If all are left out, addresses in an earlier
// field could be recut as theirs, provided that there are enough for all.
function judgeOwnAddresses(hashed: RequestTexts, { ownAddresses }: Terms): string | undefined {
  const own = addressFields.filter((name) => ownAddresses[name]);
  const left = own.filter((name) => !hashed[name]);
  if (left.length === 0) return undefined;
  if (left.length < own.length)
    return `${own.join(', ')}: the site has defaults for them, so send all of them or none`;
  const count = joined(hashed, 'transactionReference').match(anAddress)?.length ?? 0;
  return count >= addressFields.length
    ? `no field before the addresses can contain http:// or https:// if ${left.join(', ')} use the defaults of the site`
    : undefined;
}

function judgeAddresses(hashed: RequestTexts): string | undefined {
  const addresses = given(hashed);
  if ((joined(hashed, 'cancelUrl').match(anAddress)?.length ?? 0) === addresses.length) return undefined;
  const [name] = addresses.filter((one) => hashed[one]!.toLowerCase().lastIndexOf('://') > 'https'.length);
  return name
    ? `${name} must not contain another http:// or https://: write it as %3A%2F%2F`
    : 'no field after isTest can contain http:// or https://';
}

function judgeIsTest(hashed: RequestTexts, { testAllowed }: Terms): string | undefined {
  const last = given(hashed).at(-1);
  const from = last ?? 'transactionReference';
  const place = joined(hashed, from, 'isTest').length;
  if (placeOfIsTest(joined(hashed, from), { testAllowed, isAddress: last !== undefined }) === place)
    return undefined;
  return last
    ? `${last} and the fields after it contain true or false, so that isTest can be read at another place`
    : 'without addresses, only isTest can contain true or false';
}

// The longest form: text after it may read as its seconds or its offset.
function judgeExpiry(hashed: RequestTexts): string | undefined {
  const behind = joined(hashed, 'selectedBankId');
  const found = instantsIn(behind);
  const expiry = hashed.expiryDateUtc?.toLowerCase();
  const place = joined(hashed, 'selectedBankId', 'expiryDateUtc').length;
  const [only, ...others] = found;
  const isExplained = expiry
    ? others.length === 0 && only?.text === expiry && only.place === place
    : found.length === 0;
  return isExplained ? undefined : 'the fields after isTest can be read as another expiryDateUtc';
}

const longestInstant = '2027-01-31 16:30:00.0000000+02:00'.length;

function instantsIn(text: string): { place: number; text: string }[] {
  return [...text.matchAll(/\d{4}-\d{2}-\d{2}[ t]\d{2}:\d{2}/g)].flatMap(({ 0: shortest, index: place }) => {
    for (let length = longestInstant; length >= shortest.length; length--) {
      const found = text.slice(place, place + length);
      if (readInstant(found)) return [{ place, text: found }];
    }
    return [];
  });
}

/** Returns the hashed values from one field up to another, joined and in lower case. */
function joined(hashed: RequestTexts, from: HashedField, to?: HashedField): string {
  const values = requestValues(hashed).slice(
    hashedFields.indexOf(from),
    to === undefined ? undefined : hashedFields.indexOf(to),
  );
  return values.join('').toLowerCase();
}
