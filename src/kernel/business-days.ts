// South African business days: every day but Saturdays, Sundays and public holidays. `npm run docs` writes the holidays
// of 1900 to 3199 to a table from a library's rules. The operator adds days that are proclaimed or withdrawn.
import { readFileSync } from 'node:fs';
import { zone } from './calendar.ts';

/** The operator's corrections of the table: days ("2026-12-24") that are holidays, and days that are not. */
export interface HolidayOverrides {
  add: string[];
  remove: string[];
}

export interface BusinessCalendar {
  isHoliday(day: Temporal.PlainDate): boolean;
  isBusinessDay(day: Temporal.PlainDate): boolean;
  /** The first business day after `day`. */
  nextBusinessDay(day: Temporal.PlainDate): Temporal.PlainDate;
  /** The last business day before `day`. */
  previousBusinessDay(day: Temporal.PlainDate): Temporal.PlainDate;
  /** The next instant after `now` at which the wall-clock time is one of `times` ("10:00") on a business day. */
  nextTimeOnBusinessDay(now: Date, times: readonly string[]): Date;
}

/** The South African day of an instant. */
export function dayOf(instant: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

/** The South African wall-clock time of an instant. */
export function timeOf(instant: Date): Temporal.PlainTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainTime();
}

// Read on first use: most commands need no day.
let table: Record<string, string> | undefined;

function listedDays(year: number): string[] {
  table ??= JSON.parse(readFileSync(new URL('./holidays.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  return table[year]?.split(' ') ?? [];
}

/** The calendar of South Africa with the operator's own days. */
export function createCalendar(overrides: HolidayOverrides): BusinessCalendar {
  const years = new Map<number, Set<string>>();
  const [added, removed] = [new Set(overrides.add), new Set(overrides.remove)];

  function holidaysOf(year: number): Set<string> {
    let days = years.get(year);
    if (!days) {
      days = new Set(listedDays(year).map((day) => `${year}-${day}`));
      years.set(year, days);
    }
    return days;
  }
  const isHoliday = (day: Temporal.PlainDate): boolean => {
    const text = day.toString();
    return !removed.has(text) && (added.has(text) || holidaysOf(day.year).has(text));
  };
  const isBusinessDay = (day: Temporal.PlainDate): boolean => day.dayOfWeek <= 5 && !isHoliday(day);
  function step(day: Temporal.PlainDate, days: 1 | -1): Temporal.PlainDate {
    let next = day.add({ days });
    while (!isBusinessDay(next)) next = next.add({ days });
    return next;
  }
  return {
    isHoliday,
    isBusinessDay,
    nextBusinessDay: (day) => step(day, 1),
    previousBusinessDay: (day) => step(day, -1),
    nextTimeOnBusinessDay: (now, times) => {
      const today = dayOf(now);
      for (let day = isBusinessDay(today) ? today : step(today, 1); ; day = step(day, 1)) {
        const instants = times.map((time) => at(day, time)).sort((a, b) => a.getTime() - b.getTime());
        const next = instants.find((instant) => instant > now);
        if (next) return next;
      }
    },
  };
}

/** The instant of a wall-clock time ("16:00" or "23:59:59.999") on a South African day. */
export function at(day: Temporal.PlainDate, time: string): Date {
  const zoned = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) });
  return new Date(zoned.epochMilliseconds);
}
