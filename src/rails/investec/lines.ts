// Transactions as the API lists them, converted to statements: each past day as a final one, the rest as intraday.
//
// What makes a line's key must not change while the line does not. The bank's uuid does: it is made of the day's order. The
// value date and the kind are absent while a line is pending, and a value date may be that of another posting day's twin.
// So a line is keyed by its posting day (its transaction's day while it is pending), its amount and its description.
import {
  BadStatement,
  type Reported,
  type ReportedLine,
  type ReportedStatement,
} from '../../core/statements/parsed-statement.ts';
import { parseDay } from '../../kernel/calendar.ts';
import type { Cents } from '../../kernel/money.ts';
import { itemAt, required } from '../../kernel/required.ts';
import { readBusinessTransaction } from './business-transactions.ts';
import type { Banking } from './client.ts';
import { readPending, readTransaction, type Transaction } from './transactions.ts';

/** The whole requested days, all "2026-12-01". */
export interface Polled {
  banking: Banking;
  accountId: string;
  /** In the form of the bank's accounts. */
  accountNumber: string;
  from: string;
  to: string;
  /** Days before this one are over: the bank posts nothing more on them. */
  openFrom: string;
}

/** The result of a poll: as two files, since past days and the rest are statements of two kinds. Empty for no days. */
export interface PollReport {
  /** Of each day that is over, a final statement. */
  closed: Reported[];
  /** Of the days after them, an intraday one. */
  open: Reported[];
}

/**
 * Converts the responses to one poll: `rows` are the transactions, `pending` the announced ones. Throws
 * BadStatement, whose line is the place in the list from 1 (pending ones counted on), for a row of another shape,
 * account or day, and for balances that do not follow. A repeated poll gives the same and more: its files are
 * cumulative. Lines are numbered from the oldest, and the pending ones come last, so that no booked one takes the
 * place of another.
 */
export function reportedOf(
  rows: readonly unknown[],
  pending: readonly unknown[],
  polled: Polled,
): PollReport {
  const readRow = polled.banking === 'business' ? readBusinessTransaction : readTransaction;
  const read = rows.map((row, index) => readRow(row, index + 1, polled));
  const posted = inOrder(read.filter(({ isPosted }) => isPosted));
  const announced = pending.map((row, index) => readPending(row, rows.length + index + 1, polled.accountId));
  const waiting = united(
    read.filter(({ isPosted }) => !isPosted),
    announced,
  );
  return partsOf(posted, waiting, polled);
}

/** A final statement has both balances. If a single one is missing, no day is final: a gap would drop hidden lines. */
function partsOf(posted: Transaction[], waiting: Transaction[], polled: Polled): PollReport {
  const first = posted[0];
  const isWhole = first !== undefined && posted.every(({ balance }) => balance !== null);
  const openFrom = isWhole && polled.openFrom > polled.from ? polled.openFrom : polled.from;
  const byDay = Map.groupBy(posted, ({ day }) => day);
  const closed: Reported[] = [];
  // Known before the first line because that line has the balance after it.
  let balance = isWhole ? first.balance! - first.amount : null;
  for (let day = polled.from; day <= polled.to && day < openFrom; day = nextDay(day)) {
    const lines = byDay.get(day) ?? [];
    const closing = lines.at(-1)?.balance ?? balance;
    closed.push(
      ...statement(polled, { kind: 'final', from: day, to: day, opening: balance, closing }, lines),
    );
    balance = closing;
  }
  if (openFrom > polled.to) return { closed: numbered(closed), open: [] };
  const lines = posted.filter(({ day }) => day >= openFrom);
  const days = { kind: 'intraday', from: openFrom, to: polled.to } as const;
  const closing = isWhole ? (lines.at(-1)?.balance ?? balance) : null;
  const announced = polled.openFrom <= polled.to ? waiting : [];
  const open = statement(polled, { ...days, opening: balance, closing }, [...lines, ...announced]);
  return { closed: numbered(closed), open: numbered(open) };
}

function statement(
  polled: Polled,
  says: Pick<ReportedStatement, 'kind' | 'from' | 'to' | 'opening' | 'closing'>,
  lines: readonly Transaction[],
): Reported[] {
  const moving = lines.filter(({ amount }) => amount !== 0n);
  return [...moving.map((one) => ({ line: lineOf(one) })), { statement: { ...frame(polled), ...says } }];
}

function numbered(reported: readonly Reported[]): Reported[] {
  let at = 0;
  return reported.map((one) => {
    if (!('line' in one)) return one;
    at += 1;
    return { line: { ...one.line, at } };
  });
}

function frame(polled: Polled): Pick<ReportedStatement, 'format' | 'account' | 'number' | 'files'> {
  return { format: 'investec', account: polled.accountNumber, number: null, files: 'cumulative' };
}

function lineOf(one: Transaction): ReportedLine {
  return {
    at: one.at,
    bookedOn: one.day,
    valueOn: one.day,
    amount: one.amount,
    text: one.text,
    reference: one.reference,
    type: '',
    bankKey: null,
    status: one.isPosted ? 'booked' : 'pending',
    isReversal: false,
    payer: null,
    balance: one.balance,
    hint: one.hint,
  };
}

/**
 * Returns posted transactions with the oldest first. The bank lists them in either direction; its own numbers show
 * which, unless only the list as it is, or reversed, agrees with the balances.
 */
function inOrder(posted: readonly Transaction[]): Transaction[] {
  const sorted = posted.toSorted((a, b) => compare(a.day, b.day) || a.order - b.order);
  const orders = [sorted, posted.toReversed(), [...posted]];
  const held = orders.find((one) => isByDay(one) && breakIn(one) === null);
  if (held) return held;
  throw new BadStatement(
    'runningBalance does not follow from the transaction before and the amount',
    breakIn(sorted),
  );
}

/** Returns the place in the list of the first balance that does not follow; null if all do. */
function breakIn(ordered: readonly Transaction[]): number | null {
  let expected: Cents | null = null;
  for (const { amount, balance, at } of ordered) {
    if (expected !== null) expected += amount;
    if (balance === null) continue;
    if (expected !== null && expected !== balance) return at;
    expected = balance;
  }
  return null;
}

function isByDay(ordered: readonly Transaction[]): boolean {
  return ordered.every(({ day }, index) => index === 0 || itemAt(ordered, index - 1).day <= day);
}

/** Returns the pending transactions of both lists. One in both lists is one, and two equal ones in one list are two. */
function united(some: readonly Transaction[], others: readonly Transaction[]): Transaction[] {
  const counts = new Map<string, number>();
  for (const one of some) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const rest = others.filter((one) => {
    const left = counts.get(keyOf(one)) ?? 0;
    if (left > 0) counts.set(keyOf(one), left - 1);
    return left === 0;
  });
  return [...some, ...rest].sort((a, b) => compare(keyOf(a), keyOf(b)));
}

function keyOf({ day, amount, text }: Transaction): string {
  return `${day} ${amount} ${text}`;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function nextDay(day: string): string {
  return required(parseDay(day), 'day').add({ days: 1 }).toString();
}
