// Instants for customers: South African time, with the month's name in their language.
import { hourMs } from '../../kernel/clock.ts';
import { itemAt } from '../../kernel/required.ts';
import { type Language, words } from './index.ts';

// Africa/Johannesburg has been two hours ahead of UTC, without summer time, since 1944.
const offsetMs = 2 * hourMs;

function local(instant: Date): Date {
  return new Date(instant.getTime() + offsetMs);
}

function two(n: number): string {
  return n.toString().padStart(2, '0');
}

/** Returns "21 Nov 2026" in the language for a day such as "2026-11-21". */
export function dayText(language: Language, day: string): string {
  const { day: date, month, year } = Temporal.PlainDate.from(day);
  return `${date}\u00a0${itemAt(words(language).months, month - 1)}\u00a0${year}`;
}

/** Returns "Nov 2026" in the language for a day of the month. */
export function monthText(language: Language, day: string): string {
  const { month, year } = Temporal.PlainDate.from(day);
  return `${itemAt(words(language).months, month - 1)}\u00a0${year}`;
}

/** Returns "21 Nov 2026, 14:05" in the language, in South African time. */
export function dateTime(language: Language, instant: Date): string {
  return `${dayText(language, local(instant).toISOString().slice(0, 10))}, ${clockTime(instant)}`;
}

/** Returns "14:05" in South African time. */
export function clockTime(instant: Date): string {
  const at = local(instant);
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** Returns "14:05" if that is today, else with the date: as short as possible without being unclear. */
export function shortTime(language: Language, instant: Date, now: Date): string {
  const sameDay = local(instant).toISOString().slice(0, 10) === local(now).toISOString().slice(0, 10);
  return sameDay ? clockTime(instant) : dateTime(language, instant);
}
