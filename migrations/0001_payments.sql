-- Merchants and their secrets, payments, transactions, the ledger, notifications, idempotency keys.
-- Amounts are cents in bigint. Rows carry their merchant, so that tables can be distributed by it.

create table merchants (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{3,20}$'),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null
);

create table sites (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  code text not null unique check (length(code) between 3 and 50),
  name text not null check (length(name) between 1 and 100),
  fee_bps integer not null default 0 check (fee_bps between 0 and 10000),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  allow_duplicate_references boolean not null default true,
  -- Addresses used where a request names none: notifyUrl, successUrl, cancelUrl, errorUrl, returnUrl.
  addresses jsonb not null default '{}' check (jsonb_typeof(addresses) = 'object'),
  -- Where settlements are paid: bankId, accountNumber, branchCode, holder.
  settlement_account jsonb check (jsonb_typeof(settlement_account) = 'object'),
  created_at timestamptz not null
);
create index sites_merchant on sites (merchant_id, created_at);

create table clients (
  id text primary key,
  merchant_id uuid not null references merchants (id),
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  disabled_at timestamptz
);
create index clients_merchant on clients (merchant_id);

-- One row per secret. During a rotation two rows of one kind are usable until the older one's expires_at.
create table credentials (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid references sites (id),
  client_id text references clients (id),
  kind text not null check (kind in ('api_key', 'private_key', 'webhook_secret', 'payout_access_token', 'client_secret')),
  -- Sealed where we must use the secret again, a hash where we only compare or look up.
  sealed text,
  lookup_hash text,
  created_at timestamptz not null,
  expires_at timestamptz,
  check (sealed is not null or lookup_hash is not null),
  check ((kind in ('private_key', 'webhook_secret', 'payout_access_token')) = (site_id is not null)),
  check ((kind = 'client_secret') = (client_id is not null))
);
create unique index credentials_lookup on credentials (kind, lookup_hash) where lookup_hash is not null;
create index credentials_owner on credentials (merchant_id, kind);
create unique index credentials_current_site on credentials (site_id, kind) where expires_at is null and site_id is not null;
create unique index credentials_current_client on credentials (client_id) where expires_at is null and client_id is not null;
create unique index credentials_current_merchant on credentials (merchant_id, kind)
  where expires_at is null and kind = 'api_key';

create table users (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  created_at timestamptz not null
);

-- The answer of a request that carried an Idempotency-Key, committed together with what the request did.
create table idempotency_keys (
  merchant_id uuid not null,
  operation text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  status integer,
  location text,
  body text,
  created_at timestamptz not null,
  primary key (merchant_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table payments (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  -- The contract the payment was asked for under: it decides how its outcome is notified.
  contract text not null check (contract in ('one', 'payments')),
  state text not null default 'created' check (state in ('created', 'complete', 'cancelled', 'expired')),
  state_reason text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  minimum_cents bigint check (minimum_cents > 0),
  maximum_cents bigint,
  merchant_reference text not null check (length(merchant_reference) between 1 and 50),
  bank_reference text,
  is_test boolean not null default false,
  selected_bank_id uuid,
  notify_url text,
  -- Everything the contract carries along and only gives back: return addresses, optional fields, the payer.
  details jsonb not null default '{}',
  -- True where the site forbids a second payment with one reference; the index below then holds it.
  unique_reference boolean not null default false,
  correlation_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  check ((minimum_cents is null) = (maximum_cents is null)),
  check (minimum_cents <= maximum_cents),
  check ((state = 'complete') = (completed_at is not null))
);
create index payments_page on payments (merchant_id, created_at desc, id desc);
create index payments_reference on payments (site_id, merchant_reference);
create unique index payments_unique_reference on payments (site_id, merchant_reference) where unique_reference;
create index payments_expiry on payments (expires_at) where state = 'created';

create table transactions (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  payment_id uuid not null references payments (id),
  state text not null default 'created' check (state in ('created', 'started', 'authenticated', 'pending', 'unknown',
    'successful', 'declined', 'cancelled', 'abandoned', 'failed', 'expired')),
  state_reason text,
  payment_type text not null,
  bank_id uuid,
  bank_name text,
  -- Where the payer goes on: the bank's page, once the bank has given it.
  bank_url text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  merchant_reference text not null,
  is_test boolean not null,
  paid_late boolean not null default false,
  -- The payer's account, masked to its last four digits.
  payer_account text,
  correlation_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When to ask the bank next; null when there is nothing to ask.
  enquire_at timestamptz,
  enquiries integer not null default 0,
  -- When a failed attempt's outcome was told to the merchant (a Payments API payer may still try another bank).
  announced_at timestamptz,
  check ((state in ('successful', 'declined', 'cancelled', 'abandoned', 'failed', 'expired')) = (completed_at is not null)),
  check (not is_test or bank_id is null)
);
-- One live attempt per payment, however many times the customer presses the button.
create unique index transactions_live on transactions (payment_id)
  where state in ('created', 'started', 'authenticated', 'pending', 'unknown');
create index transactions_payment on transactions (payment_id, created_at desc, id desc);
create index transactions_page on transactions (merchant_id, created_at desc, id desc);
create index transactions_reference on transactions (site_id, merchant_reference, created_at desc);
create index transactions_enquiry on transactions (enquire_at) where enquire_at is not null;

-- The customer's informed consent to each payment at a bank: which text, when, from where.
create table consents (
  transaction_id uuid primary key references transactions (id),
  merchant_id uuid not null references merchants (id),
  text_version text not null,
  language text not null,
  address text not null,
  user_agent text,
  given_at timestamptz not null
);

-- Every step of every state machine, for ever.
create table transitions (
  id bigint generated always as identity primary key,
  merchant_id uuid not null references merchants (id),
  object text not null,
  object_id uuid not null,
  from_state text not null,
  verb text not null,
  to_state text not null,
  reason text,
  actor text not null,
  correlation_id text not null,
  at timestamptz not null
);
create index transitions_object on transitions (object_id, id);

create table ledger_accounts (
  id uuid primary key,
  -- Null for the service's own accounts.
  merchant_id uuid references merchants (id),
  site_id uuid references sites (id),
  kind text not null,
  currency text not null check (currency = 'ZAR'),
  created_at timestamptz not null
);
create unique index ledger_accounts_site on ledger_accounts (site_id, kind, currency) where site_id is not null;
create unique index ledger_accounts_own on ledger_accounts (kind, currency) where site_id is null;

create table ledger_journals (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  template text not null,
  -- What was booked: a posting happens once per object.
  object text not null,
  object_id uuid not null,
  booked_at timestamptz not null,
  unique (object_id, template)
);

-- Debits are positive, credits negative.
create table ledger_entries (
  id bigint generated always as identity primary key,
  journal_id uuid not null references ledger_journals (id),
  account_id uuid not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents <> 0),
  booked_at timestamptz not null
);
create index ledger_entries_journal on ledger_entries (journal_id);
create index ledger_entries_account on ledger_entries (account_id, booked_at, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on ledger_journals
  for each row execute function refuse_change();
create trigger append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger append_only before update or delete on transitions
  for each row execute function refuse_change();

create function journal_balances() returns trigger language plpgsql as $$
declare
  journal uuid;
  total numeric;
  lines integer;
begin
  if tg_table_name = 'ledger_journals' then journal := new.id; else journal := new.journal_id; end if;
  select coalesce(sum(amount_cents), 0), count(*) into total, lines from ledger_entries where journal_id = journal;
  if total <> 0 or lines < 2 then
    raise exception 'journal % does not balance: % cents over % lines', journal, total, lines
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger balanced after insert on ledger_journals
  deferrable initially deferred for each row execute function journal_balances();
create constraint trigger balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function journal_balances();

-- What happened, numbered per object, written in the transaction in which it happened.
create table events (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  type text not null,
  object text not null,
  object_id uuid not null,
  sequence integer not null check (sequence > 0),
  data jsonb not null,
  correlation_id text not null,
  occurred_at timestamptz not null,
  unique (object_id, sequence)
);
create index events_merchant on events (merchant_id, occurred_at desc, id desc);

create table deliveries (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  event_id uuid not null references events (id),
  object_id uuid not null,
  sequence integer not null,
  url text not null,
  -- The receiver's scheme, host and port: one slow receiver fills its own lane only.
  lane text not null,
  format text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- When to try next; null as soon as nothing is left to try, so that ended rows leave the index.
  due_at timestamptz,
  check ((status = 'pending') = (due_at is not null)),
  unique (event_id, url)
);
create index deliveries_due on deliveries (lane, due_at) where status = 'pending';
create index deliveries_order on deliveries (object_id, url, sequence) where status = 'pending';
create index deliveries_object on deliveries (object_id, created_at);

create table delivery_attempts (
  id uuid primary key,
  delivery_id uuid not null references deliveries (id),
  number integer not null check (number > 0),
  at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  status_code integer,
  error text,
  -- The first of what the receiver answered, for support.
  answer text
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, number);
