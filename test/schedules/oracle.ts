// A second implementation of a subscription's charge dates, with whole numbers alone: a day is its number, months are
// divided with remainder, Easter comes from its epact. Shares no code with the service and no calendar with the language.

/** "after" and the rest, as the site's setting has them. */
export type Rule = 'none' | 'before' | 'after';

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** How many days a month has; January is 0. */
export const daysIn = (year: number, month: number): number =>
  month === 1 && isLeap(year) ? 29 : lengths[month]!;

const firstYear = 1900;
const lastYear = 2700;

// The number of the first day of each month, counted from Monday, 1 January 1900.
const firsts: number[] = [];
for (let year = firstYear, day = 0; year <= lastYear; year += 1) {
  for (let month = 0; month < 12; month += 1) {
    firsts.push(day);
    day += daysIn(year, month);
  }
}

/** A day's number; the day after a Sunday is one that divides by seven. */
export const numberOf = (year: number, month: number, day: number): number =>
  firsts[(year - firstYear) * 12 + month]! + day - 1;

/** "2026-12-01" of a day's number. */
export function textOf(number: number): string {
  let [low, high] = [0, firsts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (firsts[middle]! <= number) low = middle;
    else high = middle;
  }
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${firstYear + Math.floor(low / 12)}-${two((low % 12) + 1)}-${two(number - firsts[low]! + 1)}`;
}

/** The number of Easter Sunday, by its epact: the Sunday after the full moon that follows the equinox. */
function easter(year: number): number {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const leapsLeftOut = Math.floor((3 * century) / 4) - 12;
  const moonSlip = Math.floor((8 * century + 5) / 25) - 5;
  let epact = (((11 * golden + 20 + moonSlip - leapsLeftOut) % 30) + 30) % 30;
  if (epact === 24 || (epact === 25 && golden > 11)) epact += 1;
  // The full moon's day of March; it may lie in April.
  let moon = 44 - epact;
  if (moon < 21) moon += 30;
  const full = numberOf(year, 2, 1) + moon - 1;
  return full + 7 - ((full + 1) % 7);
}

const fixed: [month: number, day: number][] = [
  [0, 1],
  [2, 21],
  [3, 27],
  [4, 1],
  [5, 16],
  [7, 9],
  [8, 24],
  [11, 16],
  [11, 25],
  [11, 26],
];
/** Days that were holidays by proclamation. */
const proclaimed = [numberOf(2023, 11, 15), numberOf(2024, 4, 29)];

const holidays = new Set(proclaimed);
for (let year = 1995; year < lastYear; year += 1) {
  for (const [month, day] of fixed) {
    const number = numberOf(year, month, day);
    holidays.add(number);
    if (number % 7 === 6) holidays.add(number + 1);
  }
  holidays.add(easter(year) - 2).add(easter(year) + 1);
}

export const isBusinessDay = (number: number): boolean => number % 7 < 5 && !holidays.has(number);

export function nextBusinessDay(number: number): number {
  let next = number + 1;
  while (!isBusinessDay(next)) next += 1;
  return next;
}

const months: Record<string, number> = { Monthly: 1, Biannually: 6, Annually: 12 };
const days: Record<string, number> = { Daily: 1, Weekly: 7, Fortnightly: 14 };

/** The nominal day of occurrence `count` (from 1) of a schedule that starts on a day. */
export function dueOf(
  first: { year: number; month: number; day: number },
  frequency: string,
  count: number,
): number {
  const apart = months[frequency];
  if (apart === undefined) {
    return numberOf(first.year, first.month, first.day) + days[frequency]! * (count - 1);
  }
  const month = first.year * 12 + first.month + apart * (count - 1);
  const [year, inYear] = [Math.floor(month / 12), month % 12];
  return numberOf(year, inYear, Math.min(first.day, daysIn(year, inYear)));
}

/** The day on which it is charged. */
export function chargedOn(due: number, frequency: string, rule: Rule): number {
  if (frequency === 'Daily' || rule === 'none') return due;
  let day = due;
  while (!isBusinessDay(day)) day += rule === 'after' ? 1 : -1;
  return day;
}

/** Six o'clock in South Africa on a day, in milliseconds since 1970: two hours before that in Greenwich. */
export const sixOn = (day: number): number => (day - numberOf(1970, 0, 1)) * 86_400_000 + 4 * 3_600_000;
