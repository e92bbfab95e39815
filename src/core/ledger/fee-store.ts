// SQL of the fees of all merchants in a period.

import { startOfDay } from '../../kernel/calendar.ts';
import type { DatedRate } from '../../kernel/dated-rates.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Posting } from './postings.ts';

/** The fees that a merchant was charged, or given back, by postings of one kind at one rate of VAT. */
export interface FeeTotal {
  merchantId: string;
  posting: Posting;
  /** The rate of VAT on the day of the charge, in basis points. */
  rate: number;
  /** The number of fees. */
  count: number;
  /** With VAT, in cents; negative for fees given back. */
  feeCents: Cents;
  vatCents: Cents;
}

/** The rate of VAT at an instant, as `basis_points`; no row before the first rate. */
const rateOn = (db: Db, rates: readonly DatedRate[], at: Fragment): Fragment => db`
  select rate.basis_points
  from unnest(${rates.map(({ from: day }) => startOfDay(day).toISOString())}::timestamptz[],
    ${rates.map(({ basisPoints }) => basisPoints)}::integer[]) as rate (from_at, basis_points)
  where rate.from_at <= ${at}
  order by rate.from_at desc limit 1`;

/**
 * Returns the fees booked from `from` until before `to`. A fee that is given back has the rate of its charge. One pass over the
 * fees of the period serves all merchants. all merchants: for the operator's invoices and their check.
 */
export const sumFees = (db: Db, { from, to }: { from: Date; to: Date }, rates: readonly DatedRate[]) =>
  db<FeeTotal[]>`
    select journal.merchant_id, journal.template as posting, coalesce(rate.basis_points, 0) as rate,
      count(distinct journal.id)::integer as count, -sum(entry.amount_cents)::bigint as fee_cents,
      coalesce(-sum(entry.amount_cents) filter (where account.kind = 'vat'), 0)::bigint as vat_cents
    from ledger_accounts account
    join ledger_entries entry on entry.account_id = account.id and entry.booked_at >= ${from} and entry.booked_at < ${to}
    join ledger_journals journal on journal.id = entry.journal_id and journal.merchant_id is not null
    left join ledger_journals charge on journal.template = 'payment_reversed' and charge.template = 'payment_received'
      and charge.object = journal.object and charge.object_id = journal.object_id
    left join lateral (
      ${rateOn(db, rates, db`coalesce(charge.booked_at, entry.booked_at)`)}
    ) rate on true
    where account.kind in ('fees', 'vat') and account.site_id is null
    group by journal.merchant_id, journal.template, rate.basis_points
    having sum(entry.amount_cents) <> 0
    order by journal.merchant_id, journal.template, rate.basis_points`;

/** Returns the fees of payments that a merchant was charged in a period and that were given back since, by the rate of VAT. */
export const sumReversedFees = (
  db: Db,
  merchantId: string,
  { from, to }: { from: Date; to: Date },
  rates: readonly DatedRate[],
) =>
  db<{ rate: number; fee: Cents; vat: Cents }[]>`
    select coalesce(rate.basis_points, 0) as rate, sum(entry.amount_cents)::bigint as fee,
      coalesce(sum(entry.amount_cents) filter (where account.kind = 'vat'), 0)::bigint as vat
    from ledger_journals reversal
    join ledger_journals charge on charge.template = 'payment_received' and charge.object_id = reversal.object_id
      and charge.object = reversal.object and charge.booked_at >= ${from} and charge.booked_at < ${to}
    join ledger_entries entry on entry.journal_id = reversal.id
    join ledger_accounts account on account.id = entry.account_id and account.kind in ('fees', 'vat')
    left join lateral (
      ${rateOn(db, rates, db`charge.booked_at`)}
    ) rate on true
    where reversal.merchant_id = ${merchantId} and reversal.template = 'payment_reversed' and reversal.booked_at >= ${from}
    group by rate.basis_points`;
