// Amounts as users type them into forms.
import { type Cents, readTypedAmount } from '../../kernel/money.ts';
import { Refusal } from './visit.ts';

/** Returns cents. Throws Refusal, which names the field. */
export function amountOf(typed: string | undefined, name: string): Cents {
  if ((typed ?? '').trim() === '') throw new Refusal(422, 'Enter the amount.', name);
  const cents = readTypedAmount(typed!);
  if (cents === undefined) throw new Refusal(422, 'Enter an amount such as 1000.00.', name);
  return cents;
}
