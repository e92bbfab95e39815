// The hash debugger finds the known mistake, or the two together, that reproduce the hash that a merchant sent. It
// replies with words, never with a key or with the right hash.
import {
  type Evidence,
  type EvidenceField,
  type Finding,
  type Mistake,
  mistakes,
} from '../core/hash-mismatches/evidence.ts';
import { withinLimits } from '../core/hash-mismatches/limits.ts';
import {
  comparable,
  contractRecipe,
  digestOf,
  inBothCases,
  inputOf,
  type Recipe,
} from '../core/hash-mismatches/recipe.ts';
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
} from '../core/hash-mismatches/evidence.ts';
export { mistakes } from '../core/hash-mismatches/evidence.ts';

/** After this many digests, pairs of mistakes are no longer tried: about 20 ms of work. */
const mostDigests = 6_000;
/** The most characters that are hashed: more than for any request that follows the rules, under one key. */
const mostCharacters = 32_000_000;
/** The most keys: right ones to start from, others tried as the only mistake, and others tried in pairs of mistakes. */
const mostKeys = { right: 4, other: 250, inPairs: 50 };

/** The search ended before all known mistakes were tried. */
export class SearchGivenUp extends Error {
  constructor() {
    super('the request is too long to try every known mistake');
    this.name = 'SearchGivenUp';
  }
}

/**
 * Returns the one or two mistakes that lead to the sent hash; none if it is right, undefined if none is known. Pure,
 * and its cost is bounded for any input. Throws SearchGivenUp at the bound.
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

/** True if the sent hash is one that is accepted. Pure, and its cost is that of a few digests. */
export function isRightHash(given: Evidence): boolean {
  const evidence = bounded(given);
  const wanted = comparable(evidence.digest.trim());
  return rightOnes(evidence).some((recipe) => digestOf(recipe, inputOf(recipe)) === wanted);
}

/** Cuts evidence from any version to the present limits. */
function bounded(given: Evidence): Evidence {
  const { rightKeys, otherKeys } = given;
  return { ...withinLimits(given), rightKeys, otherKeys: otherKeys.slice(0, mostKeys.other) };
}

/** Returns all recipes that would have been accepted. */
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

/** Returns the recipes that mistakes start from: each right key, with and without the optional fields. */
function bases({ fields, rightKeys, mayBeLeftOut }: Evidence): Recipe[] {
  const without = fields.filter(({ name }) => !mayBeLeftOut.includes(name));
  const writings = fields.some(({ name, text }) => text !== '' && mayBeLeftOut.includes(name))
    ? [fields, without]
    : [fields];
  return rightKeys
    .slice(0, mostKeys.right)
    .flatMap((key) => writings.flatMap((parts) => inBothCases(contractRecipe(parts, key))));
}

/** Yields single mistakes, the likeliest first. */
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
 * Yields pairs of mistakes: two about the whole, or one of these and one about fields. Pairs about the whole come
 * first: a merchant with many sites has many keys, and each first mistake has hundreds of pairs with fields.
 */
function* together(base: Recipe, evidence: Evidence): Generator<[Suspicion, Suspicion]> {
  for (const first of aboutTheWhole(base, evidence)) {
    for (const second of aboutTheWhole(first.recipe, evidence))
      if (isBefore(first, second)) yield [first, second];
  }
  for (const first of otherForms(base, evidence))
    for (const second of algorithms(first.recipe)) yield [first, second];
  for (const first of aboutTheWhole(base, evidence)) {
    // Few clients build their own layout and also get a field wrong; trying all pairs would cost too much.
    if (!layoutMistakes.has(first.finding.mistake))
      for (const second of aboutFields(first.recipe, evidence)) yield [first, second];
  }
}

/** The order within a pair makes no difference, so each pair is tried once. */
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
