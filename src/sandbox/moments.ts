// Times that a developer writes for the sandbox: an instant, or a duration until then.
import { zone } from '../kernel/calendar.ts';

/** Reads an instant like "2027-04-27T16:01:00+02:00". Returns undefined for anything else. */
export function readInstant(given: unknown): Date | undefined {
  try {
    return new Date(Temporal.Instant.from(given as string).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Adds an ISO 8601 duration like "P40D", with South African days and months. Returns undefined for another text. */
export function readDuration(now: Date, given: unknown): Date | undefined {
  try {
    const duration = Temporal.Duration.from(given as string);
    const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
    return new Date(zoned.add(duration).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Returns the time between two instants as an ISO 8601 duration like "P3DT4H". */
export function durationBetween(from: Date, to: Date): string {
  const passed = Temporal.Duration.from({ milliseconds: to.getTime() - from.getTime() });
  return passed.round({ largestUnit: 'days' }).toString();
}
