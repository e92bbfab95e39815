// The list of what became of the payments of a task, in their order.
// all merchants: condition.ts adds whose rows are read.
import * as columns from './columns.ts';
import { makeList } from './read.ts';

const itemStates = ['waiting', 'done', 'refused'] as const;

export const taskItems = makeList({
  name: 'task-items',
  caption: 'Payments of a task',
  nouns: ['payment', 'payments'],
  action: 'payment.see',
  of: 'task',
  filters: ['state', 'after'],
  words: { state: itemStates },
  columns: [
    columns.number('item', 'Item', 'number'),
    columns.link('reference', 'Reference'),
    columns.amount,
    columns.state,
    columns.text('why', 'Error'),
    columns.hidden(columns.text('payment', 'Payment', 'paymentId')),
    columns.merchant,
  ],
  sum: 'amount',
  leadsTo: ({ paymentId }) => ({ page: 'payments', id: String(paymentId) }),
  // Items have the time of their task, so the first is listed before the second, as if it was the newer.
  source: (db) => db`
    select (left(task_id::text, 24) || lpad(to_hex(index), 12, '0'))::uuid as id,
      timestamptz '2000-01-01Z' - index * interval '1 millisecond' as created_at, merchant_id,
      null::uuid as site_id, task_id as of_id, index + 1 as number, payment_id, reference, amount_cents,
      coalesce(outcome, 'waiting') as state, why
    from task_items`,
});
