// A merchant's open items: refunds and payouts without a final status, unallocated deposits, unreconciled bank lines.
// all merchants: condition.ts adds whose rows are read.
import { zone } from '../../kernel/calendar.ts';
import * as columns from '../lists/columns.ts';
import { makeList } from '../lists/read.ts';

export const openItems = makeList({
  name: 'open-items',
  caption: 'Open items',
  nouns: ['open item', 'open items'],
  action: 'report.see',
  filters: ['merchant', 'to'],
  columns: [
    columns.id,
    columns.text('type', 'Type'),
    ...columns.instant('created', 'Created', 'createdAt'),
    columns.site,
    columns.text('reference', 'Reference'),
    columns.text('status', 'Status'),
    columns.amount,
    columns.merchant,
  ],
  sum: 'amount',
  isSigned: true,
  source: (db) => db`
    select id, created_at, merchant_id, site_id, 'refund' as type, merchant_reference as reference, state as status, amount_cents
    from refunds where state in ('pending', 'payee_check', 'approval', 'approved', 'submitted')
    union all
    select id, created_at, merchant_id, site_id, 'payout', merchant_reference, state, amount_cents
    from payouts where state in ('received', 'verification', 'approval', 'submitted')
    union all
    select deposit.id, deposit.received_at, account.merchant_id, deposit.site_id, 'deposit', deposit.reference, deposit.state,
      deposit.amount_cents
    from deposits deposit join bank_accounts account on account.id = deposit.bank_account
    where deposit.state in ('waiting', 'parked')
    union all
    select line.id, line.booked_on::timestamp at time zone ${zone}::text, account.merchant_id, null, 'bank line', line.reference,
      line.status, line.amount_cents
    from statement_lines line join bank_accounts account on account.id = line.bank_account
    where line.status = 'open'`,
});
