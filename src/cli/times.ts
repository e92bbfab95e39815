// Times for people: South African, or UTC where they ask for it. The date stands with those that are not of today.
import { zone } from '../kernel/calendar.ts';

export interface Reading {
  /** The sandbox's present time, or the world's. */
  now: Date;
  isUtc: boolean;
}

const zoned = (at: Date, { isUtc }: Reading): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(isUtc ? 'UTC' : zone);

/** "10:00:00.000"; of UTC with its Z. */
export const timeOf = (at: Date, reading: Reading): string =>
  zoned(at, reading).toPlainTime().toString({ fractionalSecondDigits: 3 }) + (reading.isUtc ? 'Z' : '');

/** "10:00:00.000" of today, else "2026-11-21 10:00:00.000". */
export function momentOf(at: Date, reading: Reading): string {
  const day = zoned(at, reading).toPlainDate();
  const isToday = day.equals(zoned(reading.now, reading).toPlainDate());
  return isToday ? timeOf(at, reading) : `${day} ${timeOf(at, reading)}`;
}

const dayNames = [false, true].map(
  (isUtc) => new Intl.DateTimeFormat('en-ZA', { dateStyle: 'full', timeZone: isUtc ? 'UTC' : zone }),
);

/** "Saturday, 21 November 2026". */
export const dayOf = (at: Date, { isUtc }: Reading): string => dayNames[Number(isUtc)]!.format(at);

/** Whose times they are. */
export const zoneOf = ({ isUtc }: Reading): string => (isUtc ? 'UTC' : 'South African time');
