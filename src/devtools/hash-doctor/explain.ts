// The hash of a request, taken apart for its developer: what is joined, in which order, and where the result could be
// read in another way.

import { contractRecipe, inputOf } from '../../surfaces/mismatches/recipe.ts';
import type { KeptEvidence } from './doctor.ts';

export interface Explanation {
  /** The fields that count, in their order, as the hash takes them. */
  fields: { name: string; text: string }[];
  /** What is hashed, with the words "<key>" in the place of the key. */
  input: string;
  /** Neighbours whose values run into each other: a character more in the one and less in the other hashes alike. */
  ambiguous: string[];
}

/** What the hash of a request is made of. */
export function explain({ fields }: Pick<KeptEvidence, 'fields'>): Explanation {
  const counted = fields.filter(({ text }) => text !== '');
  const recipe = contractRecipe(counted, '');
  return {
    fields: counted.map(({ name, text }) => ({ name, text })),
    input: `${inputOf(recipe)}<key>`,
    ambiguous: ambiguousNeighbours(counted),
  };
}

// Amounts, yes or no, and addresses show where they begin or end; two free texts in a row do not.
function ambiguousNeighbours(fields: KeptEvidence['fields']): string[] {
  return fields.slice(1).flatMap((field, index) => {
    const before = fields[index]!;
    const isFree =
      fixed.has(before.name) || fixed.has(field.name) || field.kind !== 'text' || before.kind !== 'text';
    return isFree ? [] : [`${before.name} and ${field.name}`];
  });
}

/** Texts that have one form, so that nothing can be moved into them or out of them. */
const fixed = new Set([
  'siteCode',
  'countryCode',
  'currencyCode',
  'selectedBankId',
  'bankGroupId',
  'transactionId',
  'expiryDateUtc',
  'cancelUrl',
  'errorUrl',
  'successUrl',
  'notifyUrl',
  'customerIdentifier',
]);
