-- The search of the console: what is looked for by amounts of money that leaves, and by what banks print.

-- A bank reference that is the merchant's own reference is found by that one.
create index payments_bank_reference on payments (site_id, bank_reference) where bank_reference <> merchant_reference;

create index refunds_amount on refunds (merchant_id, amount_cents, created_at desc, id desc);
create index payouts_amount on payouts (merchant_id, amount_cents, created_at desc, id desc);
create index settlements_amount on settlements (merchant_id, total_cents, created_at desc, id desc);
create index deposits_amount on deposits (amount_cents, received_at desc);
