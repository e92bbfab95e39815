// Amounts as people type them: "150,50", "R 1 234.5", "1 234".
import { type Cents, parseDecimal } from '../../kernel/money.ts';

/** Reads cents as a customer types them, with R, spaces or a decimal comma. Returns undefined if it is no amount. */
export function readTypedAmount(text: string): Cents | undefined {
  const plain = text.replace(/\s/g, '').replace(/^[Rr]/, '').replace(',', '.');
  return parseDecimal(plain);
}
