// The period of an account statement: a month, a word such as last-month, or two dates.
import { dayOf } from '../../kernel/business-days.ts';
import { dayRange, parseDay } from '../../kernel/calendar.ts';
import { daysOf } from '../lists/days.ts';

type Day = Temporal.PlainDate;

/** Whole South African days, both included, and their instants [from, to). */
export interface Period {
  first: Day;
  last: Day;
  from: Date;
  to: Date;
}

export interface WrongPeriod {
  field: 'period' | 'day' | 'from' | 'to';
  message: string;
}

export const periodWords = ['this-month', 'last-month', 'this-quarter', 'last-quarter'] as const;
export type PeriodWord = (typeof periodWords)[number];

const monthText = /^\d{4}-\d{2}$/;

export type ReadPeriod = { period: Period; wrong?: undefined } | { period?: undefined; wrong: WrongPeriod };

/** Reads the parameters of a period; without any, this month. Dates can also be words, such as today or 7d. */
export function readPeriod(
  { period = '', from = '', to = '' }: { period?: string; from?: string; to?: string },
  now: Date,
): ReadPeriod {
  if (period !== '' && (from !== '' || to !== ''))
    return { wrong: { field: 'period', message: 'Give a period, or dates, not both.' } };
  if (from === '' && to === '') return readNamed(period === '' ? 'this-month' : period, now);
  const first = firstOf(from, now);
  if (!first)
    return {
      wrong: {
        field: 'from',
        message: `${from === '' ? 'Enter the first day' : 'Enter a date'} as YYYY-MM-DD.`,
      },
    };
  const last = to === '' ? dayOf(now) : lastOf(to, now);
  if (!last) return { wrong: { field: 'to', message: 'Enter a date as YYYY-MM-DD.' } };
  if (Temporal.PlainDate.compare(first, last) > 0)
    return { wrong: { field: 'to', message: 'The last day is before the first.' } };
  return { period: periodOf(first, last) };
}

function readNamed(text: string, now: Date) {
  const days = (periodWords as readonly string[]).includes(text)
    ? daysOfWord(text as PeriodWord, dayOf(now))
    : monthOf(text);
  if (days) return { period: periodOf(...days) };
  const message = `Enter a month as YYYY-MM, or one of ${periodWords.join(', ')}.`;
  return { wrong: { field: 'period' as const, message } };
}

function daysOfWord(word: PeriodWord, today: Day): [Day, Day] {
  const [way, unit] = word.split('-') as ['this' | 'last', 'month' | 'quarter'];
  const months = unit === 'month' ? 1 : 3;
  const start = today.with({ day: 1 }).subtract({ months: (today.month - 1) % months });
  const first = way === 'this' ? start : start.subtract({ months });
  return [first, first.add({ months }).subtract({ days: 1 })];
}

function monthOf(text: string): [Day, Day] | undefined {
  const first = monthText.test(text) ? parseDay(`${text}-01`) : undefined;
  return first && [first, first.add({ months: 1 }).subtract({ days: 1 })];
}

const firstOf = (text: string, now: Date): Day | undefined => {
  const range = daysOf(text, now);
  return range && dayOf(range.from);
};

const lastOf = (text: string, now: Date): Day | undefined => {
  const range = daysOf(text, now);
  return range && dayOf(new Date(range.to.getTime() - 1));
};

const periodOf = (first: Day, last: Day): Period => ({ first, last, ...dayRange(first, last) });

/** Returns the month before (-1) or after (1) the first day of a period, as an address has it. */
export const monthBeside = ({ first }: Period, months: -1 | 1): string =>
  first.add({ months }).toString().slice(0, 7);
