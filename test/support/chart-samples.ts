// Figures for the console's charts, as a shop's thirty days might be; deterministic, so that pictures can be compared.
import { banks } from '../../src/core/banks.ts';
import { hourMs, plus } from '../../src/kernel/clock.ts';
import type {
  AnswerHour,
  BankSuccess,
  EndingDay,
  MoneyDay,
  NotificationHour,
  PlaceDay,
} from '../../src/reports/totals/figures.ts';

const today = Temporal.PlainDate.from('2026-11-21');
const dayAt = (back: number): string => today.subtract({ days: back }).toString();
/** Between 0 and 1, the same for the same number. */
const noise = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};
const week = [0.9, 0.85, 0.95, 1.1, 1.35, 1.2, 0.7];
const sizeAt = (back: number): number =>
  week[today.subtract({ days: back }).dayOfWeek - 1]! * (0.85 + 0.3 * noise(back + 1));

export const moneyDays: MoneyDay[] = Array.from({ length: 30 }, (_, index) => {
  const back = 29 - index;
  const payments = Math.round(380 * sizeAt(back) * (back === 0 ? 0.55 : 1));
  return {
    day: dayAt(back),
    payments,
    cents: BigInt(payments) * 31_415n,
    before: { day: dayAt(back + 30), cents: BigInt(Math.round(340 * sizeAt(back + 30))) * 30_050n },
  };
});

export const bankSuccess: BankSuccess[] = [
  { rate: 0.962, ended: 1_204, low: 9_480, high: 9_730 },
  { rate: 0.951, ended: 982, low: 9_390, high: 9_650 },
  { rate: 0.948, ended: 611, low: 9_300, high: 9_610 },
  { rate: 0.842, ended: 404, low: 9_250, high: 9_560 },
  { rate: 0.937, ended: 377, low: 9_210, high: 9_590 },
  { rate: 0.98, ended: 51, low: 9_100, high: 9_800 },
  { rate: 1, ended: 6, low: 0, high: 0 },
].map(({ rate, ended, low, high }, index) => ({
  bankId: banks[index]!.id,
  name: banks[index]!.name,
  ended,
  paid: Math.round(ended * rate),
  usual: low === 0 ? null : { low, high },
}));

export const endingDays: EndingDay[] = moneyDays.map(({ day, payments }, index) => {
  const part = (share: number, seed: number) =>
    Math.round(payments * share * (0.7 + 0.6 * noise(seed + index)));
  const declined = part(index === 24 ? 0.28 : 0.07, 3);
  const counts = { declined, cancelled: part(0.06, 5), abandoned: part(0.05, 7), expired: part(0.03, 9) };
  return {
    day,
    counts: { successful: payments, ...counts, failed: part(0.008, 11) },
    live: index === 29 ? 7 : 0,
  };
});

const firstHour = new Date('2026-11-20T13:00:00Z');
export const answerHours: AnswerHour[] = Array.from({ length: 24 }, (_, index) => {
  const answers = index > 10 && index < 14 ? 0 : Math.round(20 + 60 * noise(index));
  const median = 24 + 30 * noise(index + 40);
  const slow = index === 19 || index === 20 ? 4 : 1;
  return {
    hour: plus(firstHour, index * hourMs),
    answers,
    median: answers === 0 ? null : median * Math.sqrt(slow),
    high: answers === 0 ? null : (90 + 80 * noise(index + 80)) * slow,
  };
});

export const notificationHours: NotificationHour[] = Array.from({ length: 24 }, (_, index) => {
  const all = Math.round(30 + 90 * noise(index + 3) * (index > 7 && index < 14 ? 0.2 : 1));
  const ill = index === 18 || index === 19;
  const retried = Math.round(all * (ill ? 0.5 : 0.04));
  const failed = ill ? Math.round(all * 0.15) : 0;
  const waiting = index > 21 ? 4 : 0;
  return {
    hour: plus(firstHour, index * hourMs),
    atOnce: all - retried - failed - waiting,
    retried,
    failed,
    waiting,
  };
});

export const placeDays: PlaceDay[] = moneyDays.map(({ day, cents }, index) => {
  const owed = cents + BigInt(Math.round(2_000_000 * noise(index)));
  const floats = 9_000_000n + BigInt(Math.round(6_000_000 * noise(Math.floor(index / 4))));
  const inFlight = cents / 3n;
  const suspense = 400_000n + BigInt(Math.round(900_000 * noise(index + 60)));
  return {
    day,
    owed: { owed, floats, inFlight, suspense },
    clearing: owed + floats + inFlight + suspense + BigInt(40_000 * (index + 20)),
  };
});
