// Instants as customers read them: South African time, with the month's name from the word tables.
import { hourMs } from '../../kernel/clock.ts';
import { type Language, words } from './index.ts';

// Africa/Johannesburg has been two hours ahead of UTC, without summer time, since 1944.
const offsetMs = 2 * hourMs;

function local(instant: Date): Date {
  return new Date(instant.getTime() + offsetMs);
}

function two(n: number): string {
  return n.toString().padStart(2, '0');
}

/** "21 Nov 2026" in the language, of a day such as "2026-11-21". */
export function dayText(language: Language, day: string): string {
  const { day: date, month, year } = Temporal.PlainDate.from(day);
  return `${date}\u00a0${words(language).months[month - 1]!}\u00a0${year}`;
}

/** "21 Nov 2026, 14:05" in the language, on South African clocks. */
export function dateTime(language: Language, instant: Date): string {
  return `${dayText(language, local(instant).toISOString().slice(0, 10))}, ${clockTime(instant)}`;
}

/** "14:05" on South African clocks. */
export function clockTime(instant: Date): string {
  const at = local(instant);
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** "14:05" when that is today, else with its date: as short as it can be without being unclear. */
export function shortTime(language: Language, instant: Date, now: Date): string {
  const sameDay = local(instant).toISOString().slice(0, 10) === local(now).toISOString().slice(0, 10);
  return sameDay ? clockTime(instant) : dateTime(language, instant);
}
