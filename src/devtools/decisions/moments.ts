// Times as a developer writes them for the sandbox: an instant, or how long it is until then.
import { zone } from '../../kernel/calendar.ts';

/** An instant like "2027-04-27T16:01:00+02:00"; undefined for anything else. */
export function readInstant(given: unknown): Date | undefined {
  try {
    return new Date(Temporal.Instant.from(given as string).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** `now` and an ISO 8601 duration like "P40D"; undefined for anything else. Days and months are South African ones. */
export function readDuration(now: Date, given: unknown): Date | undefined {
  try {
    const duration = Temporal.Duration.from(given as string);
    const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
    return new Date(zoned.add(duration).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** How long it is from one instant to another, as an ISO 8601 duration like "P3DT4H". */
export function durationBetween(from: Date, to: Date): string {
  const passed = Temporal.Duration.from({ milliseconds: to.getTime() - from.getTime() });
  return passed.round({ largestUnit: 'days' }).toString();
}
