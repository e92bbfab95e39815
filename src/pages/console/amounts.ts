// Amounts as people type them: 50,25 and 50.25, with or without R and spaces.
import { type Cents, parseDecimal } from '../../kernel/money.ts';
import { Refusal } from './visit.ts';

/** Returns cents. Throws Refusal, which names the field. */
export function amountOf(typed: string | undefined, name: string): Cents {
  const plain = (typed ?? '').replace(/^\s*R/i, '').replace(/\s/g, '').replace(',', '.');
  if (plain === '') throw new Refusal(422, 'Type the amount.', name);
  const cents = /^\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? parseDecimal(plain) : undefined;
  if (cents === undefined) throw new Refusal(422, 'The amount is not one: type it like 50,25.', name);
  return cents;
}
