// Reads totals: the rolled-up part, and the rest counted from the rows, in one statement each, so that both are of one
// moment.
import { paidStates } from '../../core/transactions/state.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { dayMs, plus } from '../../kernel/clock.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import {
  answerColumns,
  countDays,
  countHours,
  countMoney,
  countNotifications,
  dayColumns,
  hourColumns,
  notificationColumns,
  startOf,
} from './counting-store.ts';

/** The scope of totals: the viewer's merchants, or one named site. */
export interface Whose {
  viewer: Viewer;
  siteId?: string | undefined;
  /** Tests too. */
  withTests?: true;
}

/** South African days ("2026-11-21"), both included. */
export interface Days {
  from: string;
  to: string;
}

/** The number of deliveries and their events that a page can count from the rows: more take seconds. */
const mostUnrolled = 100_000;

/**
 * Returns the instant up to which totals are rolled up, if that is so far back that a page cannot count the rest, and
 * undefined if it can. It happens for a while after a large database was filled or upgraded, or when its sweeps were
 * stopped. all merchants: the roll-ups of all advance together.
 */
export async function farBehindSince(db: Db, now: Date): Promise<Date | undefined> {
  const [row] = await db<{ upTo: Date; unrolled: number }[]>`
    with rolled as (select least(${startOf(db, db`day`)}, hour) as up_to from totals_progress)
    select up_to, (select count(*)::integer from (
      select from deliveries where created_at >= up_to order by created_at desc limit ${mostUnrolled + 1}) newer) as unrolled
    from rolled where up_to < ${plus(now, -2 * dayMs)}`;
  return row && row.unrolled > mostUnrolled ? row.upTo : undefined;
}

const ofSite = (db: Db, { siteId }: Whose) => (siteId ? db`and site_id = ${siteId}` : db``);

function daysOf(db: Db, whose: Whose, { from, to }: Days, withFees = true): Fragment {
  const until = db`coalesce((select day from totals_progress), '-infinity')`;
  const spans = db`
    select merchant.id as merchant_id, day::date as day, ${startOf(db, db`day`)} as from_at,
      ${startOf(db, db`day + interval '1 day'`)} as to_at
    from merchants merchant
    cross join generate_series(greatest(${from}::date, ${until})::timestamp, ${to}::date::timestamp, '1 day') day
    where ${seenBy(db, whose.viewer, 'merchant.id')}`;
  return db`
    select * from (
      select ${dayColumns(db)} from totals_day
      where day >= ${from}::date and day <= ${to}::date and day < ${until} and ${seenBy(db, whose.viewer)}
      union all
      select ${dayColumns(db)} from (${countDays(db, spans, withFees)}) live
    ) total
    where ${whose.withTests ? db`true` : db`not is_test`} ${ofSite(db, whose)}`;
}

/** In cents; tests are not counted. */
export interface DayTotal {
  day: string;
  type: 'payment' | 'transaction' | 'refund' | 'payout';
  state: string;
  n: bigint;
  cents: bigint;
  feeCents: bigint;
}

/**
 * Returns totals of objects by the day on which they were created, and by their present state; without fees, those are
 * 0.
 */
export function listDays(
  db: Db,
  whose: Whose,
  days: Days,
  types: DayTotal['type'][],
  withFees = true,
): Promise<DayTotal[]> {
  return db<DayTotal[]>`
    select day::text as day, type, state, sum(n)::bigint as n, sum(cents)::bigint as cents, sum(fee_cents)::bigint as fee_cents
    from (${daysOf(db, whose, days, withFees)}) total where type = any (${types}::text[])
    group by day, type, state order by day, type, state`;
}

const hoursOf = (db: Db, whose: Whose, from: Date, to: Date) => db`
    select * from (
      select ${hourColumns(db)} from totals_hour
      where hour >= ${from} and hour < ${to} and hour < ${untilHour(db)} and ${seenBy(db, whose.viewer)}
      union all
      select ${hourColumns(db)} from (${countHours(db, hourSpans(db, whose, from, to))}) live
    ) total
    where true ${ofSite(db, whose)}`;

const untilHour = (db: Db) => db`coalesce((select hour from totals_progress), '-infinity')`;

const hourSpans = (db: Db, { viewer }: Whose, from: Date, to: Date): Fragment => db`
  select merchant.id as merchant_id, hour, hour as from_at, hour + interval '1 hour' as to_at
  from merchants merchant
  cross join generate_series(greatest(${from}::timestamptz, ${untilHour(db)}), ${to}::timestamptz - interval '1 hour', '1 hour') hour
  where ${seenBy(db, viewer, 'merchant.id')}`;

/** Attempts at a bank in the 24 hours that end `windowsAgo` days ago (0: now), and how many of them ended, and with money. */
export interface BankWindow {
  bankId: string;
  windowsAgo: number;
  ended: bigint;
  paid: bigint;
}

/** Returns attempts by bank in windows of 24 hours, the newest of which ends at `to`; `from` and `to` are whole hours. */
export const listBankWindows = (db: Db, whose: Whose, from: Date, to: Date) => db<BankWindow[]>`
    select bank_id, floor(extract(epoch from ${to}::timestamptz - hour - interval '1 hour') / 86400)::integer as windows_ago,
      sum(n)::bigint as ended, coalesce(sum(n) filter (where state = any (${[...paidStates]}::text[])), 0)::bigint as paid
    from (${hoursOf(db, whose, from, to)}) total
    where state <> all ('{created,started,authenticated,pending,unknown}'::text[])
    group by 1, 2 order by 1, 2`;

/** The number of responses of banks by duration, in an hour; in the order of `answerSeconds`. */
export interface HourAnswers {
  hour: Date;
  counts: bigint[];
}

/** Returns how long banks took to respond, by hour. */
export async function listAnswers(db: Db, whose: Whose, from: Date, to: Date): Promise<HourAnswers[]> {
  type Row = { hour: Date } & Record<(typeof answerColumns)[number], bigint>;
  const rows = await db<Row[]>`
    select hour, sum(to_5s)::bigint as to_5s, sum(to_15s)::bigint as to_15s, sum(to_30s)::bigint as to_30s,
      sum(to_1m)::bigint as to_1m, sum(to_2m)::bigint as to_2m, sum(to_5m)::bigint as to_5m, sum(to_15m)::bigint as to_15m,
      sum(longer)::bigint as longer
    from (${hoursOf(db, whose, from, to)}) total group by hour order by hour`;
  return rows.map((row) => ({ hour: row.hour, counts: answerColumns.map((name) => row[name]) }));
}

export interface HourNotifications {
  hour: Date;
  atOnce: bigint;
  retried: bigint;
  failed: bigint;
  waiting: bigint;
}

/** Returns the outcomes of deliveries, by the hour of their event. */
export const listNotifications = (db: Db, whose: Whose, from: Date, to: Date) => db<HourNotifications[]>`
    select hour, sum(at_once)::bigint as at_once, sum(retried)::bigint as retried, sum(failed)::bigint as failed,
      sum(waiting)::bigint as waiting
    from (
      select ${notificationColumns(db)} from totals_notices
      where hour >= ${from} and hour < ${to} and hour < ${untilHour(db)} and ${seenBy(db, whose.viewer)}
      union all
      select ${notificationColumns(db)} from (${countNotifications(db, hourSpans(db, whose, from, to))}) live
    ) total
    group by hour order by hour`;

export interface DayMoney {
  day: string;
  kind: string;
  /** Debits positive. */
  cents: bigint;
}

/** Returns what each kind of account held at the end of each day, and on `to` holds now; the service's own to operators. */
export function listMoney(db: Db, { viewer }: Whose, { from, to }: Days, now: Date): Promise<DayMoney[]> {
  const until = db`coalesce((select day from totals_progress), '-infinity')`;
  return db<DayMoney[]>`
    select day::text as day, kind, sum(cents)::bigint as cents from (
      select merchant_id, day, kind, cents from totals_money
      where day >= ${from}::date and day <= ${to}::date and day < ${until} and ${seenBy(db, viewer)}
      union all
      select live.merchant_id, day::date, live.kind, live.cents
      from generate_series(greatest(${from}::date, ${until})::timestamp, ${to}::date::timestamp, '1 day') day
      cross join lateral (${countMoney(
        db,
        db`least(${startOf(db, db`day + interval '1 day'`)}, ${now}::timestamptz + interval '1 millisecond')`,
        seenBy(db, viewer, 'account.merchant_id'),
      )}) live
    ) total
    group by day, kind order by day, kind`;
}
