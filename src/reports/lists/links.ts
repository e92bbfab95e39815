// The lists of payment links, and of the payments of one.
// all merchants: condition.ts adds whose rows are read.
import { linkStates } from '../../core/links/state.ts';
import { paymentStates } from '../../core/payments/state.ts';
import { formatRand } from '../../kernel/money.ts';
import { outcomeOf } from '../outcomes.ts';
import * as columns from './columns.ts';
import { beginsWithAtSites } from './condition.ts';
import { mostCounted, type Row } from './list.ts';
import { makeList } from './read.ts';

/** Returns the amount of a link, or the limits of an open amount. */
function asks({ amountCents, minimumCents, maximumCents }: Row): string {
  const amount = (value: unknown) => formatRand(value as bigint);
  return amountCents === null ? `${amount(minimumCents)} to ${amount(maximumCents)}` : amount(amountCents);
}

const uses = (row: Row): string => (row.uses === 'many' ? 'many times' : 'once');
const paid = ({ paid }: Row): string =>
  Number(paid) > mostCounted ? `more than ${mostCounted}` : String(paid);

export const links = makeList({
  name: 'links',
  caption: 'Payment links',
  nouns: ['payment link', 'payment links'],
  action: 'link.see',
  filters: ['merchant', 'site', 'customer', 'state', 'from', 'to', 'reference', 'after'],
  words: { state: linkStates },
  columns: [
    columns.id,
    columns.link('reference', 'Reference'),
    columns.state,
    { ...columns.text('asks', 'Amount'), value: asks },
    { ...columns.text('uses', 'Uses'), value: uses },
    { ...columns.text('paid', 'Paid'), value: paid },
    columns.text('customer', 'Customer'),
    columns.text('description', 'Description'),
    columns.hidden(columns.amount),
    columns.hidden(columns.money('minimum', 'Minimum', 'minimumCents')),
    columns.hidden(columns.money('maximum', 'Maximum', 'maximumCents')),
    columns.currency,
    columns.hidden(columns.text('email', 'E-mail')),
    ...columns.created,
    ...columns.instant('expires', 'Expires', 'expiresAt'),
    ...columns.completed,
    columns.reason,
    columns.correlation,
    columns.site,
    columns.merchant,
  ],
  needs: { customer: 'customer.see', email: 'customer.see' },
  leadsTo: ({ id }) => ({ page: 'links', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, state, state_reason, amount_cents, minimum_cents, maximum_cents, currency,
      merchant_reference as reference, uses, customer ->> 'name' as customer, customer ->> 'email' as email, description,
      expires_at, completed_at, correlation_id, customer_id
    from payment_links`,
  conditions: { reference: beginsWithAtSites },
  more: (db) => ({
    columns: db`, counted.paid`,
    joins: db`cross join lateral (
      select count(*)::integer as paid from (
        select from payments where link_id = page.id and state = 'complete' limit ${mostCounted + 1}
      ) paid
    ) counted`,
  }),
});

export const linkPayments = makeList({
  name: 'link-payments',
  caption: 'Payments of the link',
  nouns: ['payment', 'payments'],
  action: 'link.see',
  of: 'payment link',
  filters: ['state', 'after'],
  words: { state: paymentStates },
  columns: [
    columns.id,
    columns.hidden(columns.site),
    columns.link('reference', 'Reference'),
    columns.hidden(columns.state),
    columns.outcome,
    columns.amount,
    columns.currency,
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.correlation,
  ],
  sum: 'amount',
  leadsTo: ({ id }) => ({ page: 'payments', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, link_id as of_id, state, state_reason, amount_cents, currency,
      merchant_reference as reference, completed_at, correlation_id
    from payments`,
  more: (db) => ({
    columns: db`, ${outcomeOf(db, 'page', 'counting')} as outcome`,
    joins: db`left join transactions counting on counting.payment_id = page.id and counting.counts`,
  }),
});
