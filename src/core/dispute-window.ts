// How long a collected debit order can be returned to its payer. The rule changes on known days; the day of the
// collection decides which rule applies.
import { dayOf } from '../kernel/business-days.ts';

/** The newest rule first. SARB and FSCA lengthened the window on 13 April 2026, for all instruments. */
const windows = [
  { since: Temporal.PlainDate.from('2026-04-13'), days: 60 },
  { since: undefined, days: 40 },
] as const;

/** When a bank that does not report returns is queried, in days after the collection; the last day of the window follows. */
const earlyEnquiryDays = [1, 3, 7, 40];

/** Returns the number of days after its collection within which a charge can be returned. */
export function disputeDays(collectedAt: Date): number {
  const day = dayOf(collectedAt);
  return windows.find(({ since }) => !since || Temporal.PlainDate.compare(day, since) >= 0)!.days;
}

/** Returns the last South African day on which a charge can be returned. */
export const lastDisputeDay = (collectedAt: Date): Temporal.PlainDate =>
  dayOf(collectedAt).add({ days: disputeDays(collectedAt) });

/** True if a charge can be returned at `now`. */
export const isDisputable = (collectedAt: Date, now: Date): boolean =>
  Temporal.PlainDate.compare(dayOf(now), lastDisputeDay(collectedAt)) <= 0;

/** Returns the days after its collection on which the bank is queried about a charge, in order. */
export function enquiryDays(collectedAt: Date): number[] {
  const last = disputeDays(collectedAt);
  return [...earlyEnquiryDays.filter((days) => days < last), last];
}
