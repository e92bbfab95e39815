// The list of batches of payouts. all merchants: condition.ts adds whose rows are read.
import { payoutBatchStates } from '../../core/payout-batches/state.ts';
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const payoutBatches = makeList({
  name: 'payout-batches',
  caption: 'Payout batches',
  nouns: ['batch', 'batches'],
  action: 'payout.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'after'],
  words: { state: payoutBatchStates },
  columns: [
    columns.id,
    columns.link('file', 'File', 'fileName'),
    columns.state,
    columns.amount,
    columns.number('payouts', 'Payouts'),
    ...columns.created,
    columns.actor('by', 'Created by', 'createdBy'),
    columns.actor('decidedBy', 'Decided by', 'decidedBy'),
    ...columns.instant('decided', 'Decided', 'decidedAt'),
    columns.reason,
    columns.site,
    columns.merchant,
  ],
  sum: 'amount',
  leadsTo: ({ id }) => ({ page: 'payouts/batches', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, state, state_reason, file_name, sum_cents as amount_cents, payouts,
      created_by, decided_by, decided_at
    from payout_batches`,
  more: (db, viewer) => ({ columns: columns.actors(db, viewer, 'created_by', 'decided_by') }),
});
