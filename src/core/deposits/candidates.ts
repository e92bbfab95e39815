// Suggests what an unmatched deposit was meant for. Only likely candidates are offered, with the reason; a person
// decides.
import { checkDigits, drawnDigits, isChecked } from '../../kernel/check-digits.ts';
import type { Db } from '../../kernel/db/db.ts';
import { distanceWithin } from '../../kernel/formats/text.ts';
import { memberOf } from '../../kernel/required.ts';
import { prefixes } from './reference-search.ts';
import { comparable } from './references.ts';
import * as store from './store.ts';

export interface Candidate extends store.CandidateRow {
  /** How many characters of the part of the text that is most like the reference differ from it. */
  distance: number;
  isAmountEqual: boolean;
  reason: string;
}

const mostCandidates = 3;
/** In characters. */
const mostCompared = 80;
const mostAwaiting = 100;
/** References with more differences are no evidence. */
const largestDistance = 4;

/** Returns the most likely candidates first; none without any evidence. */
export async function findCandidates(
  db: Db,
  deposit: Pick<store.Deposit, 'reference' | 'amountCents'>,
): Promise<Candidate[]> {
  const typed = comparable(deposit.reference).slice(0, mostCompared);
  const alike = await findAlike(db, typed);
  const known = new Set(alike.map(({ reference }) => reference));
  const awaiting = await store.findAwaiting(db, deposit.amountCents, mostAwaiting);
  const rows = [...alike, ...awaiting.filter(({ reference }) => !known.has(reference))];
  return rows
    .map((row) => rate(row, typed, deposit.amountCents, known.has(row.reference)))
    .sort((one, other) => rank(one) - rank(other) || other.reference.localeCompare(one.reference))
    .slice(0, mostCandidates);
}

// Two errors are tried only when one does not explain the text.
async function findAlike(db: Db, typed: string): Promise<store.CandidateRow[]> {
  const near = await store.findCandidates(db, guesses(typed, 1));
  return near.length > 0 ? near : store.findCandidates(db, guesses(typed, 2));
}

function rate(row: store.CandidateRow, typed: string, amount: bigint, isAlike: boolean): Candidate {
  const isContained = typed.includes(row.reference);
  const distance = isContained ? 0 : distanceWithin(typed, row.reference);
  const isAmountEqual = row.amountCents === amount;
  const reasons = [
    isContained
      ? 'the reference is in the text'
      : isAlike || distance <= largestDistance
        ? `the reference differs in ${distance} ${distance === 1 ? 'place' : 'places'}`
        : undefined,
    isAmountEqual ? 'the amount is equal' : undefined,
  ];
  return { ...row, distance, isAmountEqual, reason: reasons.filter(Boolean).join(', ') };
}

// A nearly right reference counts more than an amount; among equally near ones, the right amount wins.
function rank({ distance, isAmountEqual }: Candidate): number {
  return 2 * Math.min(distance, largestDistance + 1) + (isAmountEqual ? 0 : 1);
}

// Letters that look like digits.
const digitOf: Record<string, string> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const whole = drawnDigits + 2;

/**
 * Returns the references that a text can mean: those in it, and those with a likely error: one digit wrong, added or
 * missing, two swapped, up to three missing at the end; or two such errors. The check digits rule out nearly all that
 * were never drawn.
 */
export function guesses(typed: string, slips: 1 | 2): string[] {
  const digits = typed.replace(/[OILZSB]/g, (letter) => memberOf(digitOf, letter));
  const runs = [typed, digits].flatMap((text) => [...(text.match(/\d+/g) ?? []), text.replace(/\D/g, '')]);
  let near = new Set(runs.flatMap(numbersNear));
  if (slips === 2) near = new Set([...near].flatMap(numbersNear));
  const numbers = [...near].filter(isChecked);
  return numbers.flatMap((number) => Object.values(prefixes).map((prefix) => prefix + number));
}

const tenDigits = [...'0123456789'];

function numbersNear(run: string): string[] {
  const places = Array.from(run, (_digit, place) => place);
  const without = (place: number) => run.slice(0, place) + run.slice(place + 1);
  switch (run.length) {
    case whole + 1:
      return places.map(without);
    case whole:
      return [
        run,
        ...places.flatMap((place) =>
          tenDigits.map((digit) => run.slice(0, place) + digit + run.slice(place + 1)),
        ),
        ...places
          .slice(1)
          .map((place) => run.slice(0, place - 1) + run[place] + run[place - 1] + run.slice(place + 1)),
      ];
    case whole - 1:
      return [...places, run.length].flatMap((place) =>
        tenDigits.map((digit) => run.slice(0, place) + digit + run.slice(place)),
      );
    case drawnDigits:
      return [run + checkDigits(run)];
    case drawnDigits - 1:
      return tenDigits.map((digit) => run + digit + checkDigits(run + digit));
    default:
      return [];
  }
}
