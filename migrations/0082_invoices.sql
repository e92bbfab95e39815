-- beside: 0059
-- Invoices of the operator for its fees, and credit notes for fees that it gave back: one of each for a merchant and month.
-- They are never changed. The numbers of each kind have no gaps.

create table invoice_details (
  merchant_id uuid primary key references merchants (id),
  vat_number text check (vat_number ~ '^4[0-9]{9}$'),
  name text,
  address text,
  email text
);

create table invoice_runs (
  -- The first day of the month.
  period date primary key check (extract(day from period) = 1),
  due_at timestamptz,
  completed_at timestamptz
);
create index invoice_runs_due on invoice_runs (due_at) where due_at is not null;

create table invoices (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  kind text not null check (kind in ('invoice', 'creditNote')),
  sequence integer not null check (sequence > 0),
  period date not null references invoice_runs (period),
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null check (jsonb_array_length(lines) > 0),
  vat_cents bigint not null check (vat_cents >= 0),
  total_cents bigint not null check (total_cents >= vat_cents),
  created_at timestamptz not null,
  unique (kind, sequence),
  unique (merchant_id, period, kind)
);
create index invoices_page on invoices (merchant_id, created_at desc, kind, sequence desc);
create index invoices_newest on invoices (created_at desc, kind, sequence desc);

create trigger append_only before update or delete on invoices for each row execute function refuse_change();
create trigger kept before truncate on invoices for each statement execute function refuse_change();
