// The lists of payments out: refunds and payouts. all merchants: condition.ts adds the viewer's merchants.
import { payoutStates } from '../../core/payouts/state.ts';
import { waitingReason } from '../../core/refunds/jobs.ts';
import { refundStates } from '../../core/refunds/state.ts';
import * as columns from './columns.ts';
import { beginsWithAtSites, isCustomer, stateOr } from './condition.ts';
import { customerFilters } from './list.ts';
import { makeList } from './read.ts';

export const refunds = makeList({
  name: 'refunds',
  caption: 'Refunds',
  nouns: ['refund', 'refunds'],
  action: 'refund.see',
  filters: customerFilters,
  words: { state: ['on_hold', ...refundStates] },
  needs: { customer: 'customer.see' },
  columns: [
    ...columns.moved,
    columns.text('bank', 'Bank'),
    columns.text('account', 'Account'),
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.text('why', 'Why'),
    columns.hidden(columns.text('payment', 'Payment', 'paymentId')),
    columns.actor('by', 'Requested by', 'createdBy'),
    columns.actor('approvedBy', 'Approved by', 'approvedBy'),
    columns.correlation,
    columns.merchant,
  ],
  sum: 'amount',
  dayTotals: 'refund',
  leadsTo: ({ id }) => ({ page: 'refunds', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, state, state_reason, amount_cents, currency,
      merchant_reference as reference, bank_id, bank_name as bank, account, reason as why, transaction_id, created_by,
      approved_by, completed_at, correlation_id
    from refunds`,
  conditions: {
    state: stateOr({
      on_hold: (db) => db`state in ('pending', 'approved') and state_reason = ${waitingReason}`,
    }),
    customer: (db, filters, viewer) => db`transaction_id in (
      select attempt.id from payments paid join transactions attempt on attempt.payment_id = paid.id
      where paid.customer_id in (select id from customers where ${isCustomer(db, filters, viewer)}))`,
  },
  more: (db, viewer) => ({
    columns: db`, refunded.payment_id ${columns.actors(db, viewer, 'created_by', 'approved_by')}`,
    joins: db`left join transactions refunded on refunded.id = page.transaction_id`,
  }),
});

export const payouts = makeList({
  name: 'payouts',
  caption: 'Payouts',
  nouns: ['payout', 'payouts'],
  action: 'payout.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'bank', 'min', 'max', 'reference', 'after'],
  words: { state: payoutStates },
  columns: [
    ...columns.moved,
    columns.bankOf('bankId'),
    columns.text('account', 'Account'),
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.hidden(columns.text('bankReference', 'Bank reference')),
    columns.actor('by', 'Requested by', 'createdBy'),
    columns.actor('approvedBy', 'Approved by', 'approvedBy'),
    columns.correlation,
    columns.merchant,
  ],
  sum: 'amount',
  dayTotals: 'payout',
  leadsTo: ({ id }) => ({ page: 'payouts', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, state, state_reason, amount_cents, currency,
      merchant_reference as reference, bank_group_id as bank_id, account, customer_bank_reference as bank_reference,
      created_by, approved_by, completed_at, correlation_id
    from payouts`,
  conditions: { reference: beginsWithAtSites },
  more: (db, viewer) => ({ columns: columns.actors(db, viewer, 'created_by', 'approved_by') }),
});
