// Dates of a CSV file. A spreadsheet rewrites the bank's form into that of its country: a date that can be one day only
// is read, one that can be several is refused.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { assertPast, dateReader, dayOf } from './days.ts';
import { quoted } from './text.ts';

/** The year comes first and has four digits, or the month is a name: there is one way to read these. */
const readSureForm = dateReader([
  ...['yyyy-M-d', 'yyyy/M/d', 'yyyy.M.d', 'yyyyMMdd', 'ddMMMyyyy', 'MMM d, yyyy', 'MMMM d, yyyy'],
  ...['d-MMM-yyyy', 'd MMM yyyy', 'd/MMM/yyyy', 'd MMMM yyyy', 'd-MMM-yy', 'd MMM yy', 'd/MMM/yy'],
]);

const onlyNumbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const yearLastForm = /^[dM]{1,2}[-/. ][dM]{1,2}[-/. ]yyyy$/;
const time = /[ T]\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?$/i;

/** The advice to a user whose file was changed by a spreadsheet. */
export const downloadAgain = 'download the file from the bank again and do not save it in a spreadsheet';

/** The first part of a date. */
type Order = 'day' | 'month' | 'year';

interface Way {
  order: Order;
  day: string;
}

/** The place of a date, and the last day that it can be. */
interface Place {
  at: number;
  field: string;
  latest: string;
}

export class CsvDays {
  readonly #forms: readonly string[];
  readonly #readOwn: (text: string) => string | undefined;
  /** The first part of the bank's own form, where the year comes last. */
  readonly #ownOrder: Order | undefined;
  /** The order of the first date of which the order matters. */
  #first: { order: Order; at: number } | undefined;

  constructor(forms: readonly string[]) {
    this.#forms = forms;
    this.#readOwn = dateReader(forms);
    const form = forms.find((one) => yearLastForm.test(one));
    this.#ownOrder = form === undefined ? undefined : form.startsWith('d') ? 'day' : 'month';
  }

  /** True if a text is a date, of one day or of several. */
  isDate(cell: string): boolean {
    return this.#readOwn(cell) !== undefined || sureDay(cell) !== undefined || waysOf(cell).length > 0;
  }

  /** Returns the day of a cell. Throws BadStatement for no day, several days, or a day after the latest. */
  day(cell: string, place: Place): string {
    const ways = waysOf(cell);
    const day = ways.length > 0 ? this.#chosen(ways, cell, place) : (this.#readOwn(cell) ?? sureDay(cell));
    if (day === undefined)
      throw new BadStatement(
        `${place.field}, ${quoted(cell)}, is not a date of this format (${this.#forms[0]}): ${downloadAgain}`,
        place.at,
      );
    assertPast(day, place.latest, place.at);
    return day;
  }

  /** The bank's own order decides, as long as no date of the same file has another one. */
  #chosen(ways: readonly Way[], cell: string, place: Place): string {
    const days = new Set(ways.map(({ day }) => day));
    const own = this.#ownOrder ? undefined : this.#readOwn(cell);
    if (own !== undefined) return own;
    const chosen =
      ways.find(({ order }) => order === this.#ownOrder) ?? (days.size === 1 ? ways[0] : undefined);
    if (!chosen)
      throw new BadStatement(
        `${place.field}, ${quoted(cell)}, can be ${[...days].join(' or ')}: ${downloadAgain}`,
        place.at,
      );
    if (days.size > 1 || ways.length === 1) this.#assertSameOrder(chosen.order, cell, place);
    return chosen.day;
  }

  #assertSameOrder(order: Order, cell: string, { at, field }: Place): void {
    this.#first ??= { order, at };
    if (this.#first.order === order) return;
    throw new BadStatement(
      `${field}, ${quoted(cell)}, has the ${order} first, but line ${this.#first.at} has the ${this.#first.order} first: ${downloadAgain}`,
      at,
    );
  }
}

const sureDay = (cell: string): string | undefined => readSureForm(cell.replace(time, ''));

/** Returns each way to read a date of numbers whose year comes last or has two digits; none for another date. */
function waysOf(cell: string): Way[] {
  const [, one, two, three] = onlyNumbers.exec(cell.replace(time, '')) ?? [];
  if (one === undefined || two === undefined || three === undefined) return [];
  const isShort = three.length === 2;
  const year = (text: string) => Number(text) + (text.length === 2 ? 2000 : 0);
  const found: [Order, string | undefined][] = [
    ['day', dayOf(year(three), Number(two), Number(one))],
    ['month', dayOf(year(three), Number(one), Number(two))],
    ['year', isShort && one.length === 2 ? dayOf(year(one), Number(two), Number(three)) : undefined],
  ];
  return found.flatMap(([order, day]) => (day === undefined ? [] : [{ order, day }]));
}
