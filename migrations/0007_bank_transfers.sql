-- Deposits that pay: references for one payment or for many, the work list of what nobody could place by itself, and
-- what became of every deposit, part by part.

alter table deposit_references
  drop constraint deposit_references_purpose_check,
  drop constraint deposit_references_reference_check,
  -- "single" pays one payment, "multiple" makes a payment of each deposit that carries it.
  add constraint deposit_references_purpose_check check (purpose in ('float', 'single', 'multiple')),
  -- As references are compared: without spaces and dashes, in capitals.
  add constraint deposit_references_reference_check check (reference ~ '^[A-Z0-9]{1,20}$'),
  add column payment_id uuid references payments (id),
  -- What the payments made under a "multiple" are called, and where they are told.
  add column merchant_reference text check (length(merchant_reference) between 1 and 50),
  add column notify_url text,
  -- The payer's bank, where the merchant named it.
  add column bank_id uuid,
  add constraint deposit_references_single_check check ((purpose = 'single') = (payment_id is not null)),
  add constraint deposit_references_multiple_check check ((purpose = 'multiple') = (merchant_reference is not null)),
  add constraint deposit_references_notify_check check (notify_url is null or purpose = 'multiple');
create unique index deposit_references_payment on deposit_references (payment_id) where payment_id is not null;

-- What a deposit must carry to pay the transaction; null where it waits for none.
alter table transactions add column deposit_reference text,
  add constraint transactions_deposit_check check (deposit_reference is null or payment_type = 'bankdeposit');
-- Those that wait for their deposit, by the amount that is to come.
create index transactions_awaiting on transactions (amount_cents, created_at desc)
  where payment_type = 'bankdeposit' and state = 'created';

-- Nobody is known to own an unknown deposit, nor the transfer that sends it back.
alter table transitions alter column merchant_id drop not null,
  add constraint transitions_merchant_check check (merchant_id is not null or object in ('deposit', 'transfer'));
alter table transfers alter column merchant_id drop not null, alter column site_id drop not null,
  drop constraint transfers_purpose_check,
  add constraint transfers_purpose_check check (purpose in ('refund', 'payout', 'settlement', 'deposit')),
  add constraint transfers_owner_check check (
    purpose = 'deposit' or (merchant_id is not null and site_id is not null));

-- merchant_id and site_id say whose reference the deposit carried.
alter table deposits
  add column state text not null default 'waiting',
  add column state_reason text,
  add column completed_at timestamptz,
  -- The transaction that tells its merchant of a deposit somebody has to look at.
  add column transaction_id uuid references transactions (id),
  -- Whose account it came from, where the statement says so; "account" is masked to its last four digits.
  add column bank_id uuid,
  add column branch_code text,
  add column account text,
  add column account_sealed text,
  add column account_holder text;
insert into transitions (merchant_id, object, object_id, from_state, verb, to_state, actor, correlation_id, at)
  select merchant_id, 'deposit', id, 'waiting', 'allocate', 'allocated', 'bank', 'migration', received_at
  from deposits where outcome = 'float' order by received_at, id;
update deposits set state = 'allocated', completed_at = received_at where outcome = 'float';
alter table deposits
  drop constraint deposits_check,
  add constraint deposits_state_check check (state in ('waiting', 'parked', 'returning', 'allocated', 'returned')),
  add constraint deposits_completed_check check ((state in ('allocated', 'returned')) = (completed_at is not null)),
  add constraint deposits_owner_check check ((site_id is null) = (merchant_id is null)),
  add constraint deposits_payer_check check (num_nulls(bank_id, branch_code, account, account_sealed) in (0, 4));
create unique index deposits_transaction on deposits (transaction_id) where transaction_id is not null;
create index deposits_open on deposits (received_at, id) where state in ('waiting', 'parked');

-- What became of a deposit: each payment, float or return that has some of it.
create table deposit_parts (
  id uuid primary key,
  deposit_id uuid not null references deposits (id),
  purpose text not null check (purpose in ('payment', 'float', 'return')),
  amount_cents bigint not null check (amount_cents > 0),
  merchant_id uuid references merchants (id),
  site_id uuid references sites (id),
  -- What it paid.
  transaction_id uuid references transactions (id),
  -- Whether the money stood in suspense before; else it was booked at once to whom it was for.
  from_suspense boolean not null,
  created_at timestamptz not null,
  -- When a return had failed or come back: the money stands in suspense again.
  undone_at timestamptz,
  check ((purpose = 'payment') = (transaction_id is not null)),
  check (purpose = 'return' or (merchant_id is not null and site_id is not null)),
  check (purpose = 'return' or undone_at is null)
);
create index deposit_parts_deposit on deposit_parts (deposit_id);
create unique index deposit_parts_transaction on deposit_parts (transaction_id) where transaction_id is not null;
create unique index deposit_parts_return on deposit_parts (deposit_id) where purpose = 'return' and undone_at is null;
-- Floats were raised by whole deposits, and booked under the deposit's own id.
insert into deposit_parts (id, deposit_id, purpose, amount_cents, merchant_id, site_id, from_suspense, created_at)
  select id, id, 'float', amount_cents, merchant_id, site_id, false, received_at from deposits where outcome = 'float';
-- The state says it now. A process of an earlier version that still runs cannot record a deposit from here on: the bank
-- tells it again, and this version takes it.
alter table deposits drop column outcome;

-- A deposit is never done with while some of it is not.
create function deposit_adds_up() returns trigger language plpgsql as $$
declare
  owner deposits%rowtype;
  placed numeric;
  sent_back numeric;
begin
  if tg_table_name = 'deposits' then
    select * into owner from deposits where id = new.id;
  else
    select * into owner from deposits where id = new.deposit_id for no key update;
  end if;
  select coalesce(sum(amount_cents) filter (where purpose <> 'return'), 0),
    coalesce(sum(amount_cents) filter (where purpose = 'return'), 0)
  into placed, sent_back from deposit_parts where deposit_id = owner.id and undone_at is null;
  if placed <> (case when owner.state = 'allocated' then owner.amount_cents else 0 end)
    or sent_back <> (case when owner.state in ('returning', 'returned') then owner.amount_cents else 0 end) then
    raise exception 'deposit % of % cents is %, but % are allocated and % sent back',
      owner.id, owner.amount_cents, owner.state, placed, sent_back using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger adds_up after insert or update of state, amount_cents on deposits
  deferrable initially deferred for each row execute function deposit_adds_up();
create constraint trigger adds_up after insert or update on deposit_parts
  deferrable initially deferred for each row execute function deposit_adds_up();

-- The simulated bank tells who paid in, and pays deposits back.
alter table bank.deposits
  add column bank_id uuid,
  add column branch_code text,
  add column account_number text,
  add column account_holder text,
  add constraint deposits_payer_check check (num_nulls(bank_id, branch_code, account_number) in (0, 3));
alter table bank.transfers drop constraint transfers_purpose_check,
  add constraint transfers_purpose_check check (purpose in ('refund', 'payout', 'settlement', 'deposit'));
