// The list of deposits: money received that no order of this service explains. all merchants: `scope` limits it to deposits
// on the viewer's bank accounts, because an unallocated deposit has no owner yet.
import { onSeenAccount } from '../../core/accounts/actions.ts';
import { depositStates } from '../../core/deposits/state.ts';
import * as columns from './columns.ts';
import { stateOr } from './condition.ts';
import { makeList } from './read.ts';

export const deposits = makeList({
  name: 'deposits',
  caption: 'Deposits',
  nouns: ['deposit', 'deposits'],
  action: 'deposit.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'bank', 'min', 'max', 'reference', 'after'],
  words: { state: ['unmatched', ...depositStates] },
  columns: [
    ...columns.moved,
    columns.bankOf('bankId'),
    columns.text('account', 'Account'),
    ...columns.instant('received', 'Received', 'createdAt'),
    ...columns.completed,
    columns.hidden(columns.text('holder', 'Account holder', 'accountHolder')),
    columns.text('at', 'Arrived at', 'bankAccount'),
    columns.reason,
    columns.merchant,
  ],
  scope: (db, viewer) => onSeenAccount(db, viewer),
  conditions: { state: stateOr({ unmatched: (db) => db`state in ('waiting', 'parked')` }) },
  sum: 'amount',
  leadsTo: ({ id }) => ({ page: 'deposits', id }),
  source: (db) => db`
    select id, received_at as created_at, merchant_id, site_id, state, state_reason, amount_cents, currency, reference,
      bank_id, account, account_holder, bank_account, completed_at
    from deposits`,
});
