// The periods of scheduled reports: whole days, weeks from Monday to Sunday, and months, in South African time.
import { dayOf } from '../../kernel/business-days.ts';
import { parseDay, startOfDay } from '../../kernel/calendar.ts';
import { dayMs, plus } from '../../kernel/clock.ts';
import type { AnyContext } from '../context.ts';

export const cadences = ['day', 'week', 'month'] as const;
export type Cadence = (typeof cadences)[number];

type Day = Temporal.PlainDate;

/** The time of the first business day after a period at which its report is written, South African wall-clock time. */
const writeTime = '06:00';

/** How long the content of a report is kept, in milliseconds. */
export const contentMs = 35 * dayMs;

export const contentUntil = ({ createdAt }: { createdAt: Date }): Date => plus(createdAt, contentMs);

/** Returns the first day of the period of an instant. */
export const periodAt = (every: Cadence, at: Date): Day => periodOf(every, dayOf(at));

/** Returns the first day of a day's period. */
export function periodOf(every: Cadence, day: Day): Day {
  if (every === 'day') return day;
  return every === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
}

export const periodAfter = (every: Cadence, first: Day): Day => first.add({ [`${every}s`]: 1 });

export const periodBefore = (every: Cadence, first: Day): Day => first.subtract({ [`${every}s`]: 1 });

/** Returns the instants [from, to) of a period. */
export const rangeOf = (every: Cadence, first: Day) => ({
  from: startOfDay(first),
  to: startOfDay(periodAfter(every, first)),
});

/** Returns when the report of a period is written. */
export const dueAfter = ({ policy }: AnyContext, every: Cadence, first: Day): Date =>
  policy.calendar.nextTimeOnBusinessDay(rangeOf(every, first).to, [writeTime]);

/** Writes a period: "2026-12-01", "2026-W49" or "2026-12". */
export function formatPeriod(every: Cadence, first: Day): string {
  if (every === 'day') return first.toString();
  if (every === 'month') return first.toString().slice(0, 7);
  return `${first.yearOfWeek}-W${String(first.weekOfYear).padStart(2, '0')}`;
}

/** Reads a period as it is written, or any day of it. Returns undefined for another text. */
export function parsePeriod(every: Cadence, text: string): Day | undefined {
  const day = parseDay(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text);
  if (day) return periodOf(every, day);
  const [, year = '', week = ''] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  if (every !== 'week' || year === '') return undefined;
  // The fourth of January is always in the first week.
  const first = periodOf('week', Temporal.PlainDate.from(`${year}-01-04`)).add({ weeks: Number(week) - 1 });
  return formatPeriod('week', first) === text ? first : undefined;
}
