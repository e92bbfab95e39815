-- beside: 0059
-- Payment links: addresses at which customers pay without the merchant's shop. A single link is paid once; one for many uses creates
-- a payment for each visit. The payments of a link name it.
create table payment_links (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  state text not null default 'active' check (state in ('active', 'paid', 'disabled', 'expired')),
  state_reason text,
  -- The secret part of the payer's address.
  code text not null unique check (code ~ '^[0-9a-z]{25}$'),
  uses text not null check (uses in ('single', 'many')),
  -- Null where the payer types the amount, within the limits.
  amount_cents bigint check (amount_cents > 0),
  minimum_cents bigint check (minimum_cents > 0),
  maximum_cents bigint,
  currency text not null check (currency = 'ZAR'),
  -- For many uses its payments add "-1", "-2" to it.
  merchant_reference text not null check (length(merchant_reference) between 1 and 50),
  description text,
  customer jsonb check (jsonb_typeof(customer) = 'object'),
  return_url text,
  notify_url text,
  -- The number of its newest payment; 0 before the first.
  last_number integer not null default 0 check (last_number >= 0),
  correlation_id text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  completed_at timestamptz,
  -- When a sweep has to look at it: at its expiry, or because it was paid while another of its payments is open.
  due_at timestamptz,
  check ((amount_cents is null) = (minimum_cents is not null)),
  check ((minimum_cents is null) = (maximum_cents is null)),
  check (minimum_cents <= maximum_cents),
  check (uses = 'single' or length(merchant_reference) <= 40),
  check (uses = 'single' or state <> 'paid'),
  check ((state in ('paid', 'disabled', 'expired')) = (completed_at is not null))
);
create index payment_links_page on payment_links (merchant_id, created_at desc, id desc);
create index payment_links_newest on payment_links (created_at desc, id desc);
create index payment_links_site on payment_links (site_id, created_at desc, id desc);
create index payment_links_state on payment_links (merchant_id, state, created_at desc, id desc);
create index payment_links_reference on payment_links (site_id, merchant_reference);
create index payment_links_correlation on payment_links (correlation_id);
create index payment_links_due on payment_links (due_at) where due_at is not null;

alter table payments add column link_id uuid references payment_links (id);
