// Amounts as banks write them, read by their digits: "1,234.56", "R 85.00", "1234.56Cr", "123.45Dr", "(12.00)", "99,50".
import { withoutEnd } from '../../../kernel/formats/text.ts';
import type { Cents } from '../../../kernel/money.ts';
import { itemAt } from '../../../kernel/required.ts';
import { decoded } from './bytes.ts';

/** The mark before cents. The other one can separate thousands. */
export type DecimalMark = '.' | ',';

const simple = /^-?\d{1,13}\.\d\d$/;

/** Returns an amount in cents, or undefined for any other text. Never guesses: a text with two readings is refused. */
export function readAmount(text: string, mark: DecimalMark): Cents | undefined {
  if (mark === '.' && simple.test(text)) return BigInt(text.replace('.', ''));
  const signed = signOf(
    decoded(text)
      .replace(/[\s\u00a0\u202f]/g, ' ')
      .trim(),
  );
  if (!signed) return undefined;
  const cents = unsigned(signed.digits, mark);
  if (cents === undefined) return undefined;
  return signed.isNegative ? -cents : cents;
}

/** Takes off the signs, of which there may be one, and the currency. */
function signOf(text: string): { digits: string; isNegative: boolean } | undefined {
  let rest = text.replaceAll('\u2212', '-');
  const signs: boolean[] = [];
  if (rest.startsWith('(') && rest.endsWith(')')) {
    signs.push(true);
    rest = rest.slice(1, -1).trim();
  }
  const side = /^(.*\d) ?([CD])R$/i.exec(rest);
  if (side) {
    signs.push(itemAt(side, 2).toUpperCase() === 'D');
    rest = itemAt(side, 1);
  }
  if (/^[+-]/.test(rest)) {
    signs.push(rest.startsWith('-'));
    rest = rest.slice(1).trim();
  }
  rest = rest.replace(/^(?:ZAR|R) ?/i, '');
  // A spreadsheet's accounting format: "R (12.00)".
  if (rest.startsWith('(') && rest.endsWith(')')) {
    signs.push(true);
    rest = rest.slice(1, -1).trim();
  }
  if (/^[+-]/.test(rest)) {
    signs.push(rest.startsWith('-'));
    rest = rest.slice(1).trim();
  }
  if (rest.endsWith('-') || rest.endsWith('+')) {
    signs.push(rest.endsWith('-'));
    rest = rest.slice(0, -1).trim();
  }
  if (signs.length > 1) return undefined;
  return { digits: rest, isNegative: signs[0] ?? false };
}

const decimal = /^([+-]?)(\d{0,40})(?:[.,](\d{0,40}))?$/;

/**
 * Returns an amount without thousands separators in cents: a dot or a comma is the decimal mark. Zeros at either end do not
 * count as digits. Undefined for anything else, and for parts of a cent.
 */
export function decimalCents(text: string): Cents | undefined {
  const [, sign, digits = '', fraction = ''] = decimal.exec(text) ?? [];
  const rand = digits.replace(/^0+/, '');
  const cents = withoutEnd(fraction, '0');
  if (`${digits}${fraction}` === '' || rand.length > mostDigits || cents.length > 2) return undefined;
  const amount = BigInt(`${rand}${cents.padEnd(2, '0')}`);
  return sign === '-' ? -amount : amount;
}

const mostDigits = 13;

const plain = /^\d{1,13}$/;
const grouped = { '.': /^\d{1,3}(?:,\d{3}){1,4}$/, ',': /^\d{1,3}(?:\.\d{3}){1,4}$/ };
const spaced = /^\d{1,3}(?: \d{3}){1,4}$/;

function unsigned(text: string, mark: DecimalMark): Cents | undefined {
  const other = mark === '.' ? ',' : '.';
  let at = text.lastIndexOf(mark);
  // One or two digits after the other mark are cents, since thousands are three.
  const last = text.lastIndexOf(other);
  if (at < 0 && last === text.indexOf(other) && (last === text.length - 3 || last === text.length - 2))
    at = last;
  const rand = at < 0 ? text : text.slice(0, at);
  const cents = at < 0 ? '' : text.slice(at + 1);
  if (at >= 0 && !/^\d{1,2}$/.test(cents)) return undefined;
  if (rand === '' && at < 0) return undefined;
  const whole = text[at] === other ? [plain, spaced] : [plain, grouped[mark], spaced];
  if (rand !== '' && !whole.some((form) => form.test(rand))) return undefined;
  return BigInt(`${rand.replace(/[ ,.]/g, '')}${cents.padEnd(2, '0')}`);
}
