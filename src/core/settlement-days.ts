// Finds the business day of an instant. A day ends with its cut-off, which belongs to it; later instants, and those on
// other days, belong to the next business day.
import { at, dayOf } from '../kernel/business-days.ts';
import { startOfDay } from '../kernel/calendar.ts';
import type { Policy } from './policy.ts';

type CutOffPolicy = Pick<Policy, 'calendar' | 'settlementCutOff'>;

export interface ClosedDay {
  day: Temporal.PlainDate;
  /** The day's last instant. */
  cutOffAt: Date;
}

function close(policy: CutOffPolicy, day: Temporal.PlainDate): ClosedDay {
  return { day, cutOffAt: at(day, policy.settlementCutOff) };
}

export function dayCovering(policy: CutOffPolicy, instant: Date): ClosedDay {
  const today = close(policy, dayOf(instant));
  const isToday = policy.calendar.isBusinessDay(today.day) && instant <= today.cutOffAt;
  return isToday ? today : close(policy, policy.calendar.nextBusinessDay(today.day));
}

/** Returns the last business day whose cut-off is not after an instant. */
export function lastClosed(policy: CutOffPolicy, instant: Date): ClosedDay {
  const today = close(policy, dayOf(instant));
  const isClosed = policy.calendar.isBusinessDay(today.day) && today.cutOffAt <= instant;
  return isClosed ? today : close(policy, policy.calendar.previousBusinessDay(today.day));
}

/** Returns the start of the next business day after `day`: money of one day is paid on the next. */
export function startOfNext(policy: CutOffPolicy, day: Temporal.PlainDate): Date {
  return startOfDay(policy.calendar.nextBusinessDay(day));
}
