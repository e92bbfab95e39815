// Compares batches of payouts with their payouts.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { payoutBatchMachine } from '../../core/payout-batches/state.ts';
import { pathRules } from './transactions.ts';

const rules: Rules = {
  'payout-batch-has-its-sum': (db) => db`
    select batch.id as object,
      format('has %s payouts of %s cents, and says %s of %s', found.number, found.sum, batch.payouts, batch.sum_cents)
        as detail
    from payout_batches batch
    cross join lateral (
      select count(*) as number, coalesce(sum(amount_cents), 0) as sum from payouts where batch_id = batch.id
    ) found
    where found.number <> batch.payouts or found.sum <> batch.sum_cents`,
  'decided-payout-batch-has-no-waiting-payout': (db) => db`
    select batch.id as object, format('is %s, and its payout %s waits', batch.state, payout.id) as detail
    from payout_batches batch join payouts payout on payout.batch_id = batch.id
    where batch.state in ('approved', 'declined') and payout.state in ('received', 'verification', 'payee_check', 'approval')`,
  'payout-of-batch-is-approved-by-its-approver': (db) => db`
    select payout.id as object, format('was approved by %s, its batch by %s', payout.approved_by, batch.decided_by) as detail
    from payouts payout join payout_batches batch on batch.id = payout.batch_id
    where payout.approved_by is not null and payout.approved_by is distinct from batch.decided_by`,
};

export const checkPayoutBatches = checkOf({ ...rules, ...pathRules(payoutBatchMachine) });
