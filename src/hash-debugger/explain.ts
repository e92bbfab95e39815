// Explains a request's hash to its developer: the joined fields, their order, and the ambiguities of the result.

import { contractRecipe, inputOf } from '../core/hash-mismatches/recipe.ts';
import { itemAt } from '../kernel/required.ts';
import type { KeptEvidence } from './diagnose.ts';

export interface Explanation {
  /** The hashed fields, in their order, as the hash takes them. */
  fields: { name: string; text: string }[];
  /** The hashed text, with "<key>" instead of the key. */
  input: string;
  /** Adjacent fields without a boundary: moving a character from one to the other gives the same hash. */
  ambiguous: string[];
}

/** Returns the parts of a request's hash. */
export function explain({ fields }: Pick<KeptEvidence, 'fields'>): Explanation {
  const counted = fields.filter(({ text }) => text !== '');
  const recipe = contractRecipe(counted, '');
  return {
    fields: counted.map(({ name, text }) => ({ name, text })),
    input: `${inputOf(recipe)}<key>`,
    ambiguous: ambiguousNeighbours(counted),
  };
}

// Amounts, booleans and addresses show where they begin or end; two free texts in a row do not.
function ambiguousNeighbours(fields: KeptEvidence['fields']): string[] {
  return fields.slice(1).flatMap((field, index) => {
    const before = itemAt(fields, index);
    const isFree =
      fixed.has(before.name) || fixed.has(field.name) || field.kind !== 'text' || before.kind !== 'text';
    return isFree ? [] : [`${before.name} and ${field.name}`];
  });
}

/** Texts with a fixed form, so that no character can move into or out of them. */
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
