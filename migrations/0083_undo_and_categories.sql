-- beside: 0059
-- Owners of bank accounts add categories of statement lines to the built-in ones. An undone match puts the money of a
-- deposit in suspense again; an undone category opens its line again under a new booking id.
create table line_categories (
  id uuid primary key,
  -- Null: the operator's.
  merchant_id uuid references merchants (id),
  name text not null,
  kind text not null check (kind in ('supplier', 'salary', 'tax', 'own', 'charge', 'interest', 'loan', 'other')),
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index line_categories_name on line_categories (merchant_id, lower(name)) nulls not distinct
  where removed_at is null;

alter table statement_lines add column category text;
alter table statement_lines add column booking_id uuid;
alter table statement_lines drop constraint statement_lines_meaning_check;
alter table statement_lines add constraint statement_lines_meaning_check check (meaning in ('deposit', 'payment', 'return',
  'charge', 'interest', 'own', 'reversal', 'supplier', 'salary', 'tax', 'loan', 'other')) not valid;

alter table deposit_parts add column undone_by text;

-- Files that a user has uploaded and not imported yet. They are sealed, and kept for half an hour.
create table statement_uploads (
  id uuid primary key,
  bank_account text not null,
  sha256 text not null,
  name text not null,
  content_sealed text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index statement_uploads_user on statement_uploads (created_by, created_at);
create index statement_uploads_age on statement_uploads (created_at);
