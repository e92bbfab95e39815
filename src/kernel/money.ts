// Money is whole cents in a bigint. Decimals are read and written digit by digit, never through a float.
import { inThousands } from './formats/text.ts';
import { itemAt } from './required.ts';

/** An amount in cents of its currency (ZAR throughout). */
export type Cents = bigint;

const decimal = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Reads a plain decimal ("25", "25.5", "25.00") as cents. Returns undefined for anything else: a sign, an exponent,
 * more than two decimals, more than twelve digits before the point. Never rounds.
 */
export function parseDecimal(text: string): Cents | undefined {
  const match = decimal.exec(text);
  if (!match) return undefined;
  return BigInt(itemAt(match, 1)) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/**
 * Reads cents as users type them: "150,50", "R 1 234.5", with a decimal comma or point. Returns undefined for any other
 * text.
 */
export function readTypedAmount(text: string): Cents | undefined {
  return parseDecimal(text.replace(/\s/g, '').replace(/^R/i, '').replace(',', '.'));
}

/** Returns cents as an exact decimal with two places: 2500n is "25.00", -5n is "-0.05". */
export function formatDecimal(cents: Cents): string {
  const sign = cents < 0n ? '-' : '';
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns cents in the South African form: "R 1 234,50", with no-break spaces. */
export function formatRand(cents: Cents): string {
  const [rand = '', rest] = formatDecimal(cents < 0n ? -cents : cents).split('.');
  const grouped = inThousands(rand, '\u00a0');
  return `${cents < 0n ? '\u2212' : ''}R\u00a0${grouped},${rest}`;
}

/**
 * Returns cents as a JSON number, for surfaces that write amounts as numbers. Exact: an amount has at most fourteen
 * digits, and a double keeps every decimal of up to fifteen.
 */
export function toJsonNumber(cents: Cents): number {
  return Number(formatDecimal(cents));
}

/** Returns `bps` basis points (hundredths of a percent) of an amount, with half a cent rounded up. */
export function basisPointsHalfUp(cents: Cents, bps: number): Cents {
  return (cents * BigInt(bps) + 5_000n) / 10_000n;
}
