// One transaction of a business account. The form is known from the types of one public client only, so two
// contradicting members are refused, not chosen from.
import { BadStatement } from '../../core/statements/parsed-statement.ts';
import { parseDay } from '../../kernel/calendar.ts';
import type { Cents } from '../../kernel/money.ts';
import { centsOf, type Members } from './reading.ts';
import { type Asked, askedDay, balanceIn, membersOf, type Transaction, textOf } from './transactions.ts';

/** Reads a row of the transactions. Throws BadStatement if its form is unknown, or it was not requested. */
export function readBusinessTransaction(row: unknown, at: number, asked: Asked): Transaction {
  const members = membersOf(row, at, asked.accountId);
  if (members.currencyCode !== 'ZAR') throw new BadStatement('currencyCode must be ZAR', at);
  const reference = textIfAny(members, 'clientStatementReference', at);
  const description = textOf(members, 'transactionDescription', at);
  const texts = [description, reference, textIfAny(members, 'paymentReference', at)];
  const isBooked = isPosted(members, at);
  return {
    at,
    isPosted: isBooked,
    day: isBooked ? askedDay(members, 'postDate', at, asked) : pendingDay(members, asked.to),
    order: 0,
    amount: amountOf(members, at),
    // The bank's value there before the booking is not a balance.
    balance: isBooked ? balanceIn(members, at) : null,
    // All of them can contain the same reference.
    text: [...new Set(texts)].filter(Boolean).join(' '),
    reference,
    hint: null,
  };
}

/** It has no day of posting yet, whatever the field contains. */
function pendingDay({ postDate }: Members, today: string): string {
  return typeof postDate === 'string' && postDate.length === 10 && parseDay(postDate) ? postDate : today;
}

function isPosted({ transactionStatus }: Members, at: number): boolean {
  const status = String(transactionStatus).toLowerCase();
  if (['approved', 'posted'].includes(status)) return true;
  if (status === 'pending') return false;
  throw new BadStatement('transactionStatus must be approved, posted or pending', at);
}

/** The amount is in three members, with or without a sign: all must agree. */
function amountOf(members: Members, at: number): Cents {
  const [paidIn, paidOut, amount] = ['deposit', 'withdrawal', 'transactionAmount'].map((name) => {
    const cents = centsOf(members[name]);
    if (cents === undefined) throw new BadStatement(`${name} must be a number of whole cents`, at);
    return cents < 0n ? -cents : cents;
  }) as [Cents, Cents, Cents];
  const isCredit = directionOf(members, at) === 'CREDIT';
  const [moved, other] = isCredit ? [paidIn, paidOut] : [paidOut, paidIn];
  if (moved !== amount || other !== 0n)
    throw new BadStatement('deposit, withdrawal and transactionAmount must agree with drCrIndicator', at);
  return isCredit ? amount : -amount;
}

function directionOf({ drCrIndicator }: Members, at: number): 'CREDIT' | 'DEBIT' {
  if (drCrIndicator === 'CREDIT' || drCrIndicator === 'DEBIT') return drCrIndicator;
  throw new BadStatement('drCrIndicator must be CREDIT or DEBIT', at);
}

function textIfAny(members: Members, name: string, at: number): string {
  return members[name] === undefined || members[name] === null ? '' : textOf(members, name, at);
}
