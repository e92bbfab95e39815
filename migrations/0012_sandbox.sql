-- What a sandbox keeps: the faults that are on for each merchant, and snapshots of everything. The simulated bank is told
-- on whose behalf it is asked, so that it can be closed for one merchant and open for the others.

-- No reference: the bank knows nothing of the service's tables. Null: nobody's money, or from before.
alter table bank.orders add column merchant_id uuid;
alter table bank.transfers add column merchant_id uuid;
alter table bank.mandates add column merchant_id uuid;
alter table bank.deposits add column merchant_id uuid;
alter table bank.callbacks add column merchant_id uuid;

-- A merchant without faults has no row.
create table sandbox_faults (
  merchant_id uuid primary key references merchants (id),
  bank jsonb not null check (jsonb_typeof(bank) = 'object'),
  notifications jsonb not null check (jsonb_typeof(notifications) = 'object')
);

-- Each has a schema of its own, snapshot_<id>, with a copy of every table.
create table sandbox_snapshots (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'),
  saved_at timestamptz not null,
  -- The migrations the copies were made under: others do not fit.
  migrations text not null,
  row_count bigint not null check (row_count >= 0)
);
