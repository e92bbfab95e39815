// Mistakes about the whole input: the key, the letter case, the order, the encoding, the algorithm.

import type { Evidence } from '../core/hash-mismatches/evidence.ts';
import type { Recipe } from '../core/hash-mismatches/recipe.ts';
import { itemAt } from '../kernel/required.ts';
import { type Suspicion, suspect } from './suspicion.ts';

/** Yields mistakes with the key and the letter case: few, and often combined with another. */
export function* keyAndCase(recipe: Recipe, { otherKeys }: Evidence): Generator<Suspicion> {
  for (const { name, text } of otherKeys) {
    yield suspect(recipe, { key: text }, 'OtherKey', `The hash was computed with ${name}.`);
    yield* bothKeys(recipe, name, text);
  }
  yield suspect(recipe, { casing: 'asIs' }, 'NotLowerCased', 'The text was hashed as it is.');
  const fieldsOnly = 'The fields were converted to lower case and the key was not.';
  yield suspect(recipe, { casing: 'fieldsOnly' }, 'KeyNotLowerCased', fieldsOnly);
  yield suspect(recipe, { casing: 'upper' }, 'UpperCased', 'The text was converted to upper case.');
  yield suspect(recipe, { keyAt: 'nowhere' }, 'KeyMissing', 'No key was appended.');
  yield suspect(recipe, { keyAt: 'start' }, 'KeyFirst', 'The key is before the fields.');
  yield suspect(recipe, { key: recipe.key + recipe.key }, 'KeyTwice', 'The key was appended twice.');
  yield suspect(recipe, { keyAt: 'both' }, 'KeyTwice', 'The key is before and after the fields.');
}

function* bothKeys(recipe: Recipe, name: string, other: string): Generator<Suspicion> {
  const cause = `${name.charAt(0).toUpperCase()}${name.slice(1)} was hashed in addition to the right key.`;
  const parts = [{ name: 'key', text: other }, ...recipe.parts];
  for (const change of [{ key: recipe.key + other }, { key: other + recipe.key }, { parts }])
    yield suspect(recipe, change, 'BothKeys', cause);
}

/** Yields mistakes with the layout, the encoding and the hash function. */
export function* layout(recipe: Recipe): Generator<Suspicion> {
  for (const [after, words] of endings)
    yield suspect(recipe, { after }, 'TrailingCharacter', `The text ends in ${words}.`);
  for (const separator of separators) {
    const cause = `The fields are separated by ${JSON.stringify(separator)}.`;
    yield suspect(recipe, { separator }, 'Separator', cause);
    const named = `${cause} Each has its name before it.`;
    yield suspect(recipe, { separator, isNamed: true }, 'NamesIncluded', named);
  }
  yield suspect(recipe, { isNamed: true }, 'NamesIncluded', 'Each value has its name before it.');
  yield suspect(recipe, { before: '\ufeff' }, 'ByteOrderMark', 'The text begins with a byte-order mark.');
  yield suspect(recipe, { encoding: 'utf16le' }, 'TextEncoding', 'The text was encoded as UTF-16.');
  yield suspect(recipe, { encoding: 'latin1' }, 'TextEncoding', 'The text was encoded as Latin-1.');
  yield* algorithms(recipe);
  yield suspect(recipe, { output: 'base64' }, 'DigestEncoding', 'The digest is written in base64.');
  yield suspect(recipe, { output: 'twice' }, 'HashedTwice', 'The digest was hashed again.');
}

export function* algorithms(recipe: Recipe): Generator<Suspicion> {
  for (const algorithm of ['sha256', 'sha1', 'md5', 'sha384', 'hmac-sha512'] as const)
    yield suspect(
      recipe,
      { algorithm },
      'Algorithm',
      `The digest is ${algorithm.toUpperCase()}, not SHA-512.`,
    );
}

const endings: [string, string][] = [
  ['\n', 'a line break'],
  ['\r\n', 'a line break (CR LF)'],
  [' ', 'a space'],
  ['/', 'a slash'],
];
const separators = ['&', '|', ',', ' ', '\n', ';', '-', ':'];

/** Yields mistakes with the order of the fields. */
export function* orders(recipe: Recipe, { sent }: Evidence): Generator<Suspicion> {
  const places = new Map(sent.map(({ name }, index) => [name.toLowerCase(), index]));
  const place = (name: string): number => places.get(name.toLowerCase()) ?? sent.length;
  const bySent = recipe.parts.toSorted((a, b) => place(a.name) - place(b.name));
  const asSent = 'The fields are in the order of the request.';
  yield suspect(recipe, { parts: bySent }, 'OrderAsSent', asSent);
  const byName = recipe.parts.toSorted((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()));
  const alphabetical = 'The fields are in alphabetical order.';
  yield suspect(recipe, { parts: byName }, 'OrderAlphabetical', alphabetical);
  const { parts } = recipe;
  const reversed = 'The fields are in the reverse order.';
  yield suspect(recipe, { parts: parts.toReversed() }, 'OrderReversed', reversed);
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = from + 1; to < parts.length; to += 1) {
      const [first, second] = [itemAt(parts, from).name, itemAt(parts, to).name];
      const swapped = parts.with(from, itemAt(parts, to)).with(to, itemAt(parts, from));
      const cause = `${first} and ${second} are swapped.`;
      yield suspect(recipe, { parts: swapped }, 'FieldsSwapped', cause, { field: first });
    }
  }
  for (let from = 0; from < parts.length; from += 1) {
    const rest = parts.toSpliced(from, 1);
    for (let to = 0; to <= rest.length; to += 1) {
      if (to === from) continue;
      const { name } = itemAt(parts, from);
      const cause = to === 0 ? `${name} is first.` : `${name} is after ${itemAt(rest, to - 1).name}.`;
      yield suspect(recipe, { parts: rest.toSpliced(to, 0, itemAt(parts, from)) }, 'FieldMoved', cause, {
        field: name,
      });
    }
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
