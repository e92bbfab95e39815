// The lists of customers, and of the payments of one. all merchants: condition.ts adds whose rows are read.
import { required } from '../../kernel/required.ts';
import { outcomeOf, outcomes } from '../outcomes.ts';
import * as columns from './columns.ts';
import { isCustomer } from './condition.ts';
import type { Row } from './list.ts';
import { withOutcome } from './outcome-filter.ts';
import { makeList } from './read.ts';

/** Exactly as many payments of each customer are counted. */
const mostPayments = 100;

const paymentsOf = ({ payments }: Row): string =>
  Number(payments) > mostPayments ? `more than ${mostPayments}` : String(payments);

export const customers = makeList({
  name: 'customers',
  caption: 'Customers',
  nouns: ['customer', 'customers'],
  action: 'customer.see',
  filters: ['merchant', 'q', 'after'],
  columns: [
    columns.id,
    {
      ...columns.link('customer', 'Customer', 'name'),
      value: ({ name, email, phone }) => name ?? email ?? phone ?? null,
    },
    columns.text('email', 'E-mail'),
    columns.text('phone', 'Phone'),
    { ...columns.text('payments', 'Payments'), value: paymentsOf },
    columns.time('latest', 'Latest payment', 'latestAt'),
    ...columns.instant('created', 'First seen', 'createdAt'),
    columns.merchant,
  ],
  leadsTo: ({ id }) => ({ page: 'customers', id }),
  source: (db) =>
    db`select id, created_at, merchant_id, null::uuid as site_id, name, email, phone, search from customers`,
  conditions: { q: isCustomer },
  more: (db) => ({
    columns: db`, paid.payments, paid.latest_at`,
    joins: db`cross join lateral (
      select count(*)::integer as payments, max(created_at) as latest_at from (
        select created_at from payments where customer_id = page.id order by created_at desc limit ${mostPayments + 1}
      ) newest
    ) paid`,
  }),
});

export const customerPayments = makeList({
  name: 'customer-payments',
  caption: 'Payments of the customer',
  nouns: ['payment', 'payments'],
  action: 'customer.see',
  of: 'customer',
  filters: ['outcome', 'after'],
  words: { outcome: outcomes },
  columns: [
    columns.id,
    columns.link('reference', 'Reference'),
    columns.outcome,
    columns.amount,
    columns.currency,
    columns.text('bank', 'Bank'),
    columns.hidden(columns.state),
    ...columns.created,
    ...columns.completed,
    columns.site,
    columns.reason,
    columns.correlation,
  ],
  sum: 'amount',
  leadsTo: ({ id }) => ({ page: 'payments', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, customer_id as of_id, state, state_reason, amount_cents, currency,
      merchant_reference as reference, completed_at, correlation_id
    from payments`,
  joins: {
    outcome: (db, filters, viewer) => withOutcome(db, required(filters.outcome, 'outcome'), filters, viewer),
  },
  more: (db) => ({
    columns: db`, counting.bank_name as bank, ${outcomeOf(db, 'page', 'counting')} as outcome`,
    joins: db`left join transactions counting on counting.payment_id = page.id and counting.counts`,
  }),
});
