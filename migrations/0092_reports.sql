-- beside: 0059
-- Scheduled reports: each period's rows as a file, delivered once to one address.
create table report_schedules (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  kind text not null check (kind in ('transactions', 'settlements', 'fees', 'refunds', 'payouts', 'open-items')),
  every text not null check (every in ('day', 'week', 'month')),
  format text not null check (format in ('csv', 'xlsx')),
  target text not null check (length(target) between 6 and 500),
  -- The key and the host keys of an SFTP server.
  settings_sealed text,
  created_by text not null,
  created_at timestamptz not null,
  -- The first day of the period that is written next.
  next_period date not null,
  -- When it is written; null once the schedule is removed.
  due_at timestamptz,
  removed_at timestamptz,
  check ((removed_at is null) = (due_at is not null))
);
create unique index report_schedules_name on report_schedules (merchant_id, name) where removed_at is null;
create index report_schedules_due on report_schedules (due_at) where due_at is not null;

create table reports (
  id uuid primary key,
  schedule_id uuid not null references report_schedules (id),
  merchant_id uuid not null references merchants (id),
  -- The first day of its period.
  period date not null,
  version integer not null check (version > 0),
  created_at timestamptz not null,
  -- When it is written or delivered next; null once it is delivered or has failed.
  due_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  -- Rows up to this instant are in it.
  cut_off_at timestamptz,
  row_count integer,
  byte_count bigint,
  sha256 text,
  -- A digest of the rows alone: a correction has another.
  digest text,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- When its rows are compared with the database again.
  recheck_at timestamptz,
  unique (schedule_id, period, version),
  check ((cut_off_at is null) = (sha256 is null)),
  check ((due_at is null) = (delivered_at is not null or failed_at is not null))
);
create index reports_due on reports (due_at) where due_at is not null;
create index reports_recheck on reports (recheck_at) where recheck_at is not null;
create index reports_page on reports (merchant_id, created_at desc, id desc);
create index reports_age on reports (created_at);

-- The content of reports, in pieces; deleted a month after it was written.
create table report_parts (
  report_id uuid not null references reports (id) on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (report_id, part)
);

alter table emails drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('receipt', 'link', 'invitation', 'reset', 'webhook-failing',
    'webhook-disabled', 'payout-approval', 'reconciliation', 'settlement', 'report'));
