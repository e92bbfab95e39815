// What readers tell, gathered until there is enough for a batch.
import { BadStatement, type Told, type ToldLine, type ToldStatement } from '../../../core/statements/told.ts';
import { formatDecimal } from '../../../kernel/money.ts';

/** What every reader is given besides the file. */
export interface Reading {
  /** The day it is, "2026-12-01": nothing is booked after it. */
  today: string;
}

const batchSize = 1_000;

/** Gathers lines and statements; the first and last day and the sum of the booked lines of a statement. */
export class Telling {
  #told: Told[] = [];
  #first: string | null = null;
  #last: string | null = null;
  /** Of the booked lines since the last statement, in cents. */
  sum = 0n;
  /** Whether a statement was told. */
  hasStatement = false;

  line(line: ToldLine): void {
    // Some banks write notices as lines of nothing.
    if (line.amount === 0n) return;
    this.#told.push({ line });
    if (line.status !== 'booked') return;
    this.sum += line.amount;
    if (this.#first === null || line.bookedOn < this.#first) this.#first = line.bookedOn;
    if (this.#last === null || line.bookedOn > this.#last) this.#last = line.bookedOn;
  }

  /**
   * Ends a statement. Its days are those of its lines where it does not say them. Throws BadStatement at `at` where its
   * balances and its lines do not agree.
   */
  statement(statement: ToldStatement, at: number | null): void {
    const { opening, closing } = statement;
    if (opening !== null && closing !== null && opening + this.sum !== closing)
      throw new BadStatement(notAgreeing(opening, this.sum, closing), at);
    const from = statement.from ?? this.#first;
    const to = statement.to ?? this.#last;
    this.#told.push({ statement: { ...statement, from: from ?? to, to: to ?? from } });
    this.hasStatement = true;
    this.#first = this.#last = null;
    this.sum = 0n;
  }

  /** Returns a batch when there is one: of about a thousand, or of what is left at the end. */
  *batch(isEnd = false): Generator<Told[]> {
    if (this.#told.length < (isEnd ? 1 : batchSize)) return;
    const told = this.#told;
    this.#told = [];
    for (let from = 0; from < told.length; from += batchSize) yield told.slice(from, from + batchSize);
  }
}

function notAgreeing(opening: bigint, sum: bigint, closing: bigint): string {
  return `the opening balance ${formatDecimal(opening)} and the lines, ${formatDecimal(sum)}, do not make the closing balance ${formatDecimal(closing)}`;
}
