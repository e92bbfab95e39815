-- beside: 0059
-- online
-- Refunds that are picked up, that are verified at a bank, and that did not end as paid.

create index concurrently if not exists refunds_to_submit on refunds (due_at, id) where state in ('pending', 'approved');

create index concurrently if not exists refunds_payee_check on refunds (due_at) where state = 'payee_check';

create index concurrently if not exists refunds_undecided on refunds (merchant_id, created_at, id) where state in ('payee_check', 'approval', 'approved', 'refused');

-- One e-mail to each approver is enough until it is sent.
create unique index concurrently if not exists emails_refund_alert on emails (merchant_id, recipient) where state = 'pending' and kind = 'refund-approval';

drop index concurrently if exists refunds_due;
