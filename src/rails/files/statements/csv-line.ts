// One row of a CSV file by its profile: a line with what it moved, or a row that only has the balance.
import { BadStatement, type ReportedLine } from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { readAmount } from './amounts.ts';
import { CsvDays, downloadAgain } from './csv-days.ts';
import { titleOf } from './csv-fit.ts';
import { assertWholeNumber } from './csv-preamble.ts';
import type { Row } from './csv-rows.ts';
import { assertNear, dayOrRefuse } from './days.ts';
import type { Columns, Layout, Profile } from './profile.ts';
import { assertNoNull, cleanText, joined, quoted } from './text.ts';

export type ReadRow =
  | { kind: 'skipped' }
  | { kind: 'balance'; label: string; balance: Cents | null }
  | { kind: 'line'; line: ReportedLine; fee: Cents; account: string | null };

/** The columns' places in a row; -1 for one that the layout does not have. */
type Places = { [name in Exclude<keyof Columns, 'description'>]-?: number } & { description: number[] };

function placesIn({ header, columns }: Layout): Places {
  const titles = header.map(titleOf);
  const place = (title: string | undefined) => (title === undefined ? -1 : titles.indexOf(titleOf(title)));
  return {
    date: place(columns.date),
    valueDate: place(columns.valueDate),
    description: columns.description.map(place),
    reference: place(columns.reference),
    amount: place(columns.amount),
    in: place(columns.in),
    out: place(columns.out),
    fee: place(columns.fee),
    balance: place(columns.balance),
    account: place(columns.account),
  };
}

/** A spreadsheet's accounting format writes a dash for nothing. */
const noAmount = /^(?:R|ZAR)?\s*-$/i;

const names = {
  amount: 'the amount',
  in: 'the money in',
  out: 'the money out',
  fee: 'the fee',
  balance: 'the balance',
};

/** Reads the rows of one layout. */
export class RowReader {
  readonly #profile: Profile;
  readonly #places: Places;
  readonly #today: string;
  readonly days: CsvDays;
  /** How many cells a row must have at least, and may have at most with something in them. */
  readonly #least: number;
  readonly #most: number;

  constructor(profile: Profile, layout: Layout, today: string) {
    this.#profile = profile;
    this.#places = placesIn(layout);
    this.#today = today;
    this.days = new CsvDays(profile.date);
    const { description, ...single } = this.#places;
    const isText = new Set([...description, single.reference]);
    this.#least = Math.max(...description, ...Object.values(single).filter((at) => !isText.has(at))) + 1;
    this.#most = layout.header.length;
  }

  /** True if a row begins with a date, as lines do where there are no titles. */
  hasDate({ cells }: Row): boolean {
    return this.days.isDate(cells[this.#places.date] ?? '');
  }

  /** Throws BadStatement for a row that moves money where none may: before the titles. */
  assertNoMovement(row: Row): void {
    const { amount, in: into, out } = this.#places;
    const movesMoney = [amount, into, out].some(
      (place) => place >= 0 && readAmount(row.cells[place] ?? '', this.#profile.decimals) !== undefined,
    );
    if (movesMoney && this.hasDate(row))
      throw new BadStatement('a movement comes before the column titles', row.at);
  }

  /** Parses a row. `dayOf` reads its date where the profile's forms are not enough. */
  read({ cells, at }: Row, dayOf?: (text: string) => string | undefined): ReadRow {
    const filled = cells.find((cell) => cell !== '');
    if (filled === undefined) return { kind: 'skipped' };
    const { description, reference } = this.#places;
    const texts = description.map((place) => cleanText(cells[place] ?? '', at));
    const label = texts.find((text) => text !== '') ?? cleanText(filled, at);
    const other = this.#noise(cells, label, at) ?? this.#noise(cells, cleanText(filled, at), at);
    if (other) return other;
    this.#assertWhole(cells, at);
    const own = reference < 0 ? '' : cleanText(cells[reference] ?? '', at);
    const text = joined([...texts, own]);
    const amount = this.#amount(cells, at);
    const isPending = this.#profile.pending?.test(text) ?? false;
    const booked = this.#day(cells[this.#places.date]!, at, dayOf, isPending);
    return {
      kind: 'line',
      fee: this.#fee(cells, at),
      account: this.#account(cells, at),
      line: {
        at,
        bookedOn: booked,
        valueOn: this.#valueDay(cells, at) ?? booked,
        amount,
        text,
        reference: own,
        type: '',
        bankKey: null,
        status: isPending ? 'pending' : 'booked',
        isReversal: false,
        payer: null,
        balance: isPending ? null : this.#balance(cells, at),
        hint: this.#hint(text, amount),
      },
    };
  }

  /** Returns the content of a row without a movement; undefined for a line. */
  #noise(cells: string[], label: string, at: number): ReadRow | undefined {
    const { skip, balances, pending } = this.#profile;
    if (balances?.test(label)) {
      const amount = this.#money(cells, 'amount', at, true);
      const balance = this.#money(cells, 'balance', at, true);
      if (amount && pending?.test(label)) return undefined;
      // A row with both is a line whose description begins with the same words.
      if (amount === undefined || amount === 0n || balance === undefined || amount === balance)
        return { kind: 'balance', label, balance: balance ?? amount ?? null };
    }
    return skip?.test(label) ? { kind: 'balance', label, balance: null } : undefined;
  }

  #assertWhole(cells: string[], at: number): void {
    if (cells.length < this.#least)
      throw new BadStatement(`the row is cut off: it has ${cells.length} of ${this.#most} columns`, at);
    if (cells.slice(this.#most).some((cell) => cell !== ''))
      throw new BadStatement(`the row has more than its ${this.#most} columns`, at);
  }

  /** Returns an amount in cents, undefined for an empty cell; and for one that is no amount, where that is allowed. */
  #money(cells: string[], name: keyof typeof names, at: number, mayFail = false): Cents | undefined {
    const cell = cells[this.#places[name]] ?? '';
    if (cell === '' || noAmount.test(cell)) return undefined;
    if (!mayFail) assertNoNull(cell, at, names[name]);
    const cents = readAmount(cell, this.#profile.decimals);
    if (cents === undefined && !mayFail)
      throw new BadStatement(`${names[name]}, ${quoted(cell)}, is not an amount: ${downloadAgain}`, at);
    return cents;
  }

  #amount(cells: string[], at: number): Cents {
    if (this.#places.amount >= 0) {
      const amount = this.#money(cells, 'amount', at);
      if (amount === undefined && this.#money(cells, 'fee', at) === undefined)
        throw new BadStatement('the row has no amount', at);
      return amount ?? 0n;
    }
    const [into, out] = [this.#money(cells, 'in', at), this.#money(cells, 'out', at)];
    if (into === undefined && out === undefined && this.#money(cells, 'fee', at) === undefined)
      throw new BadStatement('the row has no amount', at);
    if (into !== undefined && into < 0n) throw new BadStatement('the money in is less than zero', at);
    if (into && out) throw new BadStatement('the row has money in and money out', at);
    const leaves = out ?? 0n;
    return (into ?? 0n) - (leaves < 0n ? -leaves : leaves);
  }

  /** A fee leaves, whether it is written with a sign or without. */
  #fee(cells: string[], at: number): Cents {
    const fee = this.#money(cells, 'fee', at) ?? 0n;
    return fee > 0n ? -fee : fee;
  }

  #balance(cells: string[], at: number): Cents | null {
    if (this.#places.balance < 0) return null;
    const balance = this.#money(cells, 'balance', at);
    if (balance === undefined) throw new BadStatement('the row has no balance', at);
    return balance;
  }

  #day(
    cell: string,
    at: number,
    dayOf: ((text: string) => string | undefined) | undefined,
    isPending: boolean,
  ): string {
    assertNoNull(cell, at, 'the date');
    const latest = isPending ? '9999-12-31' : this.#today;
    return dayOf
      ? dayOrRefuse(dayOf, cell, at, latest)
      : this.days.day(cell, { at, field: 'the date', latest });
  }

  #valueDay(cells: string[], at: number): string | undefined {
    const cell = cells[this.#places.valueDate] ?? '';
    if (cell === '') return undefined;
    assertNoNull(cell, at, 'the value date');
    const day = this.days.day(cell, { at, field: 'the value date', latest: '9999-12-31' });
    assertNear(day, this.#today, at);
    return day;
  }

  #account(cells: string[], at: number): string | null {
    const cell = cells[this.#places.account] ?? '';
    assertNoNull(cell, at, 'the account');
    assertWholeNumber(cell, at);
    return cell === '' ? null : cleanText(cell, at);
  }

  /** Money that comes in is not a charge, whatever its text. */
  #hint(text: string, amount: Cents): ReportedLine['hint'] {
    if (amount < 0n && this.#profile.charges?.test(text)) return 'charge';
    return this.#profile.interest?.test(text) ? 'interest' : null;
  }
}
