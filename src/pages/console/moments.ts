// Moments as people type them: how far back, a day, or an instant.
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { memberOf } from '../../kernel/required.ts';
import { daysOf } from '../../reports/lists/days.ts';
import { Refusal } from './visit.ts';

const unitMs: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs };

/**
 * Reads "30m", "2h" or "7d" before `now`, a South African day, of which `edge` is meant, or an instant. Throws Refusal,
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
    const message = `${field} is a time like 2h or 7d, a day like 2026-11-20, or an instant like 2026-11-20T10:00:00Z.`;
    throw new Refusal(422, message, field);
  }
}
