// Dates of statements, by the form in which a bank writes them. A form is a text such as "dd/MM/yyyy".
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { itemAt } from '../../../kernel/required.ts';
import { quoted } from './text.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

interface Parts {
  year: number | undefined;
  month: number;
  day: number;
}

/** A part of a form: takes its value from a text at a place and returns the next place, or -1. */
type Part = (text: string, at: number, into: Parts) => number;

const marks = /yyyy|yy|MMMM|MMM|MM|M|dd|d|[^yMd]/g;

/** A time can follow every date, whether its form includes one or not. */
const timeForm = /[ T]HH?:mm(?::ss)?$/;
const marksOf = (form: string): string[] => form.replace(timeForm, '').match(marks) ?? [];

/** Returns whether a text is a form of a date that names a day, a month and a year. */
export function isDateForm(form: string): boolean {
  const found = marksOf(form);
  const has = (letter: string) => found.filter((mark) => mark.startsWith(letter)).length === 1;
  return form.length <= 20 && has('y') && has('M') && has('d');
}

/** Returns the reader of dates of any of the forms: the day as "2026-12-01", or undefined. A time may follow. */
export function dateReader(forms: readonly string[]): (text: string) => string | undefined {
  const readers = forms.map(formReader);
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const trimmed = text.trim();
    const found = readers.map((read) => read(trimmed)).find((day) => day !== undefined);
    if (known.size > 1_000) known.clear();
    known.set(text, found);
    return found;
  };
}

function formReader(form: string): (text: string) => string | undefined {
  const read = partsReader(form);
  return (text) => {
    const parts = read(text);
    return parts?.year === undefined ? undefined : dayOf(parts.year, parts.month, parts.day);
  };
}

const timeAfter = /^(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/;

function partsReader(form: string): (text: string) => Parts | undefined {
  const parts = marksOf(form).map(partOf);
  return (text) => {
    const into: Parts = { year: undefined, month: 0, day: 0 };
    let at = 0;
    for (const part of parts) {
      at = part(text, at, into);
      if (at < 0) return undefined;
    }
    return timeAfter.test(text.slice(at)) ? into : undefined;
  };
}

function partOf(mark: string): Part {
  switch (mark) {
    case 'yyyy':
      return digits(4, 4, (into, value) => {
        into.year = value;
      });
    case 'yy':
      return digits(2, 2, (into, value) => {
        into.year = 2000 + value;
      });
    case 'MM':
    case 'M':
      return digits(mark.length, 2, (into, value) => {
        into.month = value;
      });
    case 'dd':
    case 'd':
      return digits(mark.length, 2, (into, value) => {
        into.day = value;
      });
    case 'MMM':
    case 'MMMM':
      return monthName;
    default:
      return (text, at) => (text[at] === mark ? at + 1 : -1);
  }
}

const digits =
  (least: number, most: number, set: (into: Parts, value: number) => void): Part =>
  (text, at, into) => {
    let end = at;
    while (end < at + most && text.charAt(end) >= '0' && text.charAt(end) <= '9') end += 1;
    if (end - at < least) return -1;
    set(into, Number(text.slice(at, end)));
    return end;
  };

/** Reads a month's name, short or long, in any letter case. */
const monthName: Part = (text, at, into) => {
  const rest = text.slice(at, at + 9).toLowerCase();
  const index = months.findIndex((name) => rest.startsWith(name));
  if (index < 0) return -1;
  into.month = index + 1;
  return at + (rest.startsWith(itemAt(longMonths, index)) ? itemAt(longMonths, index).length : 3);
};

/** Returns a day as "2026-12-01", or undefined if the calendar has no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 1990 || year > 2199 || month < 1 || month > 12 || day < 1) return undefined;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const readDayAndMonth = partsReader('d MMM');
const readDashed = partsReader('d-MMM');

/** Returns a day and month ("13 Aug", or "13-Aug" of a spreadsheet) as a day from `from` on, within a year of it. */
export function dayWithin(text: string, from: string): string | undefined {
  const parts = readDayAndMonth(text.trim()) ?? readDashed(text.trim());
  if (!parts) return undefined;
  const year = Number(from.slice(0, 4));
  return [year, year + 1]
    .map((one) => dayOf(one, parts.month, parts.day))
    .find((day) => day !== undefined && day >= from);
}

/** Returns the day of a month that is nearest to another day: the year turns between December and January. */
export function dayNear(month: number, day: number, near: string): string | undefined {
  const apart = month - Number(near.slice(5, 7));
  const turn = apart > 6 ? -1 : apart < -6 ? 1 : 0;
  return dayOf(Number(near.slice(0, 4)) + turn, month, day);
}

/** Throws BadStatement for a day that has not come yet. */
export function assertPast(day: string, today: string, at: number): void {
  if (day > today) throw new BadStatement(`the date ${day} is after today`, at);
}

/** Returns the day in a text. Throws BadStatement for any other text, or a future day. */
export function dayOrRefuse(
  read: (text: string) => string | undefined,
  text: string,
  at: number,
  today: string,
): string {
  const day = read(text);
  if (day === undefined) throw new BadStatement(`${quoted(text)} is not a date of this format`, at);
  assertPast(day, today, at);
  return day;
}

/** Throws BadStatement for a value date that is far ahead: banks value some movements days later. */
export function assertNear(day: string, today: string, at: number): void {
  if (Date.parse(day) - Date.parse(today) > 31 * 86_400_000)
    throw new BadStatement(`the value date ${day} is long after today`, at);
}
