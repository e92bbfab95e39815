// One transaction of a private bank account as the API writes it.
import { BadStatement } from '../../core/statements/parsed-statement.ts';
import { parseDay } from '../../kernel/calendar.ts';
import type { Cents } from '../../kernel/money.ts';
import { centsOf, countOf, isObject, type Members } from './reading.ts';

export interface Transaction {
  /** Its place in the list, from 1. */
  at: number;
  isPosted: boolean;
  /** The day of its posting; of the transaction while it is pending. */
  day: string;
  /** The bank's number of its place among the posted ones. */
  order: number;
  /** In cents; negative for money that leaves the account. */
  amount: Cents;
  balance: Cents | null;
  text: string;
  /** The content of a separate field for references; "" without one. */
  reference: string;
  hint: 'charge' | 'interest' | null;
}

export interface Asked {
  accountId: string;
  /** The days, both included. */
  from: string;
  to: string;
}

/** In characters. The bank's limit is 40; more is accepted, since a reference can be at the end. */
const longestText = 400;

/** Reads a row of the transactions. Throws BadStatement if its form differs from the API's, or it was not requested. */
export function readTransaction(row: unknown, at: number, asked: Asked): Transaction {
  const members = membersOf(row, at, asked.accountId);
  const order = countOf(members.postedOrder);
  if (order === undefined) throw new BadStatement('postedOrder must be a whole number', at);
  // An order of 0 has not settled, whatever the status.
  if (statusOf(members, at) === 'PENDING' || order === 0) return readPending(row, at, asked.accountId);
  const day = askedDay(members, 'postingDate', at, asked);
  const balance = balanceIn(members, at);
  const amount = amountOf(members, at);
  const text = textOf(members, 'description', at);
  const hint = hintOf(members.transactionType, amount, text);
  return { at, isPosted: true, day, order, amount, balance, text, reference: '', hint };
}

/** Reads a row of the pending transactions, which has fewer members. Throws as readTransaction does. */
export function readPending(row: unknown, at: number, accountId: string): Transaction {
  const members = membersOf(row, at, accountId);
  const day = dayOf(members, 'transactionDate', at);
  const amount = amountOf(members, at);
  return {
    at,
    isPosted: false,
    day,
    order: 0,
    amount,
    balance: null,
    text: textOf(members, 'description', at),
    reference: '',
    hint: null,
  };
}

export function askedDay(members: Members, name: string, at: number, { from, to }: Asked): string {
  const day = dayOf(members, name, at);
  if (day >= from && day <= to) return day;
  throw new BadStatement(`${name} ${day} is not in the requested days, ${from} to ${to}`, at);
}

export function balanceIn({ runningBalance }: Members, at: number): Cents | null {
  if (runningBalance === undefined || runningBalance === null) return null;
  const balance = centsOf(runningBalance);
  if (balance === undefined) throw new BadStatement('runningBalance must be a number of whole cents', at);
  return balance;
}

export function membersOf(row: unknown, at: number, accountId: string): Members {
  if (!isObject(row)) throw new BadStatement('a transaction must be an object', at);
  if (row.accountId !== accountId) throw new BadStatement('the transaction is of another account', at);
  return row;
}

function statusOf({ status }: Members, at: number): string {
  if (status === 'POSTED' || status === 'PENDING') return status;
  throw new BadStatement('status must be POSTED or PENDING', at);
}

function dayOf(members: Members, name: string, at: number): string {
  const day = members[name];
  if (typeof day === 'string' && day.length === 10 && parseDay(day)) return day;
  throw new BadStatement(`${name} must be a day like 2026-12-01`, at);
}

function amountOf({ amount, type }: Members, at: number): Cents {
  const cents = centsOf(amount);
  if (cents === undefined || cents < 0n)
    throw new BadStatement('amount must be a number of whole cents that is not negative', at);
  if (type === 'CREDIT') return cents;
  if (type === 'DEBIT') return -cents;
  throw new BadStatement('type must be CREDIT or DEBIT', at);
}

export function textOf(members: Members, name: string, at: number): string {
  const text = members[name];
  if (typeof text !== 'string' || text.length > longestText)
    throw new BadStatement(`${name} must be a text of at most ${longestText} characters`, at);
  // Payers write a part of it: no character in it can stop the lines of other payers.
  const whole = text.toWellFormed();
  return whole.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The kind is the bank's own word, which no payer can write. A fee that is given back is left to a person. */
function hintOf(kind: unknown, amount: Cents, text: string): Transaction['hint'] {
  if (kind !== 'FeesAndInterest') return null;
  if (/\bINTEREST\b/i.test(text)) return 'interest';
  return amount < 0n ? 'charge' : null;
}
