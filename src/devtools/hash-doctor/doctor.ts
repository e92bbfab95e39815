// The hash doctor: finds which known mistake, or which two together, reproduce the hash that a merchant sent. It answers
// with words, never with a key or with the hash that would have been right.
import {
  type Evidence,
  type EvidenceField,
  type Finding,
  type Mistake,
  mistakes,
} from '../../surfaces/mismatches/evidence.ts';
import { withinLimits } from '../../surfaces/mismatches/limits.ts';
import {
  comparable,
  contractRecipe,
  digestOf,
  inBothCases,
  inputOf,
  type Recipe,
} from '../../surfaces/mismatches/recipe.ts';
import { aboutFields } from './fields.ts';
import { otherForms } from './forms.ts';
import type { Suspicion } from './suspicion.ts';
import { algorithms, keyAndCase, layout, orders } from './whole.ts';

export type {
  Evidence,
  FieldKind,
  Finding,
  KeptEvidence,
  Mistake,
  NamedKey,
} from '../../surfaces/mismatches/evidence.ts';
export { mistakes } from '../../surfaces/mismatches/evidence.ts';

/** After so many digests no pairs of mistakes are tried any more: about 20 ms of work. */
const mostDigests = 6_000;
/** So many characters are hashed at most: more than of any request that keeps the rules, under one key. */
const mostCharacters = 32_000_000;
/** Of a merchant's keys so many are what mistakes begin with, so many are mixed up alone, and so many in pairs of mistakes. */
const mostKeys = { right: 4, other: 250, inPairs: 50 };

/** The search came to its end before all known mistakes were tried. */
export class SearchGivenUp extends Error {
  constructor() {
    super('the request is too long to try every known mistake');
    this.name = 'SearchGivenUp';
  }
}

/**
 * The mistakes that lead to the hash that was sent, one or two of them; none where it is right, undefined where none is
 * known. Pure: what it costs is bounded, whatever was sent. Throws SearchGivenUp where the bound is met.
 */
export function diagnose(given: Evidence): Finding[] | undefined {
  const evidence = bounded(given);
  const wanted = comparable(evidence.digest.trim());
  let tries = 0;
  let characters = 0;
  const matches = (recipe: Recipe): boolean => {
    const input = inputOf(recipe);
    tries += 1;
    characters += input.length;
    if (characters > mostCharacters) throw new SearchGivenUp();
    return digestOf(recipe, input) === wanted;
  };
  // First, because a mistake may make no difference: a "False" that is converted to lower case.
  if (rightOnes(evidence).some(matches)) return [];
  for (const base of bases(evidence)) {
    const single = alone(base, evidence).find(({ recipe }) => matches(recipe));
    if (single) return [single.finding];
  }
  const inPairs = { ...evidence, otherKeys: evidence.otherKeys.slice(0, mostKeys.inPairs) };
  for (const base of bases(evidence)) {
    for (const [first, second] of together(base, inPairs)) {
      if (tries > mostDigests) return undefined;
      if (matches(second.recipe)) return [first.finding, second.finding];
    }
  }
  return undefined;
}

/** Whoever kept it, no more of it than is kept now. */
function bounded(given: Evidence): Evidence {
  const { rightKeys, otherKeys } = given;
  return { ...withinLimits(given), rightKeys, otherKeys: otherKeys.slice(0, mostKeys.other) };
}

/** Everything that would have been accepted. */
function rightOnes({ fields, sent, rightKeys, mayBeLeftOut, mayAlsoBe = {} }: Evidence): Recipe[] {
  const optional = mayBeLeftOut.filter((left) =>
    fields.some(({ name, text }) => name === left && text !== ''),
  );
  const without = [[], ...optional.map((name) => [name]), optional];
  const bare = sent.find(({ name, isBare }) => isBare && name.toLowerCase() === 'amount');
  const asWritten = (field: EvidenceField) =>
    bare && field.name === 'amount' && field.kind === 'amount' ? { ...field, text: bare.text } : field;
  const exact = [fields, fields.map((field) => ({ ...field, text: mayAlsoBe[field.name] ?? field.text }))];
  const written = bare ? [...exact, ...exact.map((some) => some.map(asWritten))] : exact;
  return rightKeys.flatMap((key) =>
    without.flatMap((left) =>
      written.flatMap((parts) =>
        inBothCases(
          contractRecipe(
            parts.filter(({ name }) => !left.includes(name)),
            key,
          ),
        ),
      ),
    ),
  );
}

/** What mistakes begin with: each right key, with and without what may be left out. */
function bases({ fields, rightKeys, mayBeLeftOut }: Evidence): Recipe[] {
  const without = fields.filter(({ name }) => !mayBeLeftOut.includes(name));
  const writings = fields.some(({ name, text }) => text !== '' && mayBeLeftOut.includes(name))
    ? [fields, without]
    : [fields];
  return rightKeys
    .slice(0, mostKeys.right)
    .flatMap((key) => writings.flatMap((parts) => inBothCases(contractRecipe(parts, key))));
}

/** One mistake, the likeliest first. */
function* alone(base: Recipe, evidence: Evidence): Generator<Suspicion> {
  yield* keyAndCase(base, evidence);
  yield* aboutFields(base, evidence);
  yield* layout(base);
  yield* orders(base, evidence);
  yield* otherForms(base, evidence);
}

const layoutMistakes: ReadonlySet<Mistake> = new Set([
  'TrailingCharacter',
  'Separator',
  'NamesIncluded',
  'ByteOrderMark',
  'TextEncoding',
  'Algorithm',
  'DigestEncoding',
  'HashedTwice',
]);

/**
 * Two mistakes: both about the whole, or one and a second about fields. Pairs of the whole come first, since a merchant with
 * many sites has many keys, and whatever the first of them is, its pairs with fields are hundreds.
 */
function* together(base: Recipe, evidence: Evidence): Generator<[Suspicion, Suspicion]> {
  for (const first of aboutTheWhole(base, evidence)) {
    for (const second of aboutTheWhole(first.recipe, evidence))
      if (isBefore(first, second)) yield [first, second];
  }
  for (const first of otherForms(base, evidence))
    for (const second of algorithms(first.recipe)) yield [first, second];
  for (const first of aboutTheWhole(base, evidence)) {
    // Few make a layout of their own and get a field wrong besides; trying them all would cost too much.
    if (!layoutMistakes.has(first.finding.mistake))
      for (const second of aboutFields(first.recipe, evidence)) yield [first, second];
  }
}

/** Which is first makes no difference, so each pair is tried once. */
function isBefore({ finding: first }: Suspicion, { finding: second }: Suspicion): boolean {
  return mistakes.indexOf(first.mistake) < mistakes.indexOf(second.mistake);
}

function* aboutTheWhole(recipe: Recipe, evidence: Evidence): Generator<Suspicion> {
  for (const suspicion of keyAndCase(recipe, evidence))
    if (suspicion.finding.mistake !== 'BothKeys') yield suspicion;
  yield* wholeOrders(recipe, evidence);
  yield* layout(recipe);
}

function* wholeOrders(recipe: Recipe, evidence: Evidence): Generator<Suspicion> {
  for (const suspicion of orders(recipe, evidence)) {
    if (suspicion.finding.field !== null) return;
    yield suspicion;
  }
}
