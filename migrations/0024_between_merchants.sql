-- The sender's places are shared by merchant first, then by receiver: a merchant's due messages, and those of one of its
-- lanes. Lanes stand by a hash, so that one can begin to look among them anywhere. deliveries_due is for the processes of before. Questions to verify addresses are shared alike.
create index deliveries_merchant on deliveries (merchant_id, due_at) where due_at is not null;
create index deliveries_lane on deliveries (merchant_id, hashtextextended(lane, 0), due_at) where status = 'pending';
create index payouts_verification on payouts (merchant_id, site_id, due_at) where state = 'verification';

-- What merchants read of attempts without an answer named resolved addresses and the state of ports.
update delivery_attempts set error = 'no connection, or no answer in time'
where status_code is null and error is not null and error !~ ': a fault of the sandbox$';
