// The fees of a period as the ledger has them, one row for each posting.
// all merchants: condition.ts adds whose rows are read.
import * as columns from '../lists/columns.ts';
import { makeList } from '../lists/read.ts';

export const fees = makeList({
  name: 'fees',
  caption: 'Fees',
  nouns: ['fee', 'fees'],
  action: 'report.see',
  filters: ['merchant', 'from', 'to'],
  columns: [
    columns.id,
    ...columns.instant('booked', 'Booked', 'createdAt'),
    columns.site,
    columns.text('posting', 'Posting'),
    columns.text('object', 'Object'),
    columns.text('objectId', 'Object id'),
    columns.money('net', 'Net', 'netCents'),
    columns.money('vat', 'VAT', 'vatCents'),
    columns.amount,
    columns.merchant,
  ],
  sum: 'amount',
  isSigned: true,
  // A journal can have several entries on the account of fees: the first one stands for it.
  source: (db) => db`
    select journal.id, fee.booked_at as created_at, journal.merchant_id, booked.site_id, journal.template as posting,
      journal.object, journal.object_id, booked.amount_cents - booked.vat_cents as net_cents, booked.vat_cents,
      booked.amount_cents
    from ledger_accounts account
    join ledger_entries fee on fee.account_id = account.id
    join ledger_journals journal on journal.id = fee.journal_id and journal.merchant_id is not null
    cross join lateral (
      select (array_agg(own.site_id) filter (where own.site_id is not null))[1] as site_id,
        coalesce(-sum(entry.amount_cents) filter (where own.kind in ('fees', 'vat')), 0)::bigint as amount_cents,
        coalesce(-sum(entry.amount_cents) filter (where own.kind = 'vat'), 0)::bigint as vat_cents, min(entry.id)
          filter (where own.id = account.id) as first_id
      from ledger_entries entry join ledger_accounts own on own.id = entry.account_id
      where entry.journal_id = fee.journal_id
    ) booked
    where account.kind = 'fees' and account.site_id is null and booked.first_id = fee.id`,
});
