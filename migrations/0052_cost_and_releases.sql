-- What one payment from an account costs: of several accounts that could pay, the cheaper one does.
alter table bank_accounts add column cost_cents bigint not null default 0 check (cost_cents >= 0);

-- How many people release a payment file that has an order of the site, before it leaves.
alter table sites add column releases smallint not null default 0 check (releases between 0 and 2);
