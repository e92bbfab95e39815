-- beside: 0059
-- online
-- Fees that were given back, for what is left of an invoice.
create index concurrently if not exists ledger_journals_reversed on ledger_journals (merchant_id, booked_at)
  where template = 'payment_reversed';
