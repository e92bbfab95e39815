-- What a sandbox is told beforehand: the rules by which the simulated bank decides the payments of a merchant. A merchant
-- without rules has no row.
create table sandbox_rules (
  merchant_id uuid primary key references merchants (id),
  rules jsonb not null check (jsonb_typeof(rules) = 'array' and jsonb_array_length(rules) between 1 and 100)
);

-- Which money has arrived with a reference already is asked whenever fixtures are loaded.
create index deposits_of_merchant on bank.deposits (merchant_id, reference) where merchant_id is not null;
