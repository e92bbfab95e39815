// The lists of subscriptions, and of the charges of one.
// all merchants: condition.ts adds whose rows are read.
import { chargeStates, subscriptionStates } from '../../core/subscriptions/state.ts';
import * as columns from './columns.ts';
import { beginsWithAtSites } from './condition.ts';
import { customerFilters } from './list.ts';
import { makeList } from './read.ts';

export const subscriptions = makeList({
  name: 'subscriptions',
  caption: 'Subscriptions',
  nouns: ['subscription', 'subscriptions'],
  action: 'subscription.see',
  filters: customerFilters,
  words: { state: subscriptionStates },
  columns: [
    ...columns.moved,
    columns.text('bank', 'Bank'),
    columns.text('account', 'Account'),
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.text('frequency', 'How often'),
    columns.hidden(columns.number('occurrences', 'Times')),
    columns.hidden(columns.day('first', 'First', 'firstPaymentDate')),
    columns.correlation,
    columns.merchant,
    columns.text('customer', 'Customer'),
    columns.hidden(columns.text('email', 'E-mail')),
    columns.hidden(columns.text('phone', 'Phone')),
  ],
  needs: { customer: 'customer.see', email: 'customer.see', phone: 'customer.see' },
  sum: 'amount',
  leadsTo: ({ id }) => ({ page: 'subscriptions', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, state, state_reason, amount_cents, currency,
      merchant_reference as reference, bank_id, bank_name as bank, payer_account as account, frequency, occurrences,
      first_payment_date::text as first_payment_date, completed_at, correlation_id, customer_id,
      customer ->> 'name' as customer, customer ->> 'email' as email, customer ->> 'cellphone' as phone
    from subscriptions`,
  conditions: { reference: beginsWithAtSites },
});

export const charges = makeList({
  name: 'charges',
  caption: 'Charges',
  nouns: ['charge', 'charges'],
  action: 'subscription.see',
  of: 'subscription',
  filters: ['state', 'after'],
  words: { state: chargeStates },
  columns: [
    columns.id,
    columns.hidden(columns.site),
    columns.link('reference', 'Reference'),
    columns.state,
    columns.amount,
    columns.currency,
    columns.day('due', 'Due', 'chargeDate'),
    columns.text('type', 'Type'),
    columns.number('attempts', 'Attempts'),
    ...columns.created.map(columns.hidden),
    ...columns.completed,
    { ...columns.reason, isShown: true },
    columns.hidden(columns.text('payment', 'Payment', 'paymentId')),
    columns.correlation,
  ],
  sum: 'amount',
  leadsTo: ({ paymentId }) => (paymentId === null ? undefined : { page: 'payments', id: String(paymentId) }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, subscription_id as of_id, state, state_reason, amount_cents, currency,
      merchant_reference as reference, charge_date::text as charge_date, type, attempts, payment_id, completed_at,
      correlation_id
    from subscription_charges`,
});
