// Reads the start of a command's time span.
import { dayMs, hourMs, minuteMs, plus } from '../kernel/clock.ts';
import { memberOf } from '../kernel/required.ts';
import { UsageError } from './command.ts';

const unitMs: Record<string, number> = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs };

/** Reads "90s", "30m", "1h" or "2d" before `now`, or an instant. */
export function readSince(given: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  if (unit !== undefined) return plus(now, -Number(count) * memberOf(unitMs, unit));
  try {
    return new Date(Temporal.Instant.from(given).epochMilliseconds);
  } catch {
    throw new UsageError(
      `--since must be a span such as 30m, 1h or 2d, or an instant such as 2026-11-21T10:00:00Z, not ${given}`,
    );
  }
}
