// The format of numbers, days and hours in charts: short on axes, exact in tables.
import { zone } from '../../../kernel/calendar.ts';
import { inThousands } from '../../../kernel/formats/text.ts';
import type { Cents } from '../../../kernel/money.ts';
import { itemAt } from '../../../kernel/required.ts';
import { words } from '../../messages/index.ts';
import { clockTime } from '../../messages/time.ts';

const nbsp = '\u00a0';

/** Returns "21 Nov" for a day such as "2026-11-21". */
export function dayWord(day: string): string {
  const { day: date, month } = Temporal.PlainDate.from(day);
  return `${date}${nbsp}${itemAt(words('en').months, month - 1)}`;
}

/** Returns "14:00", in South African time. */
export const hourWord = clockTime;

/** Returns the South African day of an hour, "2026-11-21". */
export function dayOfHour(hour: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(hour.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** Returns "21 Nov, 14:00", in South African time. */
export const dayAndHour = (hour: Date): string => `${dayWord(dayOfHour(hour))}, ${hourWord(hour)}`;

/** Returns a whole number with grouped thousands: "12 345". */
export function countWord(count: number): string {
  const digits = inThousands(Math.abs(Math.round(count)).toString(), nbsp);
  return count < 0 ? `\u2212${digits}` : digits;
}

/** Returns "1 payment", "2 payments". */
export const counted = (count: number, noun: string): string =>
  `${countWord(count)} ${noun}${count === 1 ? '' : 's'}`;

const units = [
  { from: 1_000_000_000_000, word: `${nbsp}tn` },
  { from: 1_000_000_000, word: `${nbsp}bn` },
  { from: 1_000_000, word: `${nbsp}m` },
] as const;

/** Returns a number with at most three significant digits: "950", "12 400", "1,2 m". */
export function shortCount(count: number): string {
  const size = Math.abs(count);
  const unit = units.find(({ from }) => size >= from);
  if (!unit) return countWord(count);
  const scaled = size / unit.from;
  const text = scaled >= 100 ? Math.round(scaled).toString() : (Math.round(scaled * 10) / 10).toString();
  return `${count < 0 ? '\u2212' : ''}${text.replace('.', ',')}${unit.word}`;
}

/** Returns an amount for an axis: "R 12 400", "R 1,2 m". */
export function shortRand(cents: Cents | number): string {
  const rands = Number(cents) / 100;
  const text = shortCount(Math.abs(rands));
  return `${rands < 0 ? '\u2212' : ''}R${nbsp}${text}`;
}

/** Returns a share as "97,2 %"; "100 %" and "0 %" only if they are exact. */
export function shareWord(part: number, whole: number): string {
  if (whole === 0) return '\u2013';
  if (part === whole) return `100${nbsp}%`;
  if (part === 0) return `0${nbsp}%`;
  const tenths = Math.min(999, Math.max(1, Math.round((part / whole) * 1_000)));
  return `${Math.floor(tenths / 10)},${tenths % 10}${nbsp}%`;
}

/** Returns a duration: "42 s", "3 min", "1 h 20 min". */
export function durationWord(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}${nbsp}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${nbsp}min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 48) return rest === 0 ? `${hours}${nbsp}h` : `${hours}${nbsp}h${nbsp}${rest}${nbsp}min`;
  return `${Math.floor(hours / 24)}${nbsp}days`;
}
