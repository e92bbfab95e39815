-- Orders that leave by themselves, through a bank's API, and in no file.
alter table payment_orders alter column closes_at drop not null;
-- The day on which the bank is to pay such an order; of others, their file says it.
alter table payment_orders add column pays_on date;
alter table payment_orders add constraint payment_orders_leaves_check check ((closes_at is null) = (pays_on is not null));
alter table payment_orders add constraint payment_orders_alone_check check (closes_at is not null or file_id is null);

-- What is sent to Investec for each of them.
create table investec_orders (
  id uuid primary key references payment_orders (id),
  -- Of its pain.001.
  message_id text not null unique,
  -- The file, whole: it is never written a second time.
  pain001_sealed text not null,
  -- How many sendings may have reached the bank.
  sendings integer not null default 0 check (sendings >= 0),
  -- The bank's; null until it has told it.
  payment_id text
);

-- When each account at Investec is asked next, and what it told last.
create table investec_polls (
  bank_account text primary key references bank_accounts (id),
  due_at timestamptz not null,
  -- How often in a row it was asked without success.
  failures integer not null default 0,
  -- Of what it told of the days that are over, and of the others.
  closed_sha256 text,
  open_sha256 text
);
create index investec_polls_due on investec_polls (due_at);
