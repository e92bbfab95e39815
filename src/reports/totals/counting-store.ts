// Counts rows for totals: the same statements roll up finished hours, count the rest, and check the roll-ups. Each
// takes spans, a table of (merchant_id, day or hour, from_at, to_at).
import { depositType, paidStates, reversedState } from '../../core/transactions/state.ts';
import { zone } from '../../kernel/calendar.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';

/** Banks have decided attempts in these states; attempts in other states ended by the payer or without a decision. */
const answeredStates = [...paidStates, reversedState, 'declined', 'failed'];

/**
 * The bank that decided about an attempt. No bank decides about a deposit, and its account can become known much later.
 */
const bankOf = (db: Db): Fragment => db`case when payment_type <> ${depositType} then bank_id end`;

/** The start of a South African day, of an SQL date. */
export const startOf = (db: Db, day: Fragment): Fragment =>
  db`((${day})::timestamp at time zone ${zone}::text)`;

/** The South African day of an SQL instant. */
export const dayOf = (db: Db, instant: Fragment): Fragment =>
  db`((${instant}) at time zone ${zone}::text)::date`;

export const dayColumns = (db: Db) =>
  db`merchant_id, day, type, state, is_test, site_id, bank_id, n, cents, fee_cents`;

/**
 * Rows of `totals_day`. all merchants: the spans name the merchants. Fees are read from the ledger for each attempt,
 * which costs more than all the rest: without them, they are 0.
 */
export const countDays = (db: Db, spans: Fragment, withFees = true): Fragment => db`
  select span.merchant_id, span.day, own.type, own.state, own.is_test, own.site_id, own.bank_id, own.n, own.cents, own.fee_cents
  from (${spans}) span cross join lateral (
    select 'payment' as type, state, is_test, site_id, null::uuid as bank_id, count(*) as n,
      sum(amount_cents)::bigint as cents, 0::bigint as fee_cents
    from payments where merchant_id = span.merchant_id and created_at >= span.from_at and created_at < span.to_at
    group by state, is_test, site_id
    union all
    select 'transaction', state, is_test, site_id, ${bankOf(db)}, count(*), sum(amount_cents)::bigint,
      ${withFees ? db`coalesce(sum(${feeOf(db)}), 0)::bigint` : db`0`}
    from transactions where merchant_id = span.merchant_id and created_at >= span.from_at and created_at < span.to_at
    group by 2, 3, 4, 5
    union all
    select 'refund', state, false, site_id, null, count(*), sum(amount_cents)::bigint, 0
    from refunds where merchant_id = span.merchant_id and created_at >= span.from_at and created_at < span.to_at
    group by state, site_id
    union all
    select 'payout', state, false, site_id, null, count(*), sum(amount_cents)::bigint, 0
    from payouts where merchant_id = span.merchant_id and created_at >= span.from_at and created_at < span.to_at
    group by state, site_id
  ) own`;

// The fee with VAT booked of an attempt, less refunded fees. all merchants: fees are the service's.
const feeOf = (db: Db) => db`
  case when transactions.state = any (${[...paidStates, reversedState]}::text[]) then (
    select -sum(entry.amount_cents) from ledger_journals journal
    join ledger_entries entry on entry.journal_id = journal.id
    where journal.object_id = transactions.id and journal.template in ('payment_received', 'payment_reversed')
      and entry.account_id = any (array(select id from ledger_accounts where kind in ('fees', 'vat') and site_id is null))
  ) end`;

export const hourColumns = (db: Db) =>
  db`merchant_id, hour, state, site_id, bank_id, n, cents, to_5s, to_15s, to_30s, to_1m, to_2m, to_5m, to_15m, longer`;

/** The upper ends of the columns that count response times, in seconds; the last has none. */
export const answerSeconds = [5, 15, 30, 60, 120, 300, 900, Number.POSITIVE_INFINITY] as const;
export const answerColumns = ['to5s', 'to15s', 'to30s', 'to1m', 'to2m', 'to5m', 'to15m', 'longer'] as const;

/** Rows of `totals_hour`. all merchants: the spans name the merchants. */
export const countHours = (db: Db, spans: Fragment): Fragment => db`
  select span.merchant_id, span.hour, own.state, own.site_id, own.bank_id, own.n, own.cents, own.to_5s, own.to_15s,
    own.to_30s, own.to_1m, own.to_2m, own.to_5m, own.to_15m, own.longer
  from (${spans}) span cross join lateral (
    select state, site_id, bank_id, count(*) as n, sum(amount_cents)::bigint as cents, count(*) filter (where place = 0) as to_5s,
      count(*) filter (where place = 1) as to_15s, count(*) filter (where place = 2) as to_30s,
      count(*) filter (where place = 3) as to_1m, count(*) filter (where place = 4) as to_2m,
      count(*) filter (where place = 5) as to_5m, count(*) filter (where place = 6) as to_15m,
      count(*) filter (where place = 7) as longer
    from (
      select state, site_id, ${bankOf(db)} as bank_id, amount_cents, case when state = any (${answeredStates}::text[]) then width_bucket(
        greatest(extract(epoch from completed_at - created_at), 0), array[5, 15, 30, 60, 120, 300, 900]::numeric[]) end as place
      from transactions
      where merchant_id = span.merchant_id and created_at >= span.from_at and created_at < span.to_at
        and not is_test and ${bankOf(db)} is not null
    ) attempt
    group by state, site_id, bank_id
  ) own`;

export const notificationColumns = (db: Db) => db`merchant_id, hour, at_once, retried, failed, waiting`;

/** Rows of `totals_notices`, with archived deliveries. all merchants: the spans name the merchants. */
export const countNotifications = (db: Db, spans: Fragment): Fragment => db`
  select span.merchant_id, span.hour, own.at_once, own.retried, own.failed, own.waiting
  from (${spans}) span cross join lateral (
    select sum(at_once)::bigint as at_once, sum(retried)::bigint as retried, sum(failed)::bigint as failed,
      sum(waiting)::bigint as waiting
    from (
      select count(*) filter (where status = 'delivered' and attempts <= 1) as at_once,
        count(*) filter (where status = 'delivered' and attempts > 1) as retried,
        count(*) filter (where status in ('failed', 'skipped')) as failed,
        count(*) filter (where status = 'pending') as waiting
      from deliveries where merchant_id = span.merchant_id and created_at >= span.from_at and created_at < span.to_at
      having count(*) > 0
      union all
      select at_once, retried, failed, 0 from archived_deliveries
      where merchant_id = span.merchant_id and hour >= span.from_at and hour < span.to_at
    ) part
    having count(*) > 0
  ) own`;

/**
 * Sums each kind of account of each owner up to `at`, in cents, debits positive: (merchant_id, kind, cents). Reads each
 * account's last snapshot, and the entries since. `whose` limits it by `account.merchant_id`. all merchants: the caller
 * limits the merchants.
 */
export const countMoney = (db: Db, at: Fragment, whose: Fragment): Fragment => db`
  select account.merchant_id, account.kind, sum(coalesce(snapshot.balance_cents, 0) + coalesce((
    select sum(entry.amount_cents) from ledger_entries entry
    where entry.account_id = account.id and entry.booked_at > coalesce(snapshot.at, '-infinity') and entry.booked_at < ${at}
  ), 0))::bigint as cents
  from ledger_accounts account
  left join lateral (
    select at, balance_cents from ledger_snapshots
    where account_id = account.id and at < ${at} order by at desc limit 1
  ) snapshot on true
  where ${whose}
  group by account.merchant_id, account.kind`;
