// Amounts as a developer writes them for the sandbox: in rand, as a text or a number that was read exactly.
import Type from 'typebox';
import { worded } from '../../kernel/formats/validate.ts';
import { type Cents, parseDecimal } from '../../kernel/money.ts';

export type Rand = string | number;

/** What is wrong with one that `readRand` cannot read, as a phrase that follows the field's name. */
export const noAmount = 'must be more than zero, with at most two decimals';

/** An amount on the way in. Of a number the schema cannot say how many decimals it has: `readRand` does. */
export const rand = (description?: string) =>
  Type.Unsafe<Rand>({
    type: ['string', 'number'],
    pattern: worded('^[0-9]{1,12}([.][0-9]{1,2})?$', noAmount),
    ...(description && { description }),
  });

/** Cents; undefined for what is no amount, or nothing. Every decimal that was read exactly is written as it came. */
export function readRand(value: unknown): Cents | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' && parseDecimal(text)) || undefined;
}
