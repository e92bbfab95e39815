// The list of statement lines that nothing explains yet. all merchants: `scope` limits it to the viewer's bank accounts.
import { onSeenAccount } from '../../core/accounts/actions.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const openLines = makeList({
  name: 'open-lines',
  caption: 'Unreconciled bank lines',
  nouns: ['line', 'lines'],
  action: 'reconcile.see',
  filters: ['merchant', 'min', 'max', 'reference', 'after'],
  columns: [
    columns.id,
    columns.day('date', 'Date', 'bookedOn'),
    columns.link('text', 'Text'),
    columns.text('reference', 'Reference'),
    columns.amount,
    columns.text('bankAccount', 'Bank account'),
    columns.merchant,
  ],
  scope: (db, viewer) => onSeenAccount(db, viewer),
  sum: 'amount',
  isSigned: true,
  leadsTo: ({ id }) => ({ page: 'reconcile/lines', id }),
  // Its place in the list is the start of its day.
  source: (db) => db`
    select line.id, line.booked_on::timestamp at time zone 'Africa/Johannesburg' as created_at, account.merchant_id,
      null::uuid as site_id, line.booked_on::text as booked_on, coalesce(nullif(line.text, ''), line.reference, 'line') as text,
      line.reference, line.amount_cents, line.bank_account
    from statement_lines line join bank_accounts account on account.id = line.bank_account
    where line.status = 'open'`,
});
