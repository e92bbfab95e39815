// The fields of MT940 and MT942 that hold money and days.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { itemAt } from '../../../kernel/required.ts';
import { decimalCents } from './amounts.ts';
import { assertNear, assertPast, dateReader, dayNear } from './days.ts';
import { assertNoNull, cleanText, quoted } from './text.ts';

/** Returns an amount with its comma in cents. */
function centsOf(text: string, at: number): Cents {
  const cents = /^\d*,\d*$/.test(text) ? decimalCents(text) : undefined;
  if (cents === undefined)
    throw new BadStatement(`${quoted(text)} is not an amount of this format, such as 249,99`, at);
  return cents;
}

const readSix = dateReader(['yyMMdd']);

/** Returns the day of "261123". */
function dayOfSix(text: string, at: number): string {
  const day = readSix(text);
  if (day === undefined) throw new BadStatement(`${quoted(text)} is not a date of this format, yyMMdd`, at);
  return day;
}

const balance = /^([CD])(\d{6})([A-Z]{3}) ?([\d.,]{1,40})$/;

/** A balance: field 60 or 62. Less than zero where the account is overdrawn, in the currency that it names. */
export function readBalance(
  text: string,
  at: number,
  today: string,
): { amount: Cents; day: string; currency: string } {
  assertNoNull(text, at, 'a balance');
  const match = balance.exec(text.trimEnd());
  if (!match)
    throw new BadStatement(`${quoted(text)} is not a balance of this format, such as C261123ZAR1,00`, at);
  const cents = centsOf(itemAt(match, 4), at);
  const day = dayOfSix(itemAt(match, 2), at);
  assertPast(day, today, at);
  return { amount: match[1] === 'D' ? -cents : cents, day, currency: itemAt(match, 3) };
}

const floor = /^([A-Z]{3}) ?([CD]?) ?([\d.,]{1,40})$/;

/** Returns the currency of the floor limit, field 34F. */
export function readFloor(text: string, at: number): string {
  assertNoNull(text, at, 'field 34F');
  const match = floor.exec(text.trimEnd());
  if (!match) throw new BadStatement(`${quoted(text)} is not a field 34F, such as ZARC2526,58`, at);
  centsOf(itemAt(match, 3), at);
  return itemAt(match, 1);
}

const count = /^(\d{1,7}) ?([A-Z]{3}) ?([\d.,]{1,40})$/;

/** How many lines there are and their sum: field 90C or 90D. */
export function readCount(text: string, at: number): { lines: number; sum: Cents } {
  assertNoNull(text, at, 'field 90');
  const match = count.exec(text.trimEnd());
  if (!match) throw new BadStatement(`${quoted(text)} is not a sum of this format, such as 2ZAR100,00`, at);
  if (match[2] !== 'ZAR')
    throw new BadStatement(`the sum is in ${match[2]}, and the movements are in ZAR`, at);
  return { lines: Number(match[1]), sum: centsOf(itemAt(match, 3), at) };
}

const isMovement = /^\d{6}|\d,\d/;
const isBalance = /^[CD]\d|\d,\d/;
const isCount = /^\d{1,7} ?[A-Z]{3}|\d,\d/;

/** The fields that can follow a text, by how their values look, damaged or not; a text's own lines look otherwise. */
const following: Record<string, RegExp> = {
  '61': isMovement,
  '60F': isBalance,
  '60M': isBalance,
  '62F': isBalance,
  '62M': isBalance,
  '90C': isCount,
  '90D': isCount,
  '86': /^/,
  NS: /^/,
};

/** True if a value can be that of a field which follows a movement. */
export const canFollow = (name: string, value: string): boolean => following[name]?.test(value) ?? false;

export interface MtMovement {
  valueOn: string;
  bookedOn: string;
  /** In cents; negative for money that leaves the account. */
  amount: Cents;
  isReversal: boolean;
  /** It is announced, and no money yet. */
  isExpected: boolean;
  type: string;
  /** At most sixteen characters; "" for NONREF. */
  reference: string;
  /** The bank's own reference; "" for NONREF. */
  bankReference: string;
}

// Value date, booking date, direction, a letter of the currency, amount, type, references.
const movement = /^(\d{6})(\d{4}| {4})?(C|D|RC|RD|EC|ED)([A-Z])? ?([\d.,]{1,40})([A-Z][A-Z0-9 ]{3})?(.*)/s;

/**
 * Reads field 61. "CR" is a credit in rand, whose last letter it is; "RC" takes a credit back, so that money leaves; "EC" is
 * only expected.
 */
export function readMovement(text: string, at: number, today: string): MtMovement {
  assertNoNull(text, at, 'field 61');
  const match = movement.exec(text.trimEnd());
  if (!match)
    throw new BadStatement(
      `${quoted(text)} is not a movement: field 61, such as 2611231123CR249,99NDEPNONREF`,
      at,
    );
  const [, value = '', entryText, direction = '', , digits = '', type = '', references = ''] = match;
  const entry = entryText?.trim() || undefined;
  const valueOn = dayOfSix(value, at);
  const isExpected = direction.startsWith('E');
  if (entry === undefined && !isExpected) assertPast(valueOn, today, at);
  else assertNear(valueOn, today, at);
  const cents = centsOf(digits, at);
  const [reference, bankReference] = referencesOf(references);
  return {
    valueOn,
    bookedOn: entry === undefined ? valueOn : entryDay(entry, valueOn, at, today),
    amount: /^(?:C|EC|RD)$/.test(direction) ? cents : -cents,
    isReversal: direction.startsWith('R'),
    isExpected,
    type: type.trim(),
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
