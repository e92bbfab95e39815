// Compares roll-ups with the rows they were counted from, for some random days. Rows that have moved since the last
// run, and are still to be counted again, are left out. all merchants: a check compares the whole database with itself.
import { checkOf, type Finding, type Rules } from '../../core/findings.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { randomBytes } from '../../kernel/random.ts';
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
} from '../totals/counting-store.ts';
import { countPostings, postingColumns } from '../totals/posting-store.ts';

const daysAtRandom = 5;

export function checkTotals(db: Db): Promise<Finding[]> {
  return checkOf(rulesFor(randomBytes(8).toString('hex')))(db);
}

// Days that are rolled up whole, by day and by hour.
const someDays = (db: Db, salt: string): Fragment => db`
  select that.day::date as day from totals_progress
  cross join lateral generate_series((select ${dayOf(db, db`min(created_at)`)} from merchants)::timestamp,
    least(totals_progress.day, ${dayOf(db, db`totals_progress.hour`)})::timestamp - interval '1 day', '1 day') that (day)
  order by md5(that.day::date || ${salt}) limit ${daysAtRandom}`;

/** Objects that have taken a step which the roll-ups have not seen. */
const moving = (db: Db): Fragment => db`
  select own.merchant_id, own.created_at from transitions step cross join lateral (
    select merchant_id, created_at from payments where step.object = 'payment' and id = step.object_id
    union all select merchant_id, created_at from transactions where step.object = 'transaction' and id = step.object_id
    union all select merchant_id, created_at from refunds where step.object = 'refund' and id = step.object_id
    union all select merchant_id, created_at from payouts where step.object = 'payout' and id = step.object_id
  ) own
  where step.id > (select transition_id from totals_progress)`;

const daySpans = (db: Db): Fragment => db`
  select merchant.id as merchant_id, day, ${startOf(db, db`day`)} as from_at, ${startOf(db, db`day + 1`)} as to_at
  from merchants merchant cross join chosen
  where not exists (
    select from moving where moving.merchant_id = merchant.id and ${dayOf(db, db`moving.created_at`)} = chosen.day)`;

const hourSpans = (db: Db): Fragment => db`
  select merchant_id, hour, hour as from_at, hour + interval '1 hour' as to_at
  from span cross join generate_series(from_at, to_at - interval '1 hour', '1 hour') hour`;

const rulesFor = (salt: string): Rules => ({
  'day-is-its-rows': (db) => db`
    with chosen as materialized (${someDays(db, salt)}), moving as materialized (${moving(db)}),
    span as materialized (${daySpans(db)}),
    rolled as (select ${dayColumns(db)} from totals_day join span using (merchant_id, day)),
    counted as (select ${dayColumns(db)} from (${countDays(db, db`select * from span`)}) own)
    ${differences(db, db`format('%s: %s %s', day, type, state)`, db`merchant_id::text`)}`,
  'hour-is-its-rows': (db) => db`
    with chosen as materialized (${someDays(db, salt)}), moving as materialized (${moving(db)}),
    span as materialized (${daySpans(db)}), hours as materialized (${hourSpans(db)}),
    rolled as (select ${hourColumns(db)} from totals_hour join hours using (merchant_id, hour)),
    counted as (select ${hourColumns(db)} from (${countHours(db, db`select * from hours`)}) own)
    ${differences(db, db`format('%s: %s', hour, state)`, db`merchant_id::text`)}`,
  // Hours with a pending delivery, or with one when they were counted, can move at any time.
  'notices-are-their-rows': (db) => db`
    with chosen as materialized (${someDays(db, salt)}),
    span as materialized (
      select merchant.id as merchant_id, ${startOf(db, db`day`)} as from_at, ${startOf(db, db`day + 1`)} as to_at
      from merchants merchant cross join chosen
    ), hours as materialized (
      select * from (${hourSpans(db)}) own where not exists (
        select from totals_notices where merchant_id = own.merchant_id and hour = own.hour and waiting > 0
      ) and not exists (
        select from deliveries where merchant_id = own.merchant_id and created_at >= own.from_at and created_at < own.to_at
          and (status = 'pending' or exists (
            select from delivery_attempts attempt, totals_progress
            where attempt.delivery_id = deliveries.id and attempt.at >= totals_progress.attempted_at - interval '1 minute'))
      )
    ),
    rolled as (select ${notificationColumns(db)} from totals_notices join hours using (merchant_id, hour)),
    counted as (select ${notificationColumns(db)} from (${countNotifications(db, db`select * from hours`)}) own)
    ${differences(db, db`hour::text`, db`merchant_id::text`)}`,
  'money-is-its-entries': (db) => db`
    with chosen as materialized (
      select day from (${someDays(db, salt)}) rolled where day < (select day from totals_progress)
    ),
    rolled as (select merchant_id, day, kind, cents from totals_money join chosen using (day)),
    counted as (
      select own.merchant_id, chosen.day, own.kind, own.cents
      from chosen cross join lateral (${countMoney(db, startOf(db, db`chosen.day + 1`), db`true`)}) own where own.cents <> 0
    )
    ${differences(db, db`format('%s: %s', day, kind)`, db`coalesce(merchant_id::text, 'the service')`)}`,
  'postings-are-their-entries': (db) => db`
    with chosen as materialized (
      select day from (${someDays(db, salt)}) rolled where day < (select postings_day from totals_progress)
    ),
    rolled as (select ${postingColumns(db)} from totals_postings join chosen using (day)),
    counted as (select ${postingColumns(db)} from (${countPostings(
      db,
      db`select account.id as account_id, day, ${startOf(db, db`day`)} as from_at, ${startOf(db, db`day + 1`)} as to_at
        from ledger_accounts account cross join chosen`,
    )}) own)
    ${differences(db, db`format('%s: %s', day, posting)`, db`account_id::text`)}`,
});

/** Rows that are only in `rolled`, or only in `counted`. */
const differences = (db: Db, what: Fragment, object: Fragment): Fragment => db`
  select ${object} as object, format('%s is rolled up otherwise than its rows say', ${what}) as detail
  from ((select * from rolled except select * from counted) union all (select * from counted except select * from rolled)) wrong
  group by 1, 2`;
