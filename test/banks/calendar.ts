// The banks' calendar on the wall: December 2026 in South Africa.

const holidays = ['2026-12-16', '2026-12-25', '2026-12-26', '2027-01-01'];

export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const weekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

export const isSunday = (day: string): boolean => weekday(day) === 0;

export const isBusinessDay = (day: string): boolean =>
  weekday(day) !== 0 && weekday(day) !== 6 && !holidays.includes(day);

/** An instant of South African time. */
export const at = (day: string, time: string): Date => new Date(`${day}T${time}:00+02:00`);
