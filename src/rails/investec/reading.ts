// The bank's JSON. Its amounts are JSON numbers, so a number is kept as it was written and read by its digits.
import { BankUnavailable } from '../../core/rails.ts';
import { isStorable, parseOnce, plainDecimal } from '../../kernel/formats/json.ts';
import { withoutEnd } from '../../kernel/formats/text.ts';
import { type Cents, parseDecimal } from '../../kernel/money.ts';

/** A number as the bank wrote it. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type Members = Record<string, unknown>;

// A window of some 40 000 transactions of 14 members.
const mostValues = 600_000;

/**
 * Reads a response whose outermost value is an object; its texts can have any characters. Throws BankUnavailable with a
 * phrase that begins with `what`.
 */
export function readObject(what: string, text: string): Members {
  const read = (key: string, value: unknown, source: string) => {
    if (key === '__proto__') throw new SyntaxError('a member cannot be called __proto__');
    return typeof value === 'number' ? new JsonNumber(source) : value;
  };
  let value: unknown;
  try {
    value = parseOnce(text, read, mostValues);
  } catch {
    // The reason would quote the response.
    throw new BankUnavailable(`${what}: the answer is not JSON that can be read`);
  }
  return objectIn(what, 'the answer', value);
}

export function isObject(value: unknown): value is Members {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** Returns the value as an object. Throws BankUnavailable, which names the member, for any other value. */
export function objectIn(what: string, name: string, value: unknown): Members {
  if (!isObject(value)) throw new BankUnavailable(`${what}: ${name} must be an object`);
  return value;
}

/** Returns the value as a list. Throws BankUnavailable, which names the member, for any other value. */
export function listIn(what: string, name: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new BankUnavailable(`${what}: ${name} must be a list`);
  return value;
}

/**
 * Returns a text of 1 to `most` characters without control characters. Throws BankUnavailable, which names the member,
 * for anything else.
 */
export function textIn(what: string, name: string, value: unknown, most = 100): string {
  const isText =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= most &&
    isStorable(value) &&
    !/\p{Cc}/u.test(value);
  if (!isText) throw new BankUnavailable(`${what}: ${name} must be a text of 1 to ${most} characters`);
  return value;
}

/** Returns a JSON number as cents; undefined for anything else, for parts of a cent and for more than 12 digits. */
export function centsOf(value: unknown): Cents | undefined {
  if (!(value instanceof JsonNumber)) return undefined;
  const plain = plainDecimal(value.source);
  if (plain === undefined) return undefined;
  const isNegative = plain.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? plain.slice(1) : plain).split('.');
  const decimals = withoutEnd(fraction, '0');
  const cents = parseDecimal(decimals === '' ? whole : `${whole}.${decimals}`);
  return isNegative && cents !== undefined ? -cents : cents;
}

/** Returns a JSON number or text of up to 12 digits; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  const digits = value instanceof JsonNumber ? value.source : value;
  return typeof digits === 'string' && /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}
