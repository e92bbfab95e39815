-- beside: 0059
-- Credit notes for a part of an invoice: requested by one operator, and issued when another approves.

-- The invoice that a credit note corrects, and why; null for the credit notes of a month.
alter table invoices add column corrects jsonb check (jsonb_typeof(corrects) = 'object');
alter table invoices drop constraint invoices_merchant_id_period_kind_key;
create unique index invoices_month on invoices (merchant_id, period, kind) where corrects is null;

create table invoice_credits (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  -- The site whose balance receives it.
  site_id uuid not null references sites (id),
  invoice_id uuid not null references invoices (id),
  -- The place of the line on the invoice, from 1.
  line integer not null check (line > 0),
  -- With VAT.
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 200),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  state_reason text,
  correlation_id text not null,
  created_by text not null,
  created_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  completed_at timestamptz,
  -- The part of the amount that is VAT, and the document; null until it is approved.
  vat_cents bigint check (vat_cents between 0 and amount_cents),
  credit_note_id uuid unique references invoices (id),
  constraint invoice_credits_second_person_check check (decided_by <> created_by),
  check ((state = 'waiting') = (completed_at is null)),
  check ((state = 'waiting') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((state = 'approved') = (credit_note_id is not null)),
  check ((credit_note_id is null) = (vat_cents is null))
);
create index invoice_credits_invoice on invoice_credits (invoice_id, line);
create index invoice_credits_waiting on invoice_credits (created_at, id) where state = 'waiting';
