// Amounts that a developer writes for the sandbox: in rand, as a text or as a number that was read exactly.
import Type from 'typebox';
import { worded } from '../kernel/formats/validate.ts';
import { type Cents, parseDecimal } from '../kernel/money.ts';

export type Rand = string | number;

/** The problem of an amount that `readRand` cannot read, to follow the field's name. */
export const noAmount = 'must be more than zero, with at most two decimals';

/** The schema of an amount. A schema cannot limit a number's decimals: `readRand` does. */
export const rand = (description?: string) =>
  Type.Unsafe<Rand>({
    type: ['string', 'number'],
    pattern: worded('^[0-9]{1,12}([.][0-9]{1,2})?$', noAmount),
    ...(description && { description }),
  });

/** Returns cents, or undefined without an amount. A number that was read exactly is written with the same decimals. */
export function readRand(value: unknown): Cents | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' && parseDecimal(text)) || undefined;
}
