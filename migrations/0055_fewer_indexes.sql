-- What whoever creates payments paid for the console's lists and search, and need not.

-- The newest of all merchants are found by ids, which follow the time at which payments were made.
drop index payments_newest;

-- A bank prints what was paid: what a payment is called at the bank is indexed when it ends, and not when it is made. Those
-- that are open are found among the newest.
drop index payments_bank_reference;
create index payments_bank_reference on payments (site_id, bank_reference)
  where bank_reference <> merchant_reference and state <> 'created';
