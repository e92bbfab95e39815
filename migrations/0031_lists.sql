-- Lists of what few rows are: read from an index of those rows, not by going through everything of a merchant.
-- The indexes hold what ended without money or sent it back. A payment that is paid is never in one of them, so paying
-- costs nothing more. Open payments and transactions are found by payments_expiry and transactions_live, refunds that
-- wait by refunds_due.
create index payments_unpaid on payments (merchant_id, state, created_at desc, id desc)
  where state in ('cancelled', 'expired');
create index transactions_failed on transactions (merchant_id, created_at desc, id desc)
  where state in ('declined', 'cancelled', 'abandoned', 'failed', 'expired');
create index transactions_refunded on transactions (merchant_id, created_at desc, id desc) where state = 'refunded';
create index refunds_incomplete on refunds (merchant_id, state, created_at desc, id desc)
  where state in ('submitted', 'failed', 'cancelled', 'returned');
