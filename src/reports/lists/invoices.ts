// The list of invoices and credit notes for fees.
// all merchants: condition.ts adds whose rows are read.
import { formatNumber, invoiceKinds } from '../../core/invoices/numbers.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const invoices = makeList({
  name: 'invoices',
  caption: 'Invoices',
  nouns: ['invoice', 'invoices'],
  action: 'invoice.see',
  filters: ['merchant', 'type', 'from', 'to', 'min', 'max', 'after'],
  words: { type: invoiceKinds },
  columns: [
    columns.id,
    {
      ...columns.link('number', 'Number'),
      value: ({ type, sequence }) => formatNumber(type as (typeof invoiceKinds)[number], sequence as number),
    },
    columns.text('type', 'Type'),
    columns.day('period', 'Month of'),
    columns.money('net', 'Net', 'netCents'),
    columns.money('vat', 'VAT', 'vatCents'),
    columns.amount,
    columns.text('buyer', 'Issued to'),
    columns.text('corrects', 'Credit on'),
    ...columns.instant('issued', 'Issued', 'createdAt'),
    columns.merchant,
  ],
  leadsTo: ({ type, sequence }) => ({
    page: 'invoices',
    id: formatNumber(type as (typeof invoiceKinds)[number], sequence as number),
  }),
  source: (db) => db`
    select id, created_at, merchant_id, null::uuid as site_id, kind as type, sequence, period::text as period,
      total_cents - vat_cents as net_cents, vat_cents, total_cents as amount_cents, buyer ->> 'name' as buyer,
      corrects ->> 'number' as corrects
    from invoices`,
});
