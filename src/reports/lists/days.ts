// Days as filters name them. A word means other days tomorrow: that is why it stays a word in the address.
import { dayRange, parseDay, zone } from '../../kernel/calendar.ts';

type Day = Temporal.PlainDate;

const startOfQuarter = (today: Day): Day =>
  today.with({ day: 1 }).subtract({ months: (today.month - 1) % 3 });

const words: Record<string, (today: Day) => [first: Day, last: Day]> = {
  today: (today) => [today, today],
  yesterday: (today) => [today.subtract({ days: 1 }), today.subtract({ days: 1 })],
  // Today is one of them.
  '7d': (today) => [today.subtract({ days: 6 }), today],
  '30d': (today) => [today.subtract({ days: 29 }), today],
  month: (today) => [today.with({ day: 1 }), today],
  'last-month': (today) => {
    const first = today.with({ day: 1 });
    return [first.subtract({ months: 1 }), first.subtract({ days: 1 })];
  },
  quarter: (today) => [startOfQuarter(today), today],
  'last-quarter': (today) => {
    const first = startOfQuarter(today);
    return [first.subtract({ months: 3 }), first.subtract({ days: 1 })];
  },
};

export const dayWords = Object.keys(words);

/**
 * Returns the instants [from, to) of the South African days of a word or a date ("2026-11-21"): a range that starts
 * with it begins at its `from`, one that ends with it ends at its `to`. Returns undefined for other texts.
 */
export function daysOf(text: string, now: Date): { from: Date; to: Date } | undefined {
  const word = Object.hasOwn(words, text) ? words[text] : undefined;
  if (word) return dayRange(...word(todayAt(now)));
  const day = text.length === 10 ? parseDay(text) : undefined;
  return day && dayRange(day, day);
}

function todayAt(now: Date): Day {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}
