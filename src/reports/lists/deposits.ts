// The list of deposits: money received that no order of this service explains. all merchants: condition.ts adds the
// viewer's merchants. Unallocated rows are the operator's.
import { depositStates } from '../../core/deposits/state.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const deposits = makeList({
  name: 'deposits',
  caption: 'Deposits',
  nouns: ['deposit', 'deposits'],
  action: 'deposit.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'bank', 'min', 'max', 'reference', 'after'],
  words: { state: depositStates },
  columns: [
    columns.id,
    columns.site,
    columns.link('reference', 'Reference'),
    columns.state,
    columns.amount,
    columns.currency,
    columns.bankOf('bankId'),
    columns.text('account', 'Account'),
    ...columns.instant('received', 'Received', 'createdAt'),
    ...columns.completed,
    columns.hidden(columns.text('holder', 'Account holder', 'accountHolder')),
    columns.text('at', 'Arrived at', 'bankAccount'),
    columns.reason,
    columns.merchant,
  ],
  sum: 'amount',
  leadsTo: ({ id }) => ({ room: 'deposits', id }),
  source: (db) => db`
    select id, received_at as created_at, merchant_id, site_id, state, state_reason, amount_cents, currency, reference,
      bank_id, account, account_holder, bank_account, completed_at
    from deposits`,
});
