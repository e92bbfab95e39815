-- beside: 0059
-- The movements of each account by day and posting, for statements and the ledger by period. Days before `postings_day` are rolled
-- up; null: none yet.

create table totals_postings (
  account_id uuid not null references ledger_accounts (id),
  day date not null,
  posting text not null,
  is_debit boolean not null,
  n bigint not null check (n > 0),
  cents bigint not null,
  -- Of fees: how many include VAT, and how much.
  vat_n bigint not null,
  vat_cents bigint not null,
  primary key (account_id, day, posting, is_debit)
);

alter table totals_progress add column postings_day date;
