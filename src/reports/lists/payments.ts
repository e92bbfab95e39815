// The list of payments, each with the attempt that counts: the one that was paid, or else the newest. The database marks it.
// all merchants: condition.ts adds whose rows are read.
import { paymentStates } from '../../core/payments/state.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import { customerColumns, customerSource, joinSubscription } from '../customers.ts';
import { outcomeOf, outcomes } from '../outcomes.ts';
import * as columns from './columns.ts';
import { beginsWithAtSites } from './condition.ts';
import type { Filters } from './list.ts';
import { idsWithin } from './order.ts';
import { withOutcome } from './outcome-filter.ts';
import { makeList } from './read.ts';

/** The payments whose counting attempt is at the bank, in the order of an index. */
function atBank(db: Db, filters: Filters, viewer: Viewer) {
  const { bankId, merchantId } = filters;
  return db`join (
    select payment_id from transactions
    where counts and bank_id = ${required(bankId, 'bank')} and ${seenBy(db, viewer)}
      ${merchantId === undefined ? db`` : db`and merchant_id = ${merchantId}`} ${idsWithin(db, filters, 'payment_id')}
    ) counting on counting.payment_id = listed.id`;
}

/** The condition of an amount, for those that have ended and for those that are open: each has its index. */
function between(db: Db, { minCents, maxCents }: Filters) {
  const least = minCents === undefined ? db`true` : db`amount_cents >= ${minCents}`;
  const most = maxCents === undefined ? db`true` : db`amount_cents <= ${maxCents}`;
  return db`((state <> 'created' and ${least} and ${most}) or (state = 'created' and ${least} and ${most}))`;
}

const source = (db: Db) => db`
  select id, created_at, merchant_id, site_id, state, state_reason, amount_cents, currency,
    merchant_reference as reference, bank_reference, is_test, completed_at, correlation_id, customer_id, ${customerSource(db)}
  from payments`;

export const payments = makeList({
  name: 'payments',
  caption: 'Payments',
  nouns: ['payment', 'payments'],
  action: 'payment.see',
  filters: [
    'merchant',
    'site',
    'outcome',
    'customer',
    'state',
    'from',
    'to',
    'bank',
    'min',
    'max',
    'reference',
    'sort',
    'order',
    'after',
  ],
  words: {
    state: paymentStates,
    outcome: outcomes,
    sort: ['created', 'amount', 'outcome'],
    order: ['asc', 'desc'],
  },
  columns: [
    ...columns.moved,
    columns.text('bank', 'Bank'),
    columns.text('account', 'Account'),
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.hidden(columns.text('bankReference', 'Bank reference')),
    columns.hidden(columns.text('test', 'Test', 'isTest')),
    columns.correlation,
    columns.merchant,
    columns.outcome,
    columns.text('customer', 'Customer'),
    columns.hidden(columns.text('email', 'E-mail')),
    columns.hidden(columns.text('phone', 'Phone')),
  ],
  needs: { customer: 'customer.see', email: 'customer.see', phone: 'customer.see' },
  pageOrder: ['reference', 'customer', 'outcome', 'amount', 'bank', 'account', 'created', 'site', 'merchant'],
  sum: 'amount',
  dayTotals: 'payment',
  leadsTo: ({ id }) => ({ page: 'payments', id }),
  source,
  followsIds: true,
  joins: {
    bank: atBank,
    outcome: (db, filters, viewer) => withOutcome(db, required(filters.outcome, 'outcome'), filters, viewer),
  },
  conditions: {
    reference: beginsWithAtSites,
    min: between,
    // The condition of the minimum includes it.
    max: (db, filters) => (filters.minCents === undefined ? between(db, filters) : db`true`),
  },
  more: (db) => ({
    columns: db`, counting.bank_name as bank, counting.payer_account as account,
      ${outcomeOf(db, 'page', 'counting')} as outcome,
      ${customerColumns(db, { payment: 'page', attempt: 'counting', subscription: 'subscription' })}`,
    joins: db`left join transactions counting on counting.payment_id = page.id and counting.counts ${joinSubscription(db, 'page')}`,
  }),
});
