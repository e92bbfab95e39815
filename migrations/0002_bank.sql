-- The simulated bank: a bank of its own with its own books. Nothing here refers to a table of the service,
-- and no table of the service refers here; the two meet only through the port, as with a real bank.
create schema bank;

create function bank.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create table bank.accounts (
  number text primary key check (number ~ '^[0-9]{9,11}$'),
  bank_id uuid not null,
  kind text not null check (kind in ('payer', 'collection')),
  name text not null check (length(name) between 1 and 50),
  holder text not null check (length(holder) between 1 and 50),
  opened_at timestamptz not null
);
create unique index accounts_collection on bank.accounts (bank_id) where kind = 'collection';
create index accounts_bank on bank.accounts (bank_id, kind);
create trigger accounts_stay before update or delete on bank.accounts
  for each row execute function bank.refuse_change();

-- An order to pay. Its id is the caller's transaction id, and so its idempotency key. Account numbers are written
-- from bank.accounts but are no foreign keys: every payment at a bank would lock that bank's one collection account,
-- and an account can never go away.
create table bank.orders (
  id uuid primary key,
  bank_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  payee text not null,
  reference text not null,
  return_url text not null check (return_url ~ '^https?://'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'started' check (
    state in ('started', 'authenticated', 'processing', 'paid', 'declined', 'cancelled', 'abandoned', 'error')
  ),
  reason text,
  payer_account text,
  decided_at timestamptz,
  -- What happens to the order by itself, and when.
  due_at timestamptz,
  due_state text,
  -- How the bank behaves while it processes: it says nothing at all, or is too busy to answer.
  manner text check (manner in ('silent', 'busy')),
  check ((state in ('started', 'authenticated', 'processing')) = (decided_at is null)),
  check ((due_at is null) = (due_state is null)),
  check (
    case
      when state in ('started', 'authenticated') then due_state is not distinct from 'abandoned'
      when state = 'processing' then due_state is null or due_state in ('paid', 'declined')
      else due_state is null
    end
  ),
  check (manner is null or (state = 'processing' and due_at is not null)),
  check (state <> 'paid' or payer_account is not null),
  check (reason is null or decided_at is not null)
);
create index orders_due on bank.orders (due_at) where due_at is not null;

create table bank.statement_lines (
  id bigint generated always as identity primary key,
  account text not null,
  order_id uuid not null references bank.orders (id),
  amount_cents bigint not null check (amount_cents <> 0),
  reference text not null,
  counterpart text not null,
  booked_at timestamptz not null
);
-- An order moves money at most once on each account, whatever happens.
create unique index statement_lines_once on bank.statement_lines (order_id, account);
create index statement_lines_account on bank.statement_lines (account, id);
create trigger statement_lines_stay before update or delete on bank.statement_lines
  for each row execute function bank.refuse_change();

-- What the bank still has to tell the service, written together with the move it tells of.
create table bank.callbacks (
  id bigint generated always as identity primary key,
  order_id uuid not null references bank.orders (id),
  outcome text not null check (outcome in ('pending', 'paid', 'declined', 'cancelled', 'abandoned', 'error')),
  reason text,
  payer_account text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  delivered_at timestamptz,
  check (delivered_at is null or attempts > 0)
);
create unique index callbacks_once on bank.callbacks (order_id, outcome);
create index callbacks_due on bank.callbacks (due_at, id) where delivered_at is null;
