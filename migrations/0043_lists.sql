-- The lists of the console: the newest of all merchants for operators, and of one merchant what is rare. What is common
-- is found on the way through the newest.

create index payments_newest on payments (created_at desc, id desc);
-- Not of open payments, so that asking for one costs nothing more: they are few, and payments_expiry has them.
create index payments_amount on payments (merchant_id, amount_cents, created_at desc, id desc) where state <> 'created';

create index transactions_amount on transactions (merchant_id, amount_cents, created_at desc, id desc);
create index transactions_account on transactions (merchant_id, "right"(payer_account, 4), created_at desc, id desc)
  where payer_account is not null;

-- Of all merchants: a bank that many use is found among a merchant's newest payments.
create index transactions_bank on transactions (bank_id, created_at desc, id desc);

create index refunds_newest on refunds (created_at desc, id desc);

create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_incomplete on payouts (merchant_id, state, created_at desc, id desc) where state <> 'complete';
-- What waits for a second person, at all merchants.
create index payouts_approval on payouts (created_at desc, id desc) where state = 'approval';

create index subscriptions_newest on subscriptions (created_at desc, id desc);
create index bulk_jobs_page on bulk_jobs (merchant_id, created_at desc, id desc);
create index bulk_jobs_newest on bulk_jobs (created_at desc, id desc);
create index settlements_newest on settlements (cut_off_at desc, id desc);
create index deposits_newest on deposits (received_at desc, id desc);
create index hash_mismatches_page on hash_mismatches (merchant_id, created_at desc, id desc);

create index deliveries_page on deliveries (merchant_id, created_at desc, id desc);
create index deliveries_newest on deliveries (created_at desc, id desc);
create index deliveries_failed on deliveries (merchant_id, created_at desc, id desc) where status in ('failed', 'skipped');

-- What people have done at the console.
create index transitions_people on transitions (actor, id) where actor like 'user:%';
