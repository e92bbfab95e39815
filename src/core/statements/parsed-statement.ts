// The output of a reader of a bank's statements, in any format: lines, and a summary at the end of each statement.
// Readers check a file within itself; this noun decides its meaning for an account.
import type { Cents } from '../../kernel/money.ts';

/** The account at the other end of a line, as far as the statement shows it. */
export interface ReportedPayer {
  /** Six digits. */
  branchCode: string;
  accountNumber: string;
  holder: string | null;
}

export interface ReportedLine {
  /** The number of its (first) line in the file, from 1. */
  at: number;
  /** The booking day, "2026-12-01". */
  bookedOn: string;
  valueOn: string;
  /** In cents; negative for money that leaves the account. */
  amount: Cents;
  /** All that the bank writes about it, with single spaces and without control characters. */
  text: string;
  /** The whole content of a field for references; "" without one. */
  reference: string;
  /** The bank's code of the kind of movement, such as NDEP; "" without one. */
  type: string;
  /** The bank's own key of the line, where it is one (AcctSvcrRef, FITID). */
  bankKey: string | null;
  /** "pending" is announced and no money yet. */
  status: 'booked' | 'pending';
  /** The bank marks it as taking back an earlier line. */
  isReversal: boolean;
  payer: ReportedPayer | null;
  /** The account's balance after it, in cents, if the statement shows it. */
  balance: Cents | null;
  /** The kind that the profile's rules recognise. */
  hint: 'charge' | 'interest' | null;
}

export interface ReportedStatement {
  /** "mt940", "camt.053", or the name of a profile. */
  format: string;
  /** "final" closes days; "intraday" can be repeated in other words; "advice" announces single movements. */
  kind: 'final' | 'intraday' | 'advice';
  /** The account's number as written; null if the file does not show it. */
  account: string | null;
  /** The bank's number of the statement, where they are counted. */
  number: string | null;
  /** The first and last day it covers; null for an empty statement without days. */
  from: string | null;
  to: string | null;
  /** Before the first and after the last line, in cents; null if the file does not show them. */
  opening: Cents | null;
  closing: Cents | null;
  /** True if a later file of the same day repeats the lines of an earlier one. */
  files: 'cumulative' | 'incremental';
}

/** A statement of a file that is not taken: it is in another currency, or of an account that does not take it. */
export interface SkippedStatement {
  /** As written; null if the file does not show it. */
  account: string | null;
  /** The line in the file where it begins, from 1; null if none is known. */
  at: number | null;
  reason: string;
}

/** A statement follows all of its lines. A file can hold several. */
export type Reported =
  | { line: ReportedLine }
  | { statement: ReportedStatement }
  | { skipped: SkippedStatement };

/** Why a file is refused, with the line in it that is wrong. */
export class BadStatement extends Error {
  /** The number in the file, from 1; null if no line is to blame. */
  readonly line: number | null;

  constructor(reason: string, line: number | null) {
    super(reason);
    this.line = line;
  }
}
