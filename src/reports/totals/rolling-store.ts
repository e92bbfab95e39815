// Rewrites roll-ups: each statement counts whole days or hours again and replaces the earlier result. all merchants:
// the roll-ups cover every merchant.
import { asText } from '../../kernel/db/arrays.ts';
import type { Db, Fragment, Tx } from '../../kernel/db/db.ts';
import { execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import {
  countDays,
  countHours,
  countMoney,
  countNotifications,
  dayColumns,
  dayOf,
  hourColumns,
  notificationColumns,
  startOf,
} from './counting-store.ts';

export interface Progress {
  /** The first day that is not rolled up, "2026-11-21". */
  day: string;
  /** The first hour that is not rolled up. */
  hour: Date;
  transitionId: bigint;
  attemptedAt: Date;
}

/** Returns false while another process rolls up. */
export async function lockRolling(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ isOurs: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended('totals', 0)) as is_ours`;
  return row.isOurs;
}

/** Returns up to where the roll-ups go; undefined before `begin`. */
export const findProgress = (db: Db) =>
  firstRow(db<Progress[]>`
    select day::text as day, hour, transition_id, attempted_at from totals_progress`);

/** Starts at the first day on which anybody had anything. all merchants: all are rolled up. */
export const begin = (tx: Tx, now: Date, transitionId: bigint) =>
  execute(tx`
    insert into totals_progress (day, hour, transition_id, attempted_at)
    select ${dayOf(tx, tx`first.at`)}, date_trunc('hour', first.at), ${transitionId.toString()}::bigint, ${now}
    from (
      select least(${now}::timestamptz, min(merchant.created_at), min(oldest.created_at)) as at
      from merchants merchant left join lateral (
        select created_at from payments where merchant_id = merchant.id order by created_at limit 1
      ) oldest on true
    ) first
    on conflict do nothing`);

export const saveProgress = (tx: Tx, { day, hour, transitionId, attemptedAt }: Progress) =>
  execute(tx`
    update totals_progress set day = ${day}::date, hour = ${hour}, transition_id = ${transitionId.toString()}::bigint,
      attempted_at = ${attemptedAt}`);

/** Returns the highest id of a step, 0 without any. all merchants: it is a number. */
export const lastTransition = (db: Db) =>
  onlyValue(db<{ id: bigint }[]>`select coalesce(max(id), 0)::bigint as id from transitions`);

/** A part of a roll-up that is counted again: a merchant's day, or hour, by its first instant. */
export interface Bucket {
  merchantId: string;
  day: string;
  hour: Date;
}

/**
 * Returns the hours, each with its day, of the objects that took a step after `after` up to `until`, if those are
 * before `hour`: the objects of the last hours are not rolled up yet. all merchants: the roll-ups cover every merchant.
 */
export function findTouched(db: Db, after: bigint, until: bigint, hour: Date): Promise<Bucket[]> {
  const made = (object: string, table: string) => db`
    select merchant_id, created_at from ${db(table)} where id in (
      select object_id from transitions
      where id > ${after.toString()}::bigint and id <= ${until.toString()}::bigint and object = ${object})`;
  return db<Bucket[]>`
    select distinct merchant_id, ${dayOf(db, db`created_at`)}::text as day, date_trunc('hour', created_at) as hour
    from (${made('payment', 'payments')} union all ${made('transaction', 'transactions')}
      union all ${made('refund', 'refunds')} union all ${made('payout', 'payouts')}) touched
    where created_at < ${hour}`;
}

/** Returns the id of the step that is `limit` steps after a step, at most `until`. all merchants: it is a number. */
export const stepsLater = (db: Db, after: bigint, until: bigint, limit: number) =>
  onlyValue(db<{ id: bigint }[]>`
    select least(${until.toString()}::bigint, coalesce((
      select id from transitions where id > ${after.toString()}::bigint order by id offset ${limit} limit 1
    ), ${until.toString()}::bigint))::bigint as id`);

/**
 * Returns the hours before `hour` whose deliveries were attempted from `from` to `to`. all merchants: the roll-ups
 * cover every merchant.
 */
export const findTried = (db: Db, from: Date, to: Date, hour: Date) => db<Bucket[]>`
    select distinct delivery.merchant_id, '' as day, date_trunc('hour', delivery.created_at) as hour
    from delivery_attempts attempt join deliveries delivery on delivery.id = attempt.delivery_id
    where attempt.id >= ${firstIdAt(from)} and attempt.id < ${firstIdAt(to)} and delivery.created_at < ${hour}`;

/** Returns the hours with pending deliveries at their last count. all merchants: the roll-ups cover every merchant. */
export const findWaiting = (db: Db) =>
  db<Bucket[]>`select merchant_id, '' as day, hour from totals_notices where waiting > 0`;

const days = (db: Db, buckets: readonly Bucket[]): Fragment => db`
  select merchant_id, day, ${startOf(db, db`day`)} as from_at, ${startOf(db, db`day + 1`)} as to_at
  from unnest(${buckets.map(({ merchantId }) => merchantId)}::uuid[], ${buckets.map(({ day }) => day)}::text[]::date[])
    as bucket (merchant_id, day)`;

const hours = (db: Db, buckets: readonly Bucket[]): Fragment => db`
  select merchant_id, hour, hour as from_at, hour + interval '1 hour' as to_at
  from unnest(${buckets.map(({ merchantId }) => merchantId)}::uuid[], ${buckets.map(({ hour }) => asText(hour))}::timestamptz[])
    as bucket (merchant_id, hour)`;

/** Rolls up a day of every merchant. all merchants: all are rolled up. */
export const rollDay = (tx: Tx, day: string): Promise<void> =>
  rewriteDays(
    tx,
    tx`
    select id as merchant_id, day, ${startOf(tx, tx`day`)} as from_at, ${startOf(tx, tx`day + 1`)} as to_at
    from merchants cross join (select ${day}::date as day) wanted`,
  );

/** Rolls up days again. */
export const rollDays = (tx: Tx, buckets: readonly Bucket[]): Promise<void> =>
  rewriteDays(tx, days(tx, buckets));

/** Rolls up hours again: attempts at banks. */
export const rollHours = (tx: Tx, buckets: readonly Bucket[]): Promise<void> =>
  rewriteHours(tx, hours(tx, buckets));

/** Rolls up hours of deliveries again. */
export const rollNotifications = (tx: Tx, buckets: readonly Bucket[]): Promise<void> =>
  rewriteNotifications(tx, hours(tx, buckets));

/** Rolls up the hours from `from` to before `to` of every merchant. all merchants: all are rolled up. */
export async function rollHoursBetween(tx: Tx, from: Date, to: Date): Promise<void> {
  const spans = tx`
    select id as merchant_id, hour, hour as from_at, hour + interval '1 hour' as to_at
    from merchants cross join generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 hour', '1 hour') hour`;
  await rewriteHours(tx, spans);
  await rewriteNotifications(tx, spans);
}

// The first part must have deleted before the second inserts: so the second reads its number of rows.
const afterwards = (tx: Tx) => tx`where (select count(*) from gone) >= 0`;

const rewriteDays = (tx: Tx, spans: Fragment) =>
  execute(tx`
    with span as materialized (${spans}), gone as (
      delete from totals_day total using span where total.merchant_id = span.merchant_id and total.day = span.day returning 1
    )
    insert into totals_day (${dayColumns(tx)})
    select ${dayColumns(tx)} from (${countDays(tx, tx`select * from span`)}) counted ${afterwards(tx)}`);

const rewriteHours = (tx: Tx, spans: Fragment) =>
  execute(tx`
    with span as materialized (${spans}), gone as (
      delete from totals_hour total using span where total.merchant_id = span.merchant_id and total.hour = span.hour returning 1
    )
    insert into totals_hour (${hourColumns(tx)})
    select ${hourColumns(tx)} from (${countHours(tx, tx`select * from span`)}) counted ${afterwards(tx)}`);

const rewriteNotifications = (tx: Tx, spans: Fragment) =>
  execute(tx`
    with span as materialized (${spans}), gone as (
      delete from totals_notices total using span where total.merchant_id = span.merchant_id and total.hour = span.hour returning 1
    )
    insert into totals_notices (${notificationColumns(tx)})
    select ${notificationColumns(tx)} from (${countNotifications(tx, tx`select * from span`)}) counted ${afterwards(tx)}`);

/** Stores the balances of the accounts at the end of a day. Bookings never change, so once is enough. */
export const rollMoney = (tx: Tx, day: string) =>
  execute(tx`
    insert into totals_money (merchant_id, day, kind, cents)
    select merchant_id, ${day}::date, kind, cents
    from (${countMoney(tx, startOf(tx, tx`${day}::date + 1`), tx`true`)}) counted where cents <> 0
    on conflict do nothing`);
