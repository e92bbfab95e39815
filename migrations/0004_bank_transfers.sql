-- The simulated bank pays accounts and takes deposits. What customers pay arrives on the collection account of their
-- bank; everything else moves on the service's one operating account.

alter table bank.accounts drop constraint accounts_kind_check;
alter table bank.accounts add constraint accounts_kind_check check (kind in ('payer', 'collection', 'operating'));
create unique index accounts_operating on bank.accounts (kind) where kind = 'operating';

-- An order to pay an account. Its id is the caller's transfer id, and so its idempotency key.
create table bank.transfers (
  id uuid primary key,
  purpose text not null check (purpose in ('refund', 'payout', 'settlement')),
  -- The order whose money goes back, as the caller named it.
  refund_of uuid,
  amount_cents bigint not null check (amount_cents > 0),
  bank_id uuid not null,
  branch_code text not null,
  account_number text not null,
  account_holder text,
  reference text not null,
  real_time boolean not null,
  created_at timestamptz not null,
  state text not null default 'processing' check (state in ('processing', 'paid', 'failed', 'returned')),
  reason text,
  decided_at timestamptz,
  -- What happens to the transfer by itself, and when.
  due_at timestamptz,
  due_state text,
  -- Whether the money is planned to come back a day after it was paid.
  comes_back boolean not null,
  check ((state = 'processing') = (decided_at is null)),
  check ((due_at is null) = (due_state is null)),
  check (
    case state
      when 'processing' then due_state is not null and due_state in ('paid', 'failed')
      when 'paid' then due_state is null or due_state = 'returned'
      else due_state is null
    end
  ),
  check ((state in ('failed', 'returned')) = (reason is not null))
);
create index transfers_due on bank.transfers (due_at) where due_at is not null;

-- Money that somebody pays in, with the reference they gave.
create table bank.deposits (
  id uuid primary key,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  received_at timestamptz not null
);
create trigger deposits_stay before update or delete on bank.deposits
  for each row execute function bank.refuse_change();

-- Of transfers and deposits only our side is booked: the other account may be at any bank, and an account number that
-- somebody names must not be able to reach one of ours.
alter table bank.statement_lines
  alter column order_id drop not null,
  add column transfer_id uuid references bank.transfers (id),
  add column deposit_id uuid references bank.deposits (id),
  add constraint statement_lines_movement_check check (num_nonnulls(order_id, transfer_id, deposit_id) = 1),
  add constraint statement_lines_deposit_check check (deposit_id is null or amount_cents > 0);
-- A transfer leaves at most once and comes back at most once, and a deposit arrives once, whatever happens.
create unique index statement_lines_transfer_once on bank.statement_lines (transfer_id, (amount_cents < 0))
  where transfer_id is not null;
create unique index statement_lines_deposit_once on bank.statement_lines (deposit_id) where deposit_id is not null;

alter table bank.callbacks drop constraint callbacks_outcome_check;
alter table bank.callbacks
  alter column order_id drop not null,
  add column transfer_id uuid references bank.transfers (id),
  add column deposit_id uuid references bank.deposits (id),
  add constraint callbacks_outcome_check check (
    case
      when transfer_id is not null then outcome in ('paid', 'failed', 'returned')
      when deposit_id is not null then outcome = 'arrived'
      else outcome in ('pending', 'paid', 'declined', 'cancelled', 'abandoned', 'error')
    end
  ),
  add constraint callbacks_about_check check (num_nonnulls(order_id, transfer_id, deposit_id) = 1);
create unique index callbacks_transfer_once on bank.callbacks (transfer_id, outcome) where transfer_id is not null;
create unique index callbacks_deposit_once on bank.callbacks (deposit_id) where deposit_id is not null;
