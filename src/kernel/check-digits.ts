// Numbers that a slip of the finger never turns into another one: ten drawn digits and two that check them.
import { randomBelow } from './random.ts';

/** The number of random digits; two check digits follow them. */
export const drawnDigits = 10;

/**
 * Returns the two digits that make ten digits one more than a multiple of 97 (ISO 7064, MOD 97-10): a wrong digit, or
 * two swapped neighbours, break this.
 */
export function checkDigits(drawn: string): string {
  return String(98 - ((Number(drawn) * 100) % 97)).padStart(2, '0');
}

/** Draws ten digits and returns them with their check digits. */
export function drawChecked(): string {
  const half = (): string => String(randomBelow(100_000)).padStart(drawnDigits / 2, '0');
  const drawn = half() + half();
  return drawn + checkDigits(drawn);
}

/** True for twelve digits of which the last two check the others. */
export function isChecked(digits: string): boolean {
  return /^\d{12}$/.test(digits) && digits.slice(drawnDigits) === checkDigits(digits.slice(0, drawnDigits));
}
