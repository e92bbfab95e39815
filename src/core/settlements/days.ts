// Which business day an instant belongs to. A day ends with its cut-off, which is the day's own; what comes after it,
// and on days that are no business days, is the next business day's.
import { at, dayOf } from '../../kernel/business-days.ts';
import { startOfDay } from '../../kernel/calendar.ts';
import type { Policy } from '../policy.ts';

type CutOffPolicy = Pick<Policy, 'calendar' | 'settlementCutOff'>;

export interface ClosedDay {
  day: Temporal.PlainDate;
  /** The day's last instant. */
  cutOffAt: Date;
}

function close(policy: CutOffPolicy, day: Temporal.PlainDate): ClosedDay {
  return { day, cutOffAt: at(day, policy.settlementCutOff) };
}

/** The business day that an instant belongs to. */
export function dayCovering(policy: CutOffPolicy, instant: Date): ClosedDay {
  const today = close(policy, dayOf(instant));
  const isToday = policy.calendar.isBusinessDay(today.day) && instant <= today.cutOffAt;
  return isToday ? today : close(policy, policy.calendar.nextBusinessDay(today.day));
}

/** The last business day whose cut-off is not after an instant. */
export function lastClosed(policy: CutOffPolicy, instant: Date): ClosedDay {
  const today = close(policy, dayOf(instant));
  const isClosed = policy.calendar.isBusinessDay(today.day) && today.cutOffAt <= instant;
  return isClosed ? today : close(policy, policy.calendar.previousBusinessDay(today.day));
}

/** When the next business day after `day` begins: money made on one day is paid on the next. */
export function startOfNext(policy: CutOffPolicy, day: Temporal.PlainDate): Date {
  return startOfDay(policy.calendar.nextBusinessDay(day));
}
