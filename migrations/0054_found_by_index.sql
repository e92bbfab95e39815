-- What the go-live page asks of a merchant: few rows each, which were looked for among all.

-- Notices that were taken after more than one attempt.
create index deliveries_again on deliveries (merchant_id, created_at desc) where attempts > 1 and status = 'delivered';
-- Payments whose money came after they had expired.
create index transactions_late on transactions (merchant_id, created_at desc) where paid_late;
create index verifications_site on verifications (site_id);
