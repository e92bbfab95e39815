// The lists of settlements, and of the lines of one.
// all merchants: condition.ts adds whose rows are read.
import { lineTypes } from '../../core/settlements/lines.ts';
import { settlementStates } from '../../core/settlements/state.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const settlements = makeList({
  name: 'settlements',
  caption: 'Settlements',
  nouns: ['settlement', 'settlements'],
  action: 'settlement.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'min', 'max', 'reference', 'after'],
  words: { state: settlementStates },
  columns: [
    columns.id,
    columns.site,
    columns.link('reference', 'Reference'),
    columns.state,
    columns.amount,
    columns.money('fees', 'Fees', 'feesCents'),
    columns.day('day', 'Business day', 'businessDay'),
    columns.number('lines', 'Lines'),
    columns.text('bank', 'Bank'),
    columns.text('account', 'Account'),
    ...columns.instant('cutOff', 'Up to', 'createdAt').map(columns.hidden),
    ...columns.completed,
    columns.reason,
    columns.merchant,
  ],
  sum: 'amount',
  isSigned: true,
  leadsTo: ({ id }) => ({ page: 'settlements', id }),
  // Its place in the list is the instant up to which it covers, which is within its day.
  source: (db) => db`
    select id, cut_off_at as created_at, merchant_id, site_id, state, state_reason, reference, total_cents as amount_cents,
      fees_cents, business_day::text as business_day, (counts ->> 'total')::integer as lines,
      bank_account ->> 'bankName' as bank, bank_account ->> 'account' as account, completed_at
    from settlements`,
});

export const settlementLines = makeList({
  name: 'settlement-lines',
  caption: 'Lines of a settlement',
  nouns: ['line', 'lines'],
  action: 'settlement.see',
  of: 'settlement',
  filters: ['type', 'min', 'max', 'reference', 'after'],
  words: { type: lineTypes },
  columns: [
    columns.id,
    columns.hidden(columns.site),
    ...columns.instant('booked', 'Date', 'createdAt'),
    columns.text('type', 'Type'),
    columns.text('reference', 'Reference'),
    columns.text('description', 'Description'),
    columns.amount,
    columns.money('fee', 'Fee', 'feeCents'),
    columns.money('vat', 'VAT in the fee', 'vatCents'),
    columns.money('net', 'Net', 'netCents'),
  ],
  sum: 'net',
  isSigned: true,
  source: (db) => db`
    select journal_id as id, booked_at as created_at, merchant_id, site_id, settlement_id as of_id, type, reference,
      description, amount_cents, fee_cents, vat_cents, amount_cents - fee_cents as net_cents
    from settlement_lines`,
});
