// The running balance of a statement: each line's balance follows from the one before, in a file that begins with its
// oldest line or with its newest one. Which it is shows by itself.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { firstOf } from '../../../kernel/required.ts';

export interface Link {
  at: number;
  /** Null for a row without a day. */
  day: string | null;
  /** The possible changes of the row, in cents, the likeliest first; its change is one of them. */
  changes: readonly Cents[];
  balance: Cents;
}

/** One way in which a file may be ordered, for as long as its lines follow. */
interface Way {
  /** Where it stopped to follow. */
  broken: number | null;
}

export class Chain {
  readonly #oldest: Way = { broken: null };
  readonly #newest: Way = { broken: null };
  #first: { link: Link; change: Cents } | undefined;
  #last: Link | undefined;
  /** The change of the last link, if it follows from the link before. */
  #lastChange: Cents = 0n;

  constructor(order: 'oldest-first' | 'newest-first' | 'auto') {
    if (order === 'oldest-first') this.#newest.broken = 0;
    if (order === 'newest-first') this.#oldest.broken = 0;
  }

  /**
   * Adds a link. Returns the change of the link before it, or undefined for the first one. Throws BadStatement if it
   * follows in no order.
   */
  add(link: Link): Cents | undefined {
    const before = this.#last;
    this.#last = link;
    if (!before) {
      this.#lastChange = firstOf(link.changes);
      this.#first = { link, change: this.#lastChange };
      return undefined;
    }
    const own = link.changes.find((change) => before.balance + change === link.balance);
    const older = before.changes.find((change) => link.balance + change === before.balance);
    this.#judge(before, link, own, older);
    const decided = this.#oldest.broken === null ? this.#lastChange : older!;
    if (this.#first!.link === before) this.#first!.change = decided;
    this.#lastChange = own !== undefined && this.#oldest.broken === null ? own : firstOf(link.changes);
    return decided;
  }

  #judge(before: Link, link: Link, own: Cents | undefined, older: Cents | undefined): void {
    const [oldest, newest] = [this.#oldest, this.#newest];
    // A file that follows in neither order from its first lines on is taken to begin with its oldest.
    const isOldest = oldest.broken === null;
    if (own === undefined) oldest.broken ??= link.at;
    if (older === undefined) newest.broken ??= link.at;
    if (oldest.broken === null || newest.broken === null) return;
    const expected = isOldest
      ? before.balance + firstOf(link.changes)
      : before.balance - firstOf(before.changes);
    throw new BadStatement(
      `the balance ${formatDecimal(link.balance)} does not follow: it should be ${formatDecimal(expected)}`,
      link.at,
    );
  }

  /** Where lines follow either way, as one line does, their days decide. */
  #isOldestFirst(): boolean {
    if (this.#oldest.broken !== null || this.#newest.broken !== null) return this.#oldest.broken === null;
    const [first, last] = [this.#first!.link.day, this.#last!.day];
    return first === null || last === null || first <= last;
  }

  /** Returns the change of the last link, and the balances around all links; null for a chain without any. */
  end(): { change: Cents; opening: Cents; closing: Cents } | null {
    if (!this.#last || !this.#first) return null;
    const isOldestFirst = this.#isOldestFirst();
    const change = isOldestFirst ? this.#lastChange : firstOf(this.#last.changes);
    const first = this.#first.link === this.#last ? change : this.#first.change;
    return isOldestFirst
      ? { change, opening: this.#first.link.balance - first, closing: this.#last.balance }
      : { change, opening: this.#last.balance - change, closing: this.#first.link.balance };
  }
}
