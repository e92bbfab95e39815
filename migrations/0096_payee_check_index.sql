-- beside: 0059
-- online
-- Payouts whose payee is verified at the bank, by site: claimed as those of `payouts_verification`.

create index concurrently if not exists payouts_payee_check on payouts (merchant_id, site_id, due_at) where state = 'payee_check';
