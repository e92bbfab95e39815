-- Roll-ups of days and hours that are over, for totals and charts. They say nothing that other tables do not: what is not
-- rolled up yet is counted where it stands.

-- What was made on a South African day, by how it stands now. Amounts and fees in cents.
create table totals_day (
  merchant_id uuid not null references merchants (id),
  day date not null,
  type text not null check (type in ('payment', 'transaction', 'refund', 'payout')),
  state text not null,
  is_test boolean not null,
  site_id uuid not null references sites (id),
  bank_id uuid,
  n bigint not null check (n > 0),
  cents bigint not null,
  fee_cents bigint not null
);
create unique index totals_day_row on totals_day (merchant_id, day, type, state, is_test, site_id, bank_id) nulls not distinct;
create index totals_day_day on totals_day (day);

-- Attempts at banks that were made in an hour, without tests; and of those that their bank answered, how many took up to
-- so long.
create table totals_hour (
  merchant_id uuid not null references merchants (id),
  hour timestamptz not null,
  state text not null,
  site_id uuid not null references sites (id),
  bank_id uuid not null,
  n bigint not null check (n > 0),
  cents bigint not null,
  to_5s bigint not null,
  to_15s bigint not null,
  to_30s bigint not null,
  to_1m bigint not null,
  to_2m bigint not null,
  to_5m bigint not null,
  to_15m bigint not null,
  longer bigint not null,
  primary key (merchant_id, hour, state, site_id, bank_id)
);
create index totals_hour_hour on totals_hour (hour);

-- Notices that were owed from an hour on, by how they ended.
create table totals_notices (
  merchant_id uuid not null references merchants (id),
  hour timestamptz not null,
  at_once bigint not null,
  retried bigint not null,
  failed bigint not null,
  waiting bigint not null,
  primary key (merchant_id, hour)
);
create index totals_notices_hour on totals_notices (hour);
create index totals_notices_waiting on totals_notices (merchant_id, hour) where waiting > 0;

-- What each kind of account held at the end of a day, in cents, debits positive. No merchant: the service's own.
create table totals_money (
  merchant_id uuid references merchants (id),
  day date not null,
  kind text not null,
  cents bigint not null
);
create unique index totals_money_row on totals_money (day, merchant_id, kind) nulls not distinct;

-- Up to where the roll-ups go.
create table totals_progress (
  is_only boolean primary key default true check (is_only),
  -- The first day, and the first hour, that is not rolled up.
  day date not null,
  hour timestamptz not null,
  -- Steps and attempts to deliver up to here have been looked at.
  transition_id bigint not null,
  attempted_at timestamptz not null
);

-- A merchant's notices in the order of time.
create index if not exists deliveries_page on deliveries (merchant_id, created_at desc, id desc);
-- What waits for somebody, on the console's first page.
create index if not exists payouts_approval on payouts (merchant_id, created_at, id) where state = 'approval';
create index if not exists deliveries_failed on deliveries (merchant_id, created_at desc, id desc) where status in ('failed', 'skipped');
