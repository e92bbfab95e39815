// Compares transfers with the objects that they pay. The checks of the owners cover the effect of a transfer's outcome.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { transferMachine } from '../../core/transfers/state.ts';
import { pathRules } from './transactions.ts';

const rules: Rules = {
  'one-live-transfer': (db) => db`
    select object_id as object, format('%s transfers that are under way or paid', count(*)) as detail
    from transfers where state in ('ready', 'sent', 'paid')
    group by object_id having count(*) > 1`,
  // The right amount for the right merchant and an existing object.
  'transfer-pays-its-object': (db) => db`
    with payable as (
      select 'refund' as purpose, id, merchant_id, site_id, amount_cents from refunds
      union all select 'payout', id, merchant_id, site_id, amount_cents from payouts
      union all select 'settlement', id, merchant_id, site_id, total_cents from settlements
      union all select 'deposit', id, merchant_id, site_id, amount_cents from deposit_parts where purpose = 'return'
    )
    select transfer.id as object,
      format('pays %s cents for the %s %s of %s cents', transfer.amount_cents, transfer.purpose, transfer.object_id,
        coalesce(payable.amount_cents::text, 'no')) as detail
    from transfers transfer
    left join payable on payable.purpose = transfer.purpose and payable.id = transfer.object_id
    where (transfer.amount_cents, transfer.merchant_id, transfer.site_id)
      is distinct from (payable.amount_cents, payable.merchant_id, payable.site_id)`,
  // A transfer that has to be sent or queried has a due time.
  'open-transfer-is-due': (db) => db`
    select id as object, format('is %s since %s and never due', state, created_at) as detail
    from transfers where state in ('ready', 'sent') and due_at is null`,
};

export const checkTransfers = checkOf({ ...rules, ...pathRules(transferMachine) });
