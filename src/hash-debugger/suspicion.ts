// A mistake that may have been made, and its cure.
import type { Finding, Mistake } from '../core/hash-mismatches/evidence.ts';
import type { Recipe } from '../core/hash-mismatches/recipe.ts';

/** Another recipe, and the mistake that leads to it. */
export interface Suspicion {
  recipe: Recipe;
  finding: Finding;
}

const inOrder = 'Join the fields in the order of the hash, which is not that of the request.';
const valuesAlone = 'Join the values alone, without their names and without separators, then the key.';

/** The default cure of each mistake. */
const cures: Record<Mistake, string> = {
  KeyMissing: 'Append the key after the last field.',
  KeyFirst: 'Append the key after the last field.',
  OtherKey: 'Append the key that this surface hashes with; `tefo credentials` and the guide say which it is.',
  KeyTwice: 'Append the key once, after the last field.',
  BothKeys: 'Append one key: the one that this surface hashes with.',
  NotLowerCased: 'Convert the whole text, the key included, to lower case before hashing.',
  KeyNotLowerCased: 'Append the key first, and convert the whole text to lower case then.',
  UpperCased: 'Convert the whole text to lower case before hashing.',
  OrderAsSent: inOrder,
  OrderAlphabetical: inOrder,
  OrderReversed: inOrder,
  FieldsSwapped: inOrder,
  FieldMoved: inOrder,
  FieldLeftOut: 'Include it, since it is sent.',
  FieldAdded: 'Leave it out: it is not a part of the hash.',
  EmptyWrittenOut: 'Leave out fields that have no value.',
  AmountFormat: 'Write the amount with exactly two decimals, with a point and nothing else.',
  BooleanFormat: 'Write it as true or false.',
  ValueEncoded: 'Hash the value as it is, before it is encoded for sending.',
  ValueChanged: 'Hash exactly the value that is sent.',
  TrailingCharacter: 'Hash the text without it.',
  ByteOrderMark: 'Encode the text as UTF-8 without a byte-order mark.',
  Separator: 'Join the fields without separators.',
  NamesIncluded: 'Join the values alone.',
  KeyGluedOn: valuesAlone,
  KeyNamed: valuesAlone,
  JsonText: 'Join the values of the fields in the order of the hash, then the key; the body is not hashed.',
  TextEncoding: 'Encode it as UTF-8.',
  Algorithm: 'Use plain SHA-512, with the key as part of the text.',
  DigestEncoding: 'Write it in hexadecimal: 128 characters.',
  HashedTwice: 'Send the digest of the text itself.',
};

/** `about`: the field of the mistake, and its own cure. */
export function suspect(
  recipe: Recipe,
  change: Partial<Recipe>,
  mistake: Mistake,
  cause: string,
  about: { field?: string; cure?: string } = {},
): Suspicion {
  const { field = null, cure = cures[mistake] } = about;
  return { recipe: { ...recipe, ...change }, finding: { mistake, field, cause, cure } };
}
