// The list of requested credit notes. all merchants: condition.ts adds whose rows are read.
import { invoiceCreditStates } from '../../core/invoices/credit-state.ts';
import { formatNumber } from '../../core/invoices/numbers.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const invoiceCredits = makeList({
  name: 'invoice-credits',
  caption: 'Requested credit notes',
  nouns: ['credit note', 'credit notes'],
  action: 'credit.create',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'after'],
  words: { state: invoiceCreditStates },
  columns: [
    columns.id,
    {
      ...columns.link('number', 'Invoice'),
      value: ({ sequence }) => formatNumber('invoice', sequence as number),
    },
    columns.state,
    columns.amount,
    columns.text('reason', 'Reason'),
    ...columns.created,
    columns.actor('by', 'Requested by', 'createdBy'),
    columns.actor('decidedBy', 'Decided by', 'decidedBy'),
    ...columns.instant('decided', 'Decided', 'decidedAt'),
    columns.site,
    columns.merchant,
  ],
  sum: 'amount',
  leadsTo: ({ id }) => ({ page: 'invoices/credits', id }),
  source: (db) => db`
    select credit.id, credit.created_at, credit.merchant_id, credit.site_id, credit.state, credit.state_reason,
      credit.amount_cents, credit.reason, credit.created_by, credit.decided_by, credit.decided_at, invoice.sequence
    from invoice_credits credit join invoices invoice on invoice.id = credit.invoice_id`,
  more: (db, viewer) => ({ columns: columns.actors(db, viewer, 'created_by', 'decided_by') }),
});
