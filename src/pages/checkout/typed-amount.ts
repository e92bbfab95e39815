// Amounts as people type them: "150,50", "R 1 234.5", "1 234".
import { type Cents, parseDecimal } from '../../kernel/money.ts';

/** Cents from what a customer typed: R, spaces and a decimal comma are fine. Undefined when it is no amount. */
export function readTypedAmount(text: string): Cents | undefined {
  const plain = text.replace(/\s/g, '').replace(/^[Rr]/, '').replace(',', '.');
  return parseDecimal(plain);
}
