// Compares a deposit with open payments: by their references in its text, the amount, the payer's name and the date. Each
// piece of evidence is a reason in words.
import { dayMs } from '../../kernel/clock.ts';
import { distanceOf } from '../../kernel/formats/text.ts';
import type { OpenPayment } from './candidate-store.ts';
import { referencesIn } from './reference-search.ts';
import type { Deposit } from './store.ts';

type Arrived = Pick<Deposit, 'reference' | 'amountCents' | 'accountHolder' | 'receivedAt' | 'bookedOn'>;

/** The evidence for a payment. */
export interface Evidence {
  reasons: string[];
  /** The stronger the evidence, the larger. */
  score: number;
  isAmountEqual: boolean;
}

/** A reference counts more than everything else, and each character of it that differs more than the amount. */
export const scores = {
  reference: 5_000,
  difference: 1_000,
  nearly: 4_000,
  amount: 500,
  name: 200,
  date: 50,
} as const;

const mostTokens = 40;
/** A reference with spaces in it has so many parts. */
const longestRun = 5;
const shortestNearly = 6;

/** A text as references are compared with it. */
export interface ReadText {
  /** The words, and runs of up to five of them, without anything but letters and digits. */
  runs: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

/** Returns the letters and digits of a text, in capitals. */
export const bare = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Letters that are read for digits are equal to them. */
const alike = (text: string): string => text.replaceAll('O', '0').replaceAll('I', '1').replaceAll('L', '1');

export function readText(text: string): ReadText {
  const tokens = text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostTokens);
  const runs = new Set<string>();
  for (const [start] of tokens.entries())
    for (let end = start + 1; end <= Math.min(start + longestRun, tokens.length); end += 1)
      runs.add(tokens.slice(start, end).join(''));
  return { runs, words: new Set(tokens) };
}

/** Returns the words of a text that may be a reference, as an index has them. */
export function wordsOf(text: string): string[] {
  const words = text
    .split(/\s+/)
    .filter((word) => word.length >= 4 && word.length <= 100)
    .slice(0, 12);
  const whole = text.trim();
  const all = [...words, ...(whole.length <= 100 && whole.length > 0 ? [whole] : [])];
  return [...new Set(all.flatMap((word) => [word, word.toUpperCase(), word.toLowerCase()]))];
}

/** Returns what speaks for a payment; undefined if only its date does. */
export function evidenceOf(deposit: Arrived, text: ReadText, payment: OpenPayment): Evidence | undefined {
  const { amountCents, minimumCents, maximumCents } = payment;
  const amount = deposit.amountCents;
  const isAmountEqual =
    minimumCents !== null && maximumCents !== null
      ? amount >= minimumCents && amount <= maximumCents
      : amount === amountCents;
  const reference = referenceEvidence(text, payment, isAmountEqual);
  const hasName = isNamed(deposit, text, payment.customer);
  const found = [
    ...(reference ? [reference] : []),
    ...(isAmountEqual ? [{ reason: 'the amount is equal', score: scores.amount }] : []),
    ...(hasName ? [{ reason: 'the payer’s name is the customer’s', score: scores.name }] : []),
  ];
  if (found.length === 0) return undefined;
  const date = dateEvidence(deposit, payment);
  const all = date ? [...found, date] : found;
  const score = all.reduce((sum, one) => sum + one.score, 0);
  return { reasons: all.map(({ reason }) => reason), score, isAmountEqual };
}

/** Deposit references are compared by their check digits (candidates.ts). */
const isDrawn = (reference: string): boolean => referencesIn(reference).includes(reference);

interface Found {
  reason: string;
  score: number;
}

function referenceEvidence(
  { runs }: ReadText,
  payment: OpenPayment,
  isAmountEqual: boolean,
): Found | undefined {
  const references = [
    { words: 'the merchant’s reference', reference: bare(payment.merchantReference) },
    { words: 'the payment’s reference', reference: bare(payment.bankReference ?? '') },
  ].filter(({ reference }) => !isDrawn(reference));
  const exact = references.find(({ reference }) => reference.length >= 3 && runs.has(reference));
  if (exact) return { reason: `${exact.words} is in the text`, score: scores.reference };
  // A nearly right reference is evidence only together with the amount.
  if (!isAmountEqual) return undefined;
  for (const { words, reference } of references) {
    const nearly = reference.length >= shortestNearly ? nearlyIn(runs, reference) : undefined;
    if (nearly) return { reason: `${words} ${nearly}`, score: scores.nearly };
  }
  return undefined;
}

/** Says how a reference is in a text with one mistake; undefined if it is not. */
function nearlyIn(runs: ReadonlySet<string>, reference: string): string | undefined {
  for (const run of runs) {
    if (Math.abs(run.length - reference.length) > 1) continue;
    if (alike(run) === alike(reference)) return 'is in the text, but for similar letters';
    if (distanceOf(run, reference) === 1) return 'differs in 1 place';
  }
  return undefined;
}

/** True if the last word of a customer's name is a word of the payer's name or of the text. */
function isNamed({ accountHolder }: Arrived, { words }: ReadText, customer: string | null): boolean {
  const last = customer
    ?.toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 4)
    .at(-1);
  if (last === undefined) return false;
  return (
    words.has(last) ||
    (accountHolder ?? '')
      .toUpperCase()
      .split(/[^\p{L}]+/u)
      .includes(last)
  );
}

const nearDays = 7;

function dateEvidence({ receivedAt, bookedOn }: Arrived, { createdAt }: OpenPayment) {
  const at = bookedOn === null ? receivedAt : new Date(`${bookedOn}T22:00:00Z`);
  const days = Math.floor((at.getTime() - createdAt.getTime()) / dayMs);
  if (days < -1 || days > nearDays) return undefined;
  const words =
    days <= 0 ? 'created on the same day' : `created ${days} ${days === 1 ? 'day' : 'days'} before`;
  return { reason: words, score: scores.date - Math.max(0, days) };
}
