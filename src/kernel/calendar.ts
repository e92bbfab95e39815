// South African calendar days. The country has had one offset all year since 1944. The code still reads the zone's
// rules and never finds a business day by adding hours.

import { itemAt } from './required.ts';

/** The time zone of all days and times shown to users. */
export const zone = 'Africa/Johannesburg';
const day = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;

/** Reads a whole day ("2026-11-21"; any time part is discarded). Returns undefined when it is not a date. */
export function parseDay(text: string): Temporal.PlainDate | undefined {
  const match = day.exec(text);
  if (!match) return undefined;
  try {
    return Temporal.PlainDate.from(itemAt(match, 1), { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

// PostgreSQL rejects ISO timestamps of years before 1, and some platforms write "0001-01-01" for "from the beginning".
const firstInstant = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;

/** The instant at which a South African day begins. */
export function startOfDay(date: Temporal.PlainDate): Date {
  return new Date(Math.max(date.toZonedDateTime(zone).epochMilliseconds, firstInstant));
}

/** The half-open range of instants [from, to) of the whole days `first` to `last`, both included. */
export function dayRange(first: Temporal.PlainDate, last: Temporal.PlainDate): { from: Date; to: Date } {
  return { from: startOfDay(first), to: startOfDay(last.add({ days: 1 })) };
}

/** The zone's offset in the hour of the last call: a list of times needs the same hour again and again. */
let known = { hour: Number.NaN, ms: 0, text: '' };

/** The South African wall-clock time of an instant as ISO 8601 with its offset. */
export function localTime(instant: Date): string {
  const time = instant.getTime();
  const hour = Math.floor(time / 3_600_000);
  if (hour !== known.hour) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
    known = { hour, ms: zoned.offsetNanoseconds / 1e6, text: zoned.offset };
  }
  return new Date(time + known.ms).toISOString().slice(0, -1) + known.text;
}
