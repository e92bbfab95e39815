-- Bank accounts of ours, and which of them each payment, transfer, mandate and deposit is at.
create table bank_accounts (
  -- The operator's own short name.
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,31}$' and id <> 'simulator'),
  -- "files", "investec", or the name of a module.
  rail text not null,
  abilities text[] not null,
  bank_id uuid not null,
  branch_code text not null,
  -- Masked to its last four digits.
  number text not null,
  number_sealed text not null,
  holder text not null,
  -- Whose money it takes; null: the operator's, for all merchants without an account of their own.
  merchant_id uuid references merchants (id),
  statement_profile text not null,
  -- The text of a profile that the operator has described.
  statement_description text,
  payment_profile text,
  opening_cents bigint,
  cut_off text not null check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  limit_cents bigint check (limit_cents > 0),
  releases smallint not null check (releases between 0 and 2),
  -- The bank's id of the user that sends it files.
  customer text,
  -- What its rail needs beyond that, such as keys: JSON.
  settings_sealed text,
  created_at timestamptz not null,
  removed_at timestamptz
);

-- Rows from before are at the simulated bank. New ones say where they are.
alter table transactions add column bank_account text default 'simulator';
alter table transactions alter column bank_account drop default;
alter table transfers add column bank_account text not null default 'simulator';
alter table transfers alter column bank_account drop default;
alter table subscriptions add column bank_account text default 'simulator';
alter table subscriptions alter column bank_account drop default;
alter table deposits add column bank_account text not null default 'simulator';
alter table deposits alter column bank_account drop default;
-- The day on which the bank booked it; null where it was told at once.
alter table deposits add column booked_on date;

-- The ledger keeps clearing, charges and interest for each bank account; '' is an account of no bank account.
alter table ledger_accounts add column bank_account text not null default '';
update ledger_accounts set bank_account = 'simulator' where kind = 'bank_clearing';
drop index ledger_accounts_own;
create unique index ledger_accounts_own on ledger_accounts (kind, currency, bank_account) where site_id is null;
