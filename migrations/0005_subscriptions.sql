-- Recurring charges that a customer has authorised at a bank, and the site's rule for days on which banks rest.

alter table sites
  -- Where a charge goes whose day is no business day: stays, or moves before or after.
  add column holiday_rule text not null default 'after' check (holiday_rule in ('none', 'before', 'after'));

create table subscriptions (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  state text not null default 'pending_authorization' check (state in ('pending_authorization', 'active', 'canceled',
    'completed', 'expired', 'failed', 'unknown')),
  state_reason text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  -- The band that a single charge must stay in, where the customer authorised one.
  minimum_cents bigint check (minimum_cents > 0),
  maximum_cents bigint,
  -- Charged once, as soon as the customer has authorised.
  payable_now_cents bigint check (payable_now_cents > 0),
  description text,
  merchant_reference text not null check (length(merchant_reference) between 1 and 50),
  bank_reference text,
  frequency text not null
    check (frequency in ('Daily', 'Weekly', 'Fortnightly', 'Monthly', 'Biannually', 'Annually')),
  first_payment_date date not null,
  occurrences integer not null check (occurrences between 1 and 520),
  return_url text,
  notify_url text,
  -- name, email, cellphone: as the merchant gave them.
  customer jsonb check (jsonb_typeof(customer) = 'object'),
  bank_id uuid,
  bank_name text,
  -- The bank's page for the customer, once the bank has given it.
  bank_url text,
  -- What the bank calls the state of the mandate.
  authorization_status text,
  -- Masked to its last four digits.
  payer_account text,
  -- The customer's informed consent: textVersion, language, address, userAgent, givenAt.
  consent jsonb check (jsonb_typeof(consent) = 'object'),
  correlation_id text not null,
  created_at timestamptz not null,
  -- Until when the customer may authorise.
  lapses_at timestamptz not null,
  authorized_at timestamptz,
  completed_at timestamptz,
  -- When to ask the bank about the mandate, to let it lapse, or to tell the bank that it has ended.
  due_at timestamptz,
  tries integer not null default 0,
  check ((minimum_cents is null) = (maximum_cents is null)),
  check (amount_cents between minimum_cents and maximum_cents),
  check ((state in ('canceled', 'completed', 'expired', 'failed')) = (completed_at is not null))
);
create index subscriptions_page on subscriptions (merchant_id, created_at desc, id desc);
create index subscriptions_due on subscriptions (due_at) where due_at is not null;

-- One row for each charge: of a due date, asked for by the merchant, or the one at sign-up. Each attempt at it is a
-- transaction of its one payment.
create table subscription_charges (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  subscription_id uuid not null references subscriptions (id),
  type text not null check (type in ('scheduled', 'adhoc', 'signup')),
  -- Which of the subscription's due dates, from 1.
  occurrence integer check (occurrence > 0),
  state text not null default 'scheduled'
    check (state in ('scheduled', 'charging', 'retrying', 'successful', 'failed', 'cancelled')),
  state_reason text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'ZAR'),
  merchant_reference text not null check (length(merchant_reference) between 1 and 50),
  description text,
  -- The nominal day, and the day to which the site's holiday rule moved it.
  due_date date not null,
  charge_date date not null,
  attempts integer not null default 0 check (attempts >= 0),
  payment_id uuid references payments (id),
  -- The newest attempt.
  transaction_id uuid references transactions (id),
  correlation_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When to charge, to charge again, to send once more what may not have reached the bank, or, once it has failed, to
  -- close its payment.
  due_at timestamptz,
  check ((type = 'scheduled') = (occurrence is not null)),
  check ((payment_id is null) = (attempts = 0)),
  check ((state in ('successful', 'failed', 'cancelled')) = (completed_at is not null)),
  check (state not in ('successful', 'cancelled') or due_at is null)
);
-- One charge per occurrence, ever; one at sign-up.
create unique index subscription_charges_occurrence on subscription_charges (subscription_id, occurrence)
  where type = 'scheduled';
create unique index subscription_charges_signup on subscription_charges (subscription_id) where type = 'signup';
create unique index subscription_charges_payment on subscription_charges (payment_id) where payment_id is not null;
create index subscription_charges_page on subscription_charges (subscription_id, created_at desc, id desc);
create index subscription_charges_due on subscription_charges (due_at) where due_at is not null;

-- The simulated bank's side: what a customer allowed a payee to collect.
create table bank.mandates (
  -- The caller's subscription id, and so its idempotency key.
  id uuid primary key,
  bank_id uuid not null,
  payee text not null,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The most that one collection may be.
  maximum_cents bigint not null,
  frequency text not null,
  first_payment_date date not null,
  occurrences integer not null,
  return_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'lapsed', 'cancelled')),
  payer_account text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null))
);
-- An order that is collected under a mandate, without its payer.
alter table bank.orders add column mandate_id uuid references bank.mandates (id);
