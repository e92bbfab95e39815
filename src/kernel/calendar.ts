// South African calendar days. The country has one offset all year and has had since 1944, but the zone's own
// rules are asked all the same: a business day is never worked out by adding hours.

/** The time zone of all days and times that people read. */
export const zone = 'Africa/Johannesburg';
const day = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;

/** Reads a whole day ("2026-11-21"; any time part is discarded). Undefined when it is no date. */
export function parseDay(text: string): Temporal.PlainDate | undefined {
  const match = day.exec(text);
  if (!match) return undefined;
  try {
    return Temporal.PlainDate.from(match[1]!, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

// PostgreSQL reads no ISO timestamp of a year before 1, and "0001-01-01" is some platforms' way to say "from ever".
const firstInstant = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;

/** The instant at which a South African day begins. */
export function startOfDay(date: Temporal.PlainDate): Date {
  return new Date(Math.max(date.toZonedDateTime(zone).epochMilliseconds, firstInstant));
}

/** The half-open range of instants [from, to) of the whole days `first` to `last`, both included. */
export function dayRange(first: Temporal.PlainDate, last: Temporal.PlainDate): { from: Date; to: Date } {
  return { from: startOfDay(first), to: startOfDay(last.add({ days: 1 })) };
}

/** The South African wall-clock time of an instant as ISO 8601 with its offset. */
export function localTime(instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return zoned.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
}
