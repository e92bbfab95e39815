-- Orders that leave in files for a bank, the files, and what banks have answered to them.
create table payment_files (
  id uuid primary key,
  -- By which the bank knows it, for ever.
  message_id text not null unique,
  bank_account text not null references bank_accounts (id),
  state text not null default 'waiting' check (state in ('waiting', 'released', 'sent', 'answered')),
  state_reason text,
  completed_at timestamptz,
  format text not null,
  extension text not null,
  execution_date date not null,
  payments integer not null check (payments > 0),
  amount_cents bigint not null check (amount_cents > 0),
  -- The file, whole: it is never written a second time.
  content_sealed text not null,
  sha256 text not null,
  created_at timestamptz not null,
  -- Null where it was closed at the account's cut-off.
  exported_by text,
  released_by text[] not null default '{}',
  releases smallint not null,
  -- When somebody was told of it by an export.
  handed_out_at timestamptz
);
create index payment_files_account on payment_files (bank_account, created_at);
create index payment_files_leaving on payment_files (bank_account) where state = 'released';

create table payment_orders (
  -- The transfer's.
  id uuid primary key,
  bank_account text not null references bank_accounts (id),
  -- "PAY" and twelve digits.
  bank_reference text not null unique check (bank_reference ~ '^PAY[0-9]{12}$'),
  merchant_id uuid references merchants (id),
  purpose text not null,
  amount_cents bigint not null check (amount_cents > 0),
  bank_id uuid not null,
  branch_code text not null,
  -- Masked to its last four digits.
  account text not null,
  account_sealed text not null,
  account_holder text,
  -- What the receiver's statement says.
  reference text not null,
  ordered_at timestamptz not null,
  -- When the file closes that it leaves in.
  closes_at timestamptz not null,
  file_id uuid references payment_files (id),
  -- The last that was heard of it; null: nothing.
  meaning text check (meaning in ('pending', 'paid', 'failed', 'returned')),
  -- In the bank's words.
  said text,
  reason text,
  -- Whether it was ever booked as paid: only then is its return one of money that had left.
  was_paid boolean not null default false,
  -- Whether a statement shows it in the sum of its file, instead of by itself.
  in_sum boolean not null default false
);
create index payment_orders_open on payment_orders (bank_account, ordered_at, id) where file_id is null;
create index payment_orders_closing on payment_orders (closes_at) where file_id is null;
create index payment_orders_file on payment_orders (file_id);

create table payment_answers (
  id uuid primary key,
  bank_account text not null references bank_accounts (id),
  sha256 text not null,
  -- The file that it answers.
  message_id text not null,
  group_status text,
  content_sealed text not null,
  received_at timestamptz not null,
  unique (bank_account, sha256)
);

-- A file is the account's, and pays everybody's orders.
alter table transitions drop constraint transitions_merchant_check;
alter table transitions add constraint transitions_merchant_check
  check (merchant_id is not null or object in ('deposit', 'transfer', 'paymentFile')) not valid;
alter table transitions validate constraint transitions_merchant_check;
