// Compares bulk jobs with their items, the payments created from them and their events. all merchants: a check compares
// the whole database with itself.
import { bulkJobMachine } from '../../core/bulk/state.ts';
import { checkOf, type Rules } from '../../core/findings.ts';
import type { Machine } from '../../kernel/state-machine.ts';
import { endRule } from './events.ts';
import { pathRules, stepRule } from './transactions.ts';

const ended = [...bulkJobMachine.ended];

const rules: Rules = {
  // Every job has its original items, numbered from 0. Processed items have one outcome each, the others no payment
  // yet.
  'bulk-items-are-whole': (db) => db`
    with counted as (
      select job_id, count(*) as number, max(index) as last,
        count(*) filter (where payment_id is not null or error is not null) as done,
        count(*) filter (where payment_id is not null and error is not null) as both
      from bulk_items group by job_id
    ), behind as (
      select item.job_id,
        count(*) filter (where item.index < job.next_index and item.payment_id is null and item.error is null) as missed,
        count(*) filter (where item.index >= job.next_index and item.payment_id is not null) as early
      from bulk_items item join bulk_jobs job on job.id = item.job_id
      group by item.job_id
    )
    select job.id as object,
      format('%s, at %s of %s; %s items up to %s, %s done, %s missed, %s early', job.state, job.next_index,
        job.item_count, coalesce(counted.number, 0), counted.last, counted.done, behind.missed, behind.early) as detail
    from bulk_jobs job
    left join counted on counted.job_id = job.id
    left join behind on behind.job_id = job.id
    where counted.number is distinct from job.item_count or counted.last <> job.item_count - 1
      or counted.both > 0 or behind.missed > 0 or behind.early > 0
      or (job.state = any (${ended}) and counted.done <> job.item_count)`,
  // A payment belongs to one item and was created from it: for the same merchant, in the request of the job.
  'bulk-payment-is-of-one-item': (db) => db`
    select item.payment_id as object,
      format('on %s items of %s jobs', count(*), count(distinct item.job_id)) as detail
    from bulk_items item
    join bulk_jobs job on job.id = item.job_id
    join payments payment on payment.id = item.payment_id
    group by item.payment_id
    having count(*) > 1 or not bool_and(payment.merchant_id = job.merchant_id and item.merchant_id = job.merchant_id
      and payment.contract = 'payments' and payment.correlation_id = job.correlation_id)`,
  'bulk-state-agrees-with-its-items': (db) => db`
    with failed as (select job_id, count(*) as number from bulk_items where error is not null group by job_id)
    select job.id as object,
      format('%s, at %s of %s, %s errors, %s', job.state, job.next_index, job.item_count, coalesce(failed.number, 0),
        coalesce('due ' || job.due_at, 'not due')) as detail
    from bulk_jobs job left join failed on failed.job_id = job.id
    where (job.due_at is null) <> (job.state = any (${ended}))
      or not case job.state
        when 'received' then job.next_index = 0
        when 'processing' then job.next_index between 1 and job.item_count - 1
        when 'complete' then job.next_index = job.item_count and failed.number is null
        else job.next_index = job.item_count and coalesce(failed.number, 0) > 0 end`,
  ...endRule('bulk-end-is-told', bulkJobMachine),
};

const machine = bulkJobMachine as unknown as Machine;

export const checkBulk = checkOf({ ...rules, ...pathRules(machine), ...stepRule(machine) });
