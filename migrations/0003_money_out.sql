-- Money that leaves: transfers at banks, refunds, floats and payouts, settlements; and deposits that arrive.

alter table transactions drop constraint transactions_state_check;
alter table transactions drop constraint transactions_check;
alter table transactions
  add constraint transactions_state_check check (state in ('created', 'started', 'authenticated', 'pending', 'unknown',
    'successful', 'refunded', 'declined', 'cancelled', 'abandoned', 'failed', 'expired')),
  add constraint transactions_completed_check check ((state in ('successful', 'refunded', 'declined', 'cancelled',
    'abandoned', 'failed', 'expired')) = (completed_at is not null)),
  -- The payer's whole account number, sealed: where a refund goes.
  add column payer_account_sealed text,
  -- What refunds have claimed of the amount: all that are not cancelled, failed or returned. Never more than it.
  add column refunded_cents bigint not null default 0,
  -- What refunds have paid out: those that are complete.
  add column repaid_cents bigint not null default 0,
  add constraint transactions_refunded_check check (refunded_cents between 0 and amount_cents),
  add constraint transactions_repaid_check check (repaid_cents between 0 and refunded_cents);

alter table sites
  add column verify_url text,
  add column allow_plain_account_numbers boolean not null default false,
  -- Payouts above this many cents need a second person; null: none do.
  add column approval_above_cents bigint check (approval_above_cents >= 0);

-- One order to a bank to pay an account. It is written before the bank is called, and its id is the bank's idempotency
-- key: a lost answer is asked about, never answered by a second order.
create table transfers (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  -- What it pays: 'refund', 'payout' or 'settlement', and which.
  purpose text not null check (purpose in ('refund', 'payout', 'settlement')),
  object_id uuid not null,
  -- The transaction whose money goes back, for refunds.
  refund_of uuid references transactions (id),
  state text not null default 'ready' check (state in ('ready', 'sent', 'paid', 'failed', 'returned')),
  state_reason text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  bank_id uuid not null,
  branch_code text not null,
  account_sealed text not null,
  account_holder text,
  -- What the receiver's statement will say.
  reference text not null,
  real_time boolean not null,
  correlation_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When to send it, or to ask the bank about it; null when nothing is left to do.
  due_at timestamptz,
  tries integer not null default 0,
  check ((state in ('paid', 'failed', 'returned')) = (completed_at is not null))
);
create unique index transfers_live on transfers (object_id) where state in ('ready', 'sent', 'paid');
create index transfers_due on transfers (due_at) where due_at is not null;
create index transfers_object on transfers (object_id);

create table refund_batches (
  id uuid primary key,
  picked_up_at timestamptz not null
);

create table refunds (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  transaction_id uuid not null references transactions (id),
  contract text not null check (contract in ('one', 'payments')),
  state text not null default 'pending'
    check (state in ('pending', 'submitted', 'complete', 'failed', 'cancelled', 'returned')),
  state_reason text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  reason text not null,
  notify_url text,
  real_time boolean not null,
  bank_id uuid not null,
  bank_name text not null,
  -- Masked to its last four digits.
  account text not null,
  branch_code text not null,
  statement_reference text not null,
  merchant_reference text not null,
  -- The merchant's name for the payer, as the payment had it.
  customer text,
  batch_id uuid references refund_batches (id),
  created_by text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  completed_at timestamptz,
  -- When to pick it up; only pending refunds are looked at.
  due_at timestamptz not null,
  check ((state in ('complete', 'failed', 'cancelled', 'returned')) = (completed_at is not null))
);
create index refunds_page on refunds (merchant_id, created_at desc, id desc);
create index refunds_transaction on refunds (transaction_id, created_at desc, id desc);
create index refunds_due on refunds (due_at, id) where state = 'pending';

-- What a transaction says of its refunds is their sum, whoever writes them: at most its amount, by its own constraints.
-- The lock lets one refund's transaction see another's.
create function refunds_add_up() returns trigger language plpgsql as $$
declare
  owner transactions%rowtype;
  claimed numeric;
  repaid numeric;
begin
  select * into owner from transactions where id = new.transaction_id for no key update;
  select coalesce(sum(amount_cents) filter (where state in ('pending', 'submitted', 'complete')), 0),
    coalesce(sum(amount_cents) filter (where state = 'complete'), 0)
  into claimed, repaid from refunds where transaction_id = new.transaction_id;
  if claimed <> owner.refunded_cents or repaid <> owner.repaid_cents then
    raise exception 'the refunds of transaction % claim % cents and have repaid %, not % and %',
      owner.id, claimed, repaid, owner.refunded_cents, owner.repaid_cents using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger adds_up after insert or update of state, amount_cents, transaction_id on refunds
  deferrable initially deferred for each row execute function refunds_add_up();

-- What a site may pay out: one row each, because it must never go below zero. Cents.
create table floats (
  site_id uuid primary key references sites (id),
  merchant_id uuid not null references merchants (id),
  available_cents bigint not null check (available_cents >= 0),
  pending_cents bigint not null default 0 check (pending_cents >= 0)
);

create table payouts (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  state text not null default 'received' check (state in ('received', 'verification', 'approval', 'submitted',
    'processing_error', 'complete', 'returned', 'cancelled')),
  state_reason text,
  sub_status integer not null default 0,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  merchant_reference text not null check (length(merchant_reference) between 1 and 20),
  customer_bank_reference text not null check (length(customer_bank_reference) between 1 and 20),
  is_rtc boolean not null,
  notify_url text,
  bank_group_id uuid not null,
  branch_code text not null,
  -- As it was sent, sealed: encrypted by the merchant, or plain where the site allows it.
  account_sent_sealed text not null,
  account_sealed text,
  -- Masked; null until it is known.
  account text,
  hash_check text not null,
  approved_by text,
  correlation_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When its next step is due: verification, or its retry.
  due_at timestamptz,
  tries integer not null default 0,
  check ((state in ('processing_error', 'complete', 'returned', 'cancelled')) = (completed_at is not null)),
  -- One payout per reference, for ever.
  unique (site_id, merchant_reference)
);
create index payouts_page on payouts (merchant_id, created_at desc, id desc);
create index payouts_bank_reference on payouts (site_id, customer_bank_reference, created_at desc);
create index payouts_due on payouts (due_at) where due_at is not null;

-- References that deposits may carry, and what they stand for.
create table deposit_references (
  reference text primary key check (length(reference) between 1 and 20),
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  purpose text not null check (purpose in ('float')),
  created_at timestamptz not null
);
create unique index deposit_references_float on deposit_references (site_id) where purpose = 'float';

-- Money seen on our statement that no order of ours explains.
create table deposits (
  -- The bank's own id of the movement: the same movement twice is one row.
  id uuid primary key,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  -- 'float': raised a site's float. 'suspense': nobody knows whose it is yet.
  outcome text not null check (outcome in ('float', 'suspense')),
  merchant_id uuid references merchants (id),
  site_id uuid references sites (id),
  received_at timestamptz not null,
  check ((outcome = 'suspense') = (site_id is null))
);

-- Money in suspense belongs to no merchant yet.
alter table ledger_journals alter column merchant_id drop not null;

create table ledger_snapshots (
  account_id uuid not null references ledger_accounts (id),
  at timestamptz not null,
  -- The sum of all entries booked up to and including `at`.
  balance_cents bigint not null,
  primary key (account_id, at)
);

create table settlements (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  reference text not null unique,
  state text not null default 'made' check (state in ('made', 'paid')),
  state_reason text,
  -- The business day it covers, and the instant up to which it does.
  business_day date not null,
  cut_off_at timestamptz not null,
  total_cents bigint not null check (total_cents > 0),
  fees_cents bigint not null,
  -- How many lines of which kind: total, transaction, refund, adjustment, payout.
  counts jsonb not null,
  -- Where it is paid to: bankId, bankName, account (masked), branchCode. Null while the site has no settlement account.
  bank_account jsonb check (jsonb_typeof(bank_account) = 'object'),
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When to order its transfer; null while one is under way, and when it is paid.
  due_at timestamptz,
  unique (site_id, business_day),
  check ((state = 'paid') = (completed_at is not null)),
  check (state <> 'paid' or due_at is null)
);
create index settlements_page on settlements (merchant_id, cut_off_at desc, id desc);
create index settlements_due on settlements (due_at) where due_at is not null;

-- Each journal that changed a site's balance stands on exactly one line, and is the line's id.
create table settlement_lines (
  journal_id uuid primary key references ledger_journals (id),
  settlement_id uuid not null references settlements (id),
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  type text not null check (type in ('transaction', 'refund', 'payout', 'adjustment', 'returnedrefund', 'returnedpayout', 'fee')),
  reference text not null,
  description text not null,
  -- What it changed is amount less fee; negative where money went back.
  amount_cents bigint not null,
  fee_cents bigint not null,
  booked_at timestamptz not null
);
create index settlement_lines_page on settlement_lines (settlement_id, booked_at desc, journal_id desc);

-- How far each site is settled: the last business day that was dealt with, whether it made a settlement or not.
create table settlement_progress (
  site_id uuid primary key references sites (id),
  merchant_id uuid not null references merchants (id),
  business_day date not null,
  cut_off_at timestamptz not null
);

create function assert_settlement(settlement uuid) returns void language plpgsql as $$
declare
  expected bigint;
  fees bigint;
  total numeric;
  total_fees numeric;
begin
  select total_cents, fees_cents into expected, fees from settlements where id = settlement;
  select coalesce(sum(amount_cents - fee_cents), 0), coalesce(sum(fee_cents), 0) into total, total_fees
  from settlement_lines where settlement_id = settlement;
  if total <> expected or total_fees <> fees then
    raise exception 'settlement % is % cents but its lines sum to %', settlement, expected, total
      using errcode = 'check_violation';
  end if;
end $$;

create function settlement_adds_up() returns trigger language plpgsql as $$
begin
  perform assert_settlement(new.id);
  return null;
end $$;

create function settlement_lines_add_up() returns trigger language plpgsql as $$
begin
  perform assert_settlement(settlement_id) from (select distinct settlement_id from added) as touched;
  return null;
end $$;

create constraint trigger adds_up after insert or update of total_cents, fees_cents on settlements
  deferrable initially deferred for each row execute function settlement_adds_up();
-- The lines of a settlement are added by one statement, together with it.
create trigger adds_up after insert on settlement_lines
  referencing new table as added for each statement execute function settlement_lines_add_up();
create trigger append_only before update or delete on settlement_lines
  for each row execute function refuse_change();
create trigger append_only before update or delete on ledger_snapshots
  for each row execute function refuse_change();
