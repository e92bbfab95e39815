// A signed request that its payer carries, as a form or a link. Its hash joins the fields without anything between them, so
// the payer can cut the same text into other fields. Here stands what /pay refuses for that: of all the requests that one
// text can be cut into, those that are taken have the same amount, band, isTest, addresses and expiry.
//
// Why that holds. The amount is told by its two decimals. Every address is one "http(s)://", and none stands behind them. Of
// the places where isTest may be, one is chosen by the whole text (`isTest-place.ts`), so the last address and all behind
// isTest are told. There, what reads as a date and time is the expiry, and "true" with two amounts is the band: no more of
// them than the request has. A hash over the lower case of A to Z alone opens nothing more: all of its cuts are one text in
// full lower case too, which is what is judged here.
import { readBoolean, readInstant } from '../dialect/fields.ts';
import { type HashedField, hashedFields, type RequestTexts, requestValues } from '../dialect/hash.ts';
import { addressFields } from '../dialect/request.ts';
import { bandMark, placeOfIsTest } from './is-test-place.ts';
import { matchesPattern } from './references.ts';

/** What the site allows, and which addresses it has of its own. */
export interface Terms {
  testAllowed: boolean;
  ownAddresses: Partial<Record<HashedField, string>>;
  referencePattern: string | null;
}

type Rule = (texts: RequestTexts, terms: Terms) => string | undefined;

/**
 * What there is against taking a request from a payer: a sentence about a field. `texts` are the fields as they came,
 * `hashed` as whoever made the hash wrote them.
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

/** Rules of single fields. */
const fieldRules: Rule[] = [
  ({ isTest }, { testAllowed }) =>
    !testAllowed && readBoolean(isTest ?? '') === true
      ? 'isTest may not be true here: the site takes no test payments from a browser (its setting allowTest)'
      : undefined,
  (texts) =>
    firstOf(
      addressFields,
      (name) => endsInFlag.test(texts[name] ?? '') && `${name} may not end in true or false`,
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
        `${name} may be given only where allowVariableAmount is true`,
    ),
  (texts) =>
    firstOf(
      freeTexts,
      (name) => endsInFlag.test(texts[name] ?? '') && `${name} may not end in true or false`,
    ),
  (texts) =>
    firstOf(freeTexts, (name) => dateAtEnd.test(texts[name] ?? '') && `${name} may not end in a date`),
  ({ transactionReference }, { referencePattern }) =>
    matchesPattern(referencePattern)(transactionReference!)
      ? undefined
      : `transactionReference must match the site's referencePattern, ${referencePattern}`,
];

/** Rules of where the fields stand in the text that was hashed. */
const placeRules: Rule[] = [
  judgeOwnAddresses,
  judgeAddresses,
  judgeIsTest,
  judgeExpiry,
  (hashed) => {
    const marks = joined(hashed, 'selectedBankId').match(bandMark)?.length ?? 0;
    return marks === (readBoolean(hashed.allowVariableAmount ?? '') === true ? 1 : 0)
      ? undefined
      : 'what stands behind isTest reads as another allowVariableAmount with variableAmountMin and variableAmountMax';
  },
];

const anAddress = /https?:\/\//g;

const given = (hashed: RequestTexts): HashedField[] => addressFields.filter((name) => hashed[name]);

// With some of several left out, nothing tells which of them those are that came. With all of them left out, a text before
// may be one where there are enough for all.
function judgeOwnAddresses(hashed: RequestTexts, { ownAddresses }: Terms): string | undefined {
  const own = addressFields.filter((name) => ownAddresses[name]);
  const left = own.filter((name) => !hashed[name]);
  if (left.length === 0) return undefined;
  if (left.length < own.length)
    return `${own.join(', ')}: the site has them, so give all of them here or none`;
  const count = joined(hashed, 'transactionReference').match(anAddress)?.length ?? 0;
  return count >= addressFields.length
    ? `no field before the addresses may hold http:// or https:// where ${left.join(', ')} are left to the site`
    : undefined;
}

function judgeAddresses(hashed: RequestTexts): string | undefined {
  const addresses = given(hashed);
  if ((joined(hashed, 'cancelUrl').match(anAddress)?.length ?? 0) === addresses.length) return undefined;
  const [name] = addresses.filter((one) => hashed[one]!.toLowerCase().lastIndexOf('://') > 'https'.length);
  return name
    ? `${name} may not hold another http:// or https://: write it as %3A%2F%2F`
    : 'no field behind isTest may hold http:// or https://';
}

function judgeIsTest(hashed: RequestTexts, { testAllowed }: Terms): string | undefined {
  const last = given(hashed).at(-1);
  const from = last ?? 'transactionReference';
  const place = joined(hashed, from, 'isTest').length;
  if (placeOfIsTest(joined(hashed, from), { testAllowed, isAddress: last !== undefined }) === place)
    return undefined;
  return last
    ? `${last} and what stands behind it can be read with isTest at another place, because they hold true or false`
    : 'without any address, no field but isTest may hold true or false';
}

// As long as it can be: what follows may read as its seconds or its offset.
function judgeExpiry(hashed: RequestTexts): string | undefined {
  const behind = joined(hashed, 'selectedBankId');
  const found = instantsIn(behind);
  const expiry = hashed.expiryDateUtc?.toLowerCase();
  const place = joined(hashed, 'selectedBankId', 'expiryDateUtc').length;
  const isTold = expiry
    ? found.length === 1 && found[0]!.text === expiry && found[0]!.place === place
    : found.length === 0;
  return isTold ? undefined : 'what stands behind isTest reads as another expiryDateUtc';
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

/** The values from a field on, up to another, joined and in lower case, as they were hashed. */
function joined(hashed: RequestTexts, from: HashedField, to?: HashedField): string {
  const values = requestValues(hashed).slice(
    hashedFields.indexOf(from),
    to === undefined ? undefined : hashedFields.indexOf(to),
  );
  return values.join('').toLowerCase();
}
