// The output of readers, collected until there is enough for a batch.
import {
  BadStatement,
  type Reported,
  type ReportedLine,
  type ReportedStatement,
  type SkippedStatement,
} from '../../../core/statements/parsed-statement.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { quoted } from './text.ts';

/** The input of every reader other than the file. */
export interface Reading {
  /** The day it is, "2026-12-01": nothing is booked after it. */
  today: string;
}

const batchSize = 1_000;

/** Collects lines and statements; the first and last day and the sum of the booked lines of a statement. */
export class Telling {
  #told: Reported[] = [];
  #first: string | null = null;
  #last: string | null = null;
  /** Of the booked lines since the last statement, in cents. */
  sum = 0n;
  /** True if a statement was emitted. */
  #hasStatement = false;
  #skipped: SkippedStatement | undefined;

  line(line: ReportedLine): void {
    // Some banks write remarks as lines of zero.
    if (line.amount === 0n) return;
    this.#told.push({ line });
    if (line.status !== 'booked') return;
    this.sum += line.amount;
    if (this.#first === null || line.bookedOn < this.#first) this.#first = line.bookedOn;
    if (this.#last === null || line.bookedOn > this.#last) this.#last = line.bookedOn;
  }

  /**
   * Ends a statement. Its days are those of its lines if it has none. Throws BadStatement at `at` if its balances and
   * its lines do not agree.
   */
  statement(statement: ReportedStatement, at: number | null): void {
    const { opening, closing } = statement;
    if (opening !== null && closing !== null && opening + this.sum !== closing)
      throw new BadStatement(notAgreeing(opening, this.sum, closing), at);
    const from = statement.from ?? this.#first;
    const to = statement.to ?? this.#last;
    this.#told.push({ statement: { ...statement, from: from ?? to, to: to ?? from } });
    this.#hasStatement = true;
    this.#first = this.#last = null;
    this.sum = 0n;
  }

  /** Notes a statement that is left out. */
  skip(skipped: SkippedStatement): void {
    this.#told.push({ skipped });
    this.#skipped ??= skipped;
  }

  /** Throws BadStatement for a file without a statement that can be taken. */
  assertAny(): void {
    if (this.#hasStatement) return;
    const { reason, at } = this.#skipped ?? { reason: 'there is no statement in the file', at: null };
    throw new BadStatement(reason, at);
  }

  /** Returns a full batch: about a thousand, or the rest at the end. */
  *batch(isEnd = false): Generator<Reported[]> {
    if (this.#told.length < (isEnd ? 1 : batchSize)) return;
    const reported = this.#told;
    this.#told = [];
    for (let from = 0; from < reported.length; from += batchSize)
      yield reported.slice(from, from + batchSize);
  }
}

function notAgreeing(opening: bigint, sum: bigint, closing: bigint): string {
  return `the opening balance ${formatDecimal(opening)} and the lines, ${formatDecimal(sum)}, do not make the closing balance ${formatDecimal(closing)}`;
}

/** Why a statement in another currency is skipped. */
export const otherCurrency = (currency: string): string =>
  `the statement is in ${quoted(currency)}: only statements in ZAR are read`;
