-- beside: 0059
-- A transaction that a deposit paid keeps the name and the branch of the account that it came from, which its refunds
-- are paid to. Refunds that have not reached a payment file yet get them too.
alter table transactions add column payer_holder text;
alter table transactions add column payer_branch_code text;

update transactions t set payer_holder = d.account_holder, payer_branch_code = d.branch_code
from deposits d left join deposit_parts p on p.deposit_id = d.id and p.transaction_id is not null
where t.id = coalesce(p.transaction_id, d.transaction_id) and d.bank_id is not null
  and t.payer_account_sealed is not null and t.bank_id = d.bank_id;

update refunds r set branch_code = t.payer_branch_code from transactions t
where t.id = r.transaction_id and r.state = 'pending' and t.payer_branch_code is not null
  and r.branch_code <> t.payer_branch_code;

update transfers f set account_holder = t.payer_holder from transactions t
where t.id = f.refund_of and f.state = 'ready' and f.account_holder is null and t.payer_holder is not null;

update payment_orders o set account_holder = t.payer_holder
from transfers f join transactions t on t.id = f.refund_of
where f.id = o.id and o.closes_at is not null and o.file_id is null and o.account_holder is null
  and t.payer_holder is not null;
