// Times as users type them: a span such as 2h, a day, or an instant.
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { memberOf } from '../../kernel/required.ts';
import { daysOf } from '../../reports/lists/days.ts';
import { Refusal } from './visit.ts';

const unitMs: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs };

/**
 * Reads "30m", "2h" or "7d" before `now`, the `edge` of a South African day, or an instant. Throws Refusal,
 * which names the field.
 */
export function momentOf(typed: string, now: Date, field: string, edge: 'from' | 'to'): Date {
  const text = typed.trim();
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (unit !== undefined) return plus(now, -Number(count) * memberOf(unitMs, unit));
  const days = daysOf(text, now);
  if (days) return days[edge];
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds);
  } catch {
    const message = `Enter ${field} as a span (2h, 7d), a date (2026-11-20) or a time (2026-11-20T10:00:00Z).`;
    throw new Refusal(422, message, field);
  }
}
