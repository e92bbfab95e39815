// Suggests what an unmatched deposit was meant for. Only likely candidates are offered, with the reason; a person
// decides.
import { checkDigits, drawnDigits, isChecked } from '../../kernel/check-digits.ts';
import { distanceWithin } from '../../kernel/formats/text.ts';
import type { Cents } from '../../kernel/money.ts';
import { memberOf } from '../../kernel/required.ts';
import { findAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { everything, sees, type Viewer } from '../viewer.ts';
import { findByWords, findNewestOpen, type OpenPayment } from './candidate-store.ts';
import { evidenceOf, readText, scores, wordsOf } from './payment-candidates.ts';
import { prefixes } from './reference-search.ts';
import { comparable } from './references.ts';
import * as store from './store.ts';

/** A possible target of a deposit: a payment, or a reference that takes any deposit. */
export interface Candidate {
  /** The deposit reference; null for a payment without one. */
  reference: string | null;
  purpose: store.DepositReference['purpose'];
  siteCode: string;
  paymentId: string | null;
  merchantReference: string | null;
  customer: string | null;
  /** In cents; null when any amount is accepted. */
  amountCents: Cents | null;
  /**
   * How many characters of the part of the text that is most like the deposit reference differ from it; null for a payment that
   * was found in another way.
   */
  distance: number | null;
  isAmountEqual: boolean;
  reason: string;
  /** The larger, the more likely. */
  score: number;
}

const mostCandidates = 5;
/** In characters. */
const mostCompared = 80;
const mostAwaiting = 100;
/** References with more differences are no evidence. */
const largestDistance = 4;

type Arrived = Pick<
  store.Deposit,
  'reference' | 'amountCents' | 'bankAccount' | 'accountHolder' | 'receivedAt' | 'bookedOn'
>;

/** Returns the most likely candidates that a viewer sees first; none without any evidence. */
export async function findCandidates(
  { db }: AnyContext,
  deposit: Arrived,
  viewer: Viewer = everything,
): Promise<Candidate[]> {
  const owner = (await findAccount(db, deposit.bankAccount))?.merchantId ?? null;
  const typed = comparable(deposit.reference).slice(0, mostCompared);
  const alike = await findAlike(db, typed);
  const known = new Set(alike.map(({ reference }) => reference));
  const awaiting = await store.findAwaiting(db, deposit.amountCents, mostAwaiting);
  const drawn = [...alike, ...awaiting.filter(({ reference }) => !known.has(reference))]
    .filter(({ merchantId }) => sees(viewer, merchantId) && (owner === null || owner === merchantId))
    .map((row) => rate(row, typed, deposit.amountCents, known.has(row.reference)));
  const words = wordsOf(deposit.reference);
  const payments = [
    ...(words.length > 0 ? await findByWords(db, viewer, owner, words) : []),
    ...(await findNewestOpen(db, viewer, owner)),
  ];
  return joined([...drawn, ...ratePayments(deposit, payments)])
    .sort((one, other) => other.score - one.score || nameOf(other).localeCompare(nameOf(one)))
    .slice(0, mostCandidates);
}

const nameOf = ({ reference, paymentId }: Candidate): string => reference ?? paymentId ?? '';

// Two errors are tried only when one does not explain the text.
async function findAlike(db: AnyContext['db'], typed: string): Promise<store.CandidateRow[]> {
  const near = await store.findCandidates(db, guesses(typed, 1));
  return near.length > 0 ? near : store.findCandidates(db, guesses(typed, 2));
}

function rate(row: store.CandidateRow, typed: string, amount: bigint, isAlike: boolean): Candidate {
  const { reference, purpose, siteCode, paymentId, merchantReference, amountCents } = row;
  const isContained = typed.includes(reference);
  const distance = isContained ? 0 : distanceWithin(typed, reference);
  const isAmountEqual = amountCents === amount;
  const isNear = isAlike || distance <= largestDistance;
  const reasons = [
    isContained
      ? 'the reference is in the text'
      : isNear
        ? `the reference differs in ${distance} ${distance === 1 ? 'place' : 'places'}`
        : undefined,
    isAmountEqual ? 'the amount is equal' : undefined,
  ];
  // A nearly right reference counts more than an amount; among equally near ones, the right amount wins.
  const nearness = isNear ? Math.max(0, scores.reference - scores.difference * distance) : 0;
  return {
    ...{ reference, purpose, siteCode, paymentId, merchantReference, amountCents, customer: null },
    distance,
    isAmountEqual,
    reason: reasons.filter(Boolean).join(', '),
    score: nearness + (isAmountEqual ? scores.amount : 0),
  };
}

function ratePayments(deposit: Arrived, payments: readonly OpenPayment[]): Candidate[] {
  const text = readText(deposit.reference);
  return payments.flatMap((payment) => {
    const evidence = evidenceOf(deposit, text, payment);
    if (!evidence) return [];
    const { paymentId, siteCode, merchantReference, customer, amountCents, minimumCents } = payment;
    const { reasons, score, isAmountEqual } = evidence;
    return [
      {
        ...{ reference: null, purpose: 'single' as const, siteCode, paymentId, merchantReference, customer },
        amountCents: minimumCents === null ? amountCents : null,
        ...{ distance: null, isAmountEqual, reason: reasons.join(', '), score },
      },
    ];
  });
}

/** Leaves one candidate of each payment: the one with the most evidence, with its deposit reference and its customer. */
function joined(all: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of all) {
    const key = one.paymentId ?? nameOf(one);
    const known = best.get(key);
    const [more, less] = known && known.score >= one.score ? [known, one] : [one, known];
    best.set(key, {
      ...more,
      reference: more.reference ?? less?.reference ?? null,
      distance: more.distance ?? less?.distance ?? null,
      customer: more.customer ?? less?.customer ?? null,
    });
  }
  return [...best.values()];
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
