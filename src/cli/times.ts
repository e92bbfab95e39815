// Times for users: South African, or UTC on request. The date is added unless it is today.
import { zone } from '../kernel/calendar.ts';
import { itemAt } from '../kernel/required.ts';

export interface Reading {
  /** The sandbox's current time, or the real one. */
  now: Date;
  isUtc: boolean;
}

const zoned = (at: Date, { isUtc }: Reading): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(isUtc ? 'UTC' : zone);

/** Returns "10:00:00.000", with a Z for UTC. */
export const timeOf = (at: Date, reading: Reading): string =>
  zoned(at, reading).toPlainTime().toString({ fractionalSecondDigits: 3 }) + (reading.isUtc ? 'Z' : '');

/** Returns "10:00:00.000" for today, else "2026-11-21 10:00:00.000". */
export function momentOf(at: Date, reading: Reading): string {
  const day = zoned(at, reading).toPlainDate();
  const isToday = day.equals(zoned(reading.now, reading).toPlainDate());
  return isToday ? timeOf(at, reading) : `${day} ${timeOf(at, reading)}`;
}

const dayNames = [false, true].map(
  (isUtc) => new Intl.DateTimeFormat('en-ZA', { dateStyle: 'full', timeZone: isUtc ? 'UTC' : zone }),
);

/** Returns "Saturday, 21 November 2026". */
export const dayOf = (at: Date, { isUtc }: Reading): string => itemAt(dayNames, Number(isUtc)).format(at);

export const zoneOf = ({ isUtc }: Reading): string => (isUtc ? 'UTC' : 'South African time');
