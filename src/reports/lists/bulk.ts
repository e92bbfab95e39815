// The lists of bulk jobs, and of the items of one in their order.
// all merchants: condition.ts adds whose rows are read.
import { bulkJobStates } from '../../core/bulk/state.ts';
import * as columns from './columns.ts';
import { stateOr } from './condition.ts';
import { makeList } from './read.ts';

export const bulkJobs = makeList({
  name: 'bulk',
  caption: 'Bulk jobs',
  nouns: ['bulk job', 'bulk jobs'],
  action: 'bulk.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'reference', 'after'],
  words: { state: ['with_errors', ...bulkJobStates] },
  columns: [
    columns.id,
    columns.site,
    columns.link('reference', 'Reference'),
    columns.state,
    columns.number('items', 'Payments requested', 'itemCount'),
    columns.number('done', 'Done', 'nextIndex'),
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.actor('by', 'Requested by', 'createdBy'),
    columns.correlation,
    columns.merchant,
  ],
  leadsTo: ({ id }) => ({ page: 'bulk', id }),
  source: (db) => db`
    select id, created_at, merchant_id, site_id, state, state_reason, reference, item_count, next_index, created_by,
      completed_at, correlation_id
    from bulk_jobs`,
  conditions: { state: stateOr({ with_errors: (db) => db`state in ('complete_with_errors', 'error')` }) },
  more: (db, viewer) => ({ columns: columns.actors(db, viewer, 'created_by') }),
});

const itemStates = ['waiting', 'created', 'refused'] as const;

export const bulkItems = makeList({
  name: 'bulk-items',
  caption: 'Payments of a bulk job',
  nouns: ['item', 'items'],
  action: 'bulk.see',
  of: 'bulk job',
  filters: ['state', 'after'],
  words: { state: itemStates },
  columns: [
    columns.number('item', 'Item', 'number'),
    columns.state,
    columns.link('payment', 'Payment', 'paymentId'),
    { ...columns.text('link', 'Payment link', 'paymentId'), isPayAddress: true },
    columns.text('error', 'Error'),
    columns.hidden(columns.text('element', 'As it was sent')),
  ],
  // It contains the data of the customer as it was sent.
  needs: { element: 'customer.see' },
  leadsTo: ({ paymentId }) => (paymentId === null ? undefined : { page: 'payments', id: String(paymentId) }),
  // Items have the time of their job, so the first is listed before the second, as if it was the newer. A job has 5 000
  // at most.
  source: (db) => db`
    select (left(job_id::text, 24) || lpad(to_hex(index), 12, '0'))::uuid as id,
      timestamptz '2000-01-01Z' - index * interval '1 millisecond' as created_at, merchant_id,
      null::uuid as site_id, job_id as of_id, index + 1 as number, element, payment_id, error,
      case when error is not null then 'refused' when payment_id is null then 'waiting' else 'created' end as state
    from bulk_items`,
});
