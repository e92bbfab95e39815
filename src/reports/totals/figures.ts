// The figures of the six charts, ready to be drawn: every day and hour has its place, also those on which nothing was.
import { bankById } from '../../core/banks.ts';
import { type AccountKind, accountKinds } from '../../core/ledger/postings.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Clock, dayMs, hourMs, plus } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf, itemAt, lastOf } from '../../kernel/required.ts';
import { answerSeconds } from './counting-store.ts';
import type { Whose } from './reading-store.ts';
import * as store from './reading-store.ts';

export { farBehindSince, type Whose } from './reading-store.ts';

/** Payments received on a day: payments created that day that are complete now. */
export interface MoneyDay {
  day: string;
  payments: number;
  cents: Cents;
  /** The sum received as many days before the first day as this day is after it. */
  before: { day: string; cents: Cents };
}

const defaultDays = 30;
const lastDays = (now: Date, count: number): Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, index) => dayOf(now).subtract({ days: count - 1 - index }));

/** Returns the sums received, by day, today last, with those of the days before them. */
export async function moneyByDay(
  db: Db,
  whose: Whose,
  clock: Clock,
  days = defaultDays,
): Promise<MoneyDay[]> {
  const all = lastDays(clock.now(), 2 * days).map(String);
  const span = { from: firstOf(all), to: lastOf(all) };
  const totals = await store.listDays(db, whose, span, ['payment'], false);
  const complete = new Map(totals.filter(({ state }) => state === 'complete').map((row) => [row.day, row]));
  return all.slice(days).map((day, index) => {
    const [own, before] = [complete.get(day), complete.get(itemAt(all, index))];
    return {
      day,
      payments: Number(own?.n ?? 0n),
      cents: own?.cents ?? 0n,
      before: { day: itemAt(all, index), cents: before?.cents ?? 0n },
    };
  });
}

/** The results of attempts at a bank in the last 24 hours, and in the 28 days before. */
export interface BankSuccess {
  bankId: string;
  name: string;
  ended: number;
  paid: number;
  /** In ten-thousandths of those that ended: the middle eight of ten of the days before; null with fewer than five days. */
  usual: { low: number; high: number } | null;
}

const usualDays = 28;
const fewestDays = 5;

/** Returns the success of each bank, the one with most attempts first; of banks with an attempt in the last 24 hours. */
export async function successByBank(db: Db, whose: Whose, clock: Clock): Promise<BankSuccess[]> {
  const to = nextHour(clock.now());
  const windows = await store.listBankWindows(db, whose, plus(to, -(usualDays + 1) * dayMs), to);
  return [...Map.groupBy(windows, ({ bankId }) => bankId)]
    .flatMap(([bankId, own]) => {
      const now = own.find(({ windowsAgo }) => windowsAgo === 0);
      if (!now) return [];
      const rates = own.filter(({ windowsAgo }) => windowsAgo > 0).map(rateOf);
      const counts = { ended: Number(now.ended), paid: Number(now.paid) };
      return [{ bankId, name: bankById(bankId)?.name ?? 'Another bank', ...counts, usual: middleOf(rates) }];
    })
    .sort((one, other) => other.ended - one.ended || one.name.localeCompare(other.name));
}

const rateOf = ({ paid, ended }: { paid: bigint; ended: bigint }): number => Number((paid * 10_000n) / ended);

function middleOf(rates: number[]): BankSuccess['usual'] {
  if (rates.length < fewestDays) return null;
  const sorted = rates.toSorted((one, other) => one - other);
  const at = (share: number) => itemAt(sorted, Math.round(share * (sorted.length - 1)));
  return { low: at(0.1), high: at(0.9) };
}

export const endings = ['successful', 'declined', 'cancelled', 'abandoned', 'expired', 'failed'] as const;
export type Ending = (typeof endings)[number];

/** How the attempts of a day ended, and how many are under way. */
export interface EndingDay {
  day: string;
  counts: Record<Ending, number>;
  live: number;
}

/** Money counts as it came: a refunded attempt was successful, and a reversed one has failed. */
const endingOf: Record<string, Ending> = { refunded: 'successful', reversed: 'failed' };

/** Returns how attempts ended, by the day on which they were made, today last. */
export async function endingsByDay(
  db: Db,
  whose: Whose,
  clock: Clock,
  days = defaultDays,
): Promise<EndingDay[]> {
  const all = lastDays(clock.now(), days).map(String);
  const totals = await store.listDays(
    db,
    whose,
    { from: firstOf(all), to: lastOf(all) },
    ['transaction'],
    false,
  );
  const byDay = Map.groupBy(totals, ({ day }) => day);
  return all.map((day) => {
    const counts = Object.fromEntries(endings.map((ending) => [ending, 0])) as Record<Ending, number>;
    let live = 0;
    for (const { state, n } of byDay.get(day) ?? []) {
      const ending = endingOf[state] ?? (state as Ending);
      if (ending in counts) counts[ending] += Number(n);
      else live += Number(n);
    }
    return { day, counts, live };
  });
}

/** The response times of banks in an hour, in seconds; null without a response. */
export interface AnswerHour {
  hour: Date;
  answers: number;
  median: number | null;
  /** Nineteen of twenty took no longer. */
  high: number | null;
}

const defaultHours = 24;
const nextHour = (now: Date): Date => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
const lastHours = (to: Date, hours: number): Date[] =>
  Array.from({ length: hours }, (_, index) => plus(to, (index - hours) * hourMs));

/**
 * Returns the time that banks took to respond from the payer's choice on, by the hour of the choice, this hour last.
 */
export async function answersByHour(
  db: Db,
  whose: Whose,
  clock: Clock,
  hours = defaultHours,
): Promise<AnswerHour[]> {
  const to = nextHour(clock.now());
  const all = lastHours(to, hours);
  const rows = new Map(
    (await store.listAnswers(db, whose, firstOf(all), to)).map(({ hour, counts }) => [
      hour.getTime(),
      counts,
    ]),
  );
  return all.map((hour) => {
    const counts = (rows.get(hour.getTime()) ?? []).map(Number);
    const answers = counts.reduce((sum, count) => sum + count, 0);
    return { hour, answers, median: quantile(counts, 0.5), high: quantile(counts, 0.95) };
  });
}

/** The assumed end of the last bucket, which has none, in seconds. */
const longestSeconds = 3_600;

/** Returns the quantile of counts in buckets, in seconds, as if each bucket's responses were evenly spread over it. */
export function quantile(counts: readonly number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let left = share * all;
  for (const [index, count] of counts.entries()) {
    if (left > count || count === 0) {
      left -= count;
      continue;
    }
    const from = index === 0 ? 0 : itemAt(answerSeconds, index - 1);
    const to = Math.min(itemAt(answerSeconds, index), longestSeconds);
    return from + ((to - from) * left) / count;
  }
  return longestSeconds;
}

/** The outcomes of an hour's deliveries. */
export interface NotificationHour {
  hour: Date;
  atOnce: number;
  retried: number;
  failed: number;
  waiting: number;
}

/** Returns the outcomes of deliveries, by the hour of their event, this hour last. */
export async function notificationsByHour(
  db: Db,
  whose: Whose,
  clock: Clock,
  hours = defaultHours,
): Promise<NotificationHour[]> {
  const to = nextHour(clock.now());
  const all = lastHours(to, hours);
  const rows = new Map(
    (await store.listNotifications(db, whose, firstOf(all), to)).map((row) => [row.hour.getTime(), row]),
  );
  return all.map((hour) => {
    const row = rows.get(hour.getTime());
    const count = (name: 'atOnce' | 'retried' | 'failed' | 'waiting') => Number(row?.[name] ?? 0n);
    return {
      hour,
      atOnce: count('atOnce'),
      retried: count('retried'),
      failed: count('failed'),
      waiting: count('waiting'),
    };
  });
}

export const places = ['owed', 'floats', 'inFlight', 'suspense'] as const;
export type Place = (typeof places)[number];

/** The balances at the end of a day, in cents, by place. */
export interface PlaceDay {
  day: string;
  /** Amounts due, by purpose. */
  owed: Record<Place, Cents>;
  /** The balance of the bank accounts; null for a merchant, who does not see them. */
  clearing: Cents | null;
}

const placeOf: Partial<Record<AccountKind, Place>> = {
  merchant: 'owed',
  float: 'floats',
  refunds_in_flight: 'inFlight',
  payouts_in_flight: 'inFlight',
  settlements_in_flight: 'inFlight',
  deposits_in_flight: 'inFlight',
  suspense: 'suspense',
};

/** Returns the balances by place at the end of each day, and now. */
export async function moneyPlaces(
  db: Db,
  whose: Whose,
  clock: Clock,
  days = defaultDays,
): Promise<PlaceDay[]> {
  const now = clock.now();
  const all = lastDays(now, days).map(String);
  const rows = await store.listMoney(db, whose, { from: firstOf(all), to: lastOf(all) }, now);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return all.map((day) => {
    const owed = Object.fromEntries(places.map((place) => [place, 0n])) as Record<Place, Cents>;
    let clearing = 0n;
    for (const { kind, cents } of byDay.get(day) ?? []) {
      const place = kind in accountKinds ? placeOf[kind as AccountKind] : undefined;
      if (place) owed[place] -= cents;
      if (kind === 'bank_clearing') clearing += cents;
    }
    return { day, owed, clearing: whose.viewer.merchants === 'all' ? clearing : null };
  });
}
