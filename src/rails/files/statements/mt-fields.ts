// The fields of MT940 and MT942 that hold money and days.
import { BadStatement } from '../../../core/statements/told.ts';
import type { Cents } from '../../../kernel/money.ts';
import { assertNear, assertPast, dateReader, dayNear } from './days.ts';
import { assertNoNull, cleanText, quoted } from './text.ts';

const amount = /^(\d{1,13}),(\d{0,2})$/;

/** Returns an amount with its comma in cents. */
function centsOf(text: string, at: number): Cents {
  const match = amount.exec(text);
  if (!match) throw new BadStatement(`${quoted(text)} is not an amount of this format, such as 249,99`, at);
  return BigInt(`${match[1]}${match[2]!.padEnd(2, '0')}`);
}

const readSix = dateReader(['yyMMdd']);

/** Returns the day of "261123". */
function dayOfSix(text: string, at: number): string {
  const day = readSix(text);
  if (day === undefined) throw new BadStatement(`${quoted(text)} is not a date of this format, yyMMdd`, at);
  return day;
}

function assertRand(currency: string, at: number): void {
  if (currency !== 'ZAR') throw new BadStatement(`the currency is ${currency}, not ZAR`, at);
}

const balance = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,17})$/;

/** A balance: field 60 or 62. Less than zero where the account is overdrawn. */
export function readBalance(text: string, at: number, today: string): { amount: Cents; day: string } {
  assertNoNull(text, at, 'a balance');
  const match = balance.exec(text.trimEnd());
  if (!match)
    throw new BadStatement(`${quoted(text)} is not a balance of this format, such as C261123ZAR1,00`, at);
  assertRand(match[3]!, at);
  const cents = centsOf(match[4]!, at);
  const day = dayOfSix(match[2]!, at);
  assertPast(day, today, at);
  return { amount: match[1] === 'D' ? -cents : cents, day };
}

const floor = /^([A-Z]{3})([CD]?)([\d,]{1,17})$/;

/** The least amount that is told, field 34F, which names the currency. */
export function assertFloor(text: string, at: number): void {
  assertNoNull(text, at, 'field 34F');
  const match = floor.exec(text.trimEnd());
  if (!match) throw new BadStatement(`${quoted(text)} is not a field 34F, such as ZARC2526,58`, at);
  assertRand(match[1]!, at);
  centsOf(match[3]!, at);
}

const count = /^(\d{1,7})([A-Z]{3})([\d,]{1,17})$/;

/** How many lines there are and their sum: field 90C or 90D. */
export function readCount(text: string, at: number): { lines: number; sum: Cents } {
  assertNoNull(text, at, 'field 90');
  const match = count.exec(text.trimEnd());
  if (!match) throw new BadStatement(`${quoted(text)} is not a sum of this format, such as 2ZAR100,00`, at);
  assertRand(match[2]!, at);
  return { lines: Number(match[1]), sum: centsOf(match[3]!, at) };
}

export interface MtMovement {
  valueOn: string;
  bookedOn: string;
  /** In cents; what leaves the account is negative. */
  amount: Cents;
  isReversal: boolean;
  type: string;
  /** At most sixteen characters; "" for NONREF. */
  reference: string;
  /** What the bank calls it; "" for NONREF. */
  bankReference: string;
}

// Value date, booking date, direction, third letter of the currency, amount, type, references.
const movement = /^(\d{6})(\d{4})?(C|D|RC|RD)(R)?(\d[\d,]{0,16})([NSF][A-Z0-9]{3})(.*)$/;

/**
 * Reads field 61. "CR" is a credit in rand, whose last letter it is; "RC" takes a credit back, so that money leaves.
 */
export function readMovement(text: string, at: number, today: string): MtMovement {
  assertNoNull(text, at, 'field 61');
  const match = movement.exec(text.trimEnd());
  if (!match) throw new BadStatement(`${quoted(text)} is not a movement: field 61`, at);
  const [, value, entry, direction, , digits, type, references] = match;
  const valueOn = dayOfSix(value!, at);
  if (entry === undefined) assertPast(valueOn, today, at);
  else assertNear(valueOn, today, at);
  const cents = centsOf(digits!, at);
  const [reference, bankReference] = referencesOf(references!);
  return {
    valueOn,
    bookedOn: entry === undefined ? valueOn : entryDay(entry, valueOn, at, today),
    amount: direction === 'C' || direction === 'RD' ? cents : -cents,
    isReversal: direction!.startsWith('R'),
    type: type!,
    reference: withoutNone(cleanText(reference, at)),
    bankReference: withoutNone(cleanText(bankReference, at)),
  };
}

function entryDay(entry: string, valueOn: string, at: number, today: string): string {
  const day = dayNear(Number(entry.slice(0, 2)), Number(entry.slice(2)), valueOn);
  if (day === undefined) throw new BadStatement(`${quoted(entry)} is not a day of this format, MMdd`, at);
  assertPast(day, today, at);
  return day;
}

function referencesOf(text: string): [own: string, bank: string] {
  const at = text.indexOf('//');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

const withoutNone = (reference: string): string => (reference === 'NONREF' ? '' : reference);
