-- beside: 0059
-- Saved beneficiaries of payouts, and batches of payouts that users upload and approve by their sum.
create table beneficiaries (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  name text not null check (length(name) between 1 and 100),
  bank_id uuid not null,
  branch_code text not null,
  account_sealed text not null,
  -- Its last four digits.
  account text not null,
  -- The beneficiary's own id for its first account, another for each that replaced it: the account is new until a payout to it was
  -- approved. When it was entered, and by whom.
  account_id uuid not null,
  account_since timestamptz not null,
  account_by text not null,
  -- The newest verification of the account at its bank.
  verified text check (verified in ('verified', 'not_verified', 'unavailable')),
  verified_reason text,
  verified_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  check ((verified is null) = (verified_at is null))
);
-- An erasure blanks the account, and leaves names that are alike.
create unique index beneficiaries_name on beneficiaries (merchant_id, lower(name)) where account_sealed <> '';
create index beneficiaries_page on beneficiaries (merchant_id, created_at desc, id desc);
create index beneficiaries_newest on beneficiaries (created_at desc, id desc);

create table payout_batches (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  state text not null default 'waiting' check (state in ('waiting', 'approving', 'declining', 'approved', 'declined')),
  state_reason text,
  file_name text not null,
  -- The SHA-256 of the file, and the form that created the batch.
  file_digest text not null,
  payouts integer not null check (payouts > 0),
  sum_cents bigint not null check (sum_cents > 0),
  correlation_id text not null,
  created_by text not null,
  created_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  completed_at timestamptz,
  due_at timestamptz,
  constraint payout_batches_second_person_check check (decided_by <> created_by),
  check ((state in ('approved', 'declined')) = (completed_at is not null)),
  check ((state = 'waiting') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((state in ('approving', 'declining')) = (due_at is not null))
);
create index payout_batches_page on payout_batches (merchant_id, created_at desc, id desc);
create index payout_batches_newest on payout_batches (created_at desc, id desc);
create index payout_batches_waiting on payout_batches (created_at, id) where state = 'waiting';
create index payout_batches_file on payout_batches (merchant_id, file_digest);
create index payout_batches_due on payout_batches (due_at) where due_at is not null;

alter table payouts add column batch_id uuid references payout_batches (id);
-- Its line in the file.
alter table payouts add column batch_line integer;
alter table payouts add column beneficiary_id uuid;
alter table payouts add column beneficiary_account_id uuid;
alter table payouts add column beneficiary jsonb check (jsonb_typeof(beneficiary) = 'object');
create index payouts_batch on payouts (batch_id, batch_line) where batch_id is not null;
create index payouts_beneficiary on payouts (beneficiary_account_id)
  where beneficiary_account_id is not null and approved_by is not null;
