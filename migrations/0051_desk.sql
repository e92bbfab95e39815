-- Remarks of people stand in the audit log, and are read with what they are about.
create index audit_notes on console.audit (subject) where action = 'payment.note';

-- That somebody of the operator has looked at a merchant on a day: noted once.
create table console.looks (
  user_id uuid not null references console.users (id),
  merchant_id uuid not null,
  day date not null,
  primary key (user_id, merchant_id, day)
);

-- A merchant that was made at the console asks for production, and two of the operator's people switch it on.
alter table merchants add column is_live boolean not null default true;
create index merchants_waiting on merchants (id) where not is_live;
create table console.go_live (
  merchant_id uuid primary key,
  asked_by text not null,
  asked_at timestamptz not null,
  first_by text,
  first_at timestamptz,
  second_by text,
  second_at timestamptz,
  check ((first_by is null) = (first_at is null)),
  check ((second_by is null) = (second_at is null)),
  check (second_by is null or first_by is not null),
  -- Whoever asks does not agree, and nobody agrees twice.
  check (first_by <> asked_by and second_by <> asked_by and second_by <> first_by)
);

-- How often requests were refused, other than for their hash: by the hour, the site and the error's code.
create table refusal_counts (
  merchant_id uuid not null references merchants (id),
  hour timestamptz not null,
  site_id uuid references sites (id),
  surface text not null,
  code text not null,
  n bigint not null check (n > 0)
);
create unique index refusal_counts_row on refusal_counts (merchant_id, hour, site_id, surface, code) nulls not distinct;
create index refusal_counts_hour on refusal_counts (hour);

-- When a site's receiver last passed the whole exam.
create table console.exams (
  site_id uuid primary key,
  passed_at timestamptz not null
);
