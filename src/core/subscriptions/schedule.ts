// The schedule of a subscription: the dates of its occurrences, their moves around holidays, and the retries of failed
// charges. Pure functions of dates.
import { at, type BusinessCalendar, dayOf } from '../../kernel/business-days.ts';
import type { HolidayRule } from '../merchants/actions.ts';
import type { Frequency } from './store.ts';

const steps: Record<Frequency, (count: number) => Temporal.DurationLike> = {
  Daily: (days) => ({ days }),
  Weekly: (weeks) => ({ weeks }),
  Fortnightly: (count) => ({ weeks: 2 * count }),
  Monthly: (months) => ({ months }),
  Biannually: (count) => ({ months: 6 * count }),
  Annually: (years) => ({ years }),
};

/**
 * Returns the nominal day of an occurrence, counted from 1. Each is computed from the first date, not from the one
 * before, so that the 31st comes back after a short month: 31 January, 28 February, 31 March.
 */
export function dueDate(
  first: Temporal.PlainDate,
  frequency: Frequency,
  occurrence: number,
): Temporal.PlainDate {
  return first.add(steps[frequency](occurrence - 1));
}

/** Returns the day on which a due date is charged: moved by the site's rule when banks rest, except a daily one. */
export function chargeDate(
  due: Temporal.PlainDate,
  frequency: Frequency,
  rule: HolidayRule,
  calendar: BusinessCalendar,
): Temporal.PlainDate {
  if (frequency === 'Daily' || rule === 'none' || calendar.isBusinessDay(due)) return due;
  return rule === 'before' ? calendar.previousBusinessDay(due) : calendar.nextBusinessDay(due);
}

/** Returns when a failed charge is retried: at the charge time on the next business day after `now`'s. */
export function retryAt(now: Date, chargeTime: string, calendar: BusinessCalendar): Date {
  return at(calendar.nextBusinessDay(dayOf(now)), chargeTime);
}

/** This many failed occurrences in a row end a subscription. */
export const failuresInARow = 3;

/** True if enough of the failed occurrences are in a row to end the subscription. */
export function hasFailedRow(failed: readonly number[]): boolean {
  const all = new Set(failed);
  return failed.some((last) =>
    Array.from({ length: failuresInARow }, (_, back) => last - back).every((one) => all.has(one)),
  );
}
