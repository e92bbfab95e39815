-- What banks have told of accounts: the statements as they came, and each movement once.
create table statements (
  id uuid primary key,
  bank_account text not null references bank_accounts (id),
  -- Of the file, and the statement's place in it.
  sha256 text not null,
  place integer not null,
  file_name text not null,
  format text not null,
  kind text not null check (kind in ('final', 'intraday', 'advice')),
  number text,
  from_on date,
  to_on date,
  opening_cents bigint,
  closing_cents bigint,
  lines integer not null,
  -- Of its booked lines.
  sum_cents bigint not null,
  imported_at timestamptz not null,
  imported_by text not null,
  unique (bank_account, sha256, place)
);
create index statements_closing on statements (bank_account, to_on, imported_at)
  where kind = 'final' and closing_cents is not null;

create table statement_lines (
  -- Made from what the bank says of it, so that the same movement has the same.
  id uuid primary key,
  bank_account text not null references bank_accounts (id),
  booked_on date not null,
  value_on date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  text text not null,
  reference text not null,
  is_reversal boolean not null,
  -- What a profile's rules say it is.
  hint text check (hint in ('charge', 'interest')),
  -- References of ours in the text.
  refs text[] not null,
  payer_sealed text,
  -- "new" waits to be booked; "open" for a person.
  status text not null check (status in ('pending', 'new', 'booked', 'open', 'dropped')),
  -- What it was booked as.
  meaning text check (meaning in ('deposit', 'payment', 'return', 'charge', 'interest', 'own', 'reversal')),
  -- The deposit, refund, payout or settlement.
  object_id uuid,
  -- The order whose payment or return it is.
  order_id uuid references payment_orders (id),
  -- By which rule, or by whom.
  rule text,
  note text,
  -- Which kinds of statement have told it.
  kinds text[] not null,
  statement_id uuid not null references statements (id),
  place bigint not null generated always as identity,
  check ((status in ('booked', 'dropped')) = (meaning is not null))
);
create index statement_lines_day on statement_lines (bank_account, booked_on, place);
create index statement_lines_statement on statement_lines (statement_id, status);
create index statement_lines_new on statement_lines (bank_account, place) where status = 'new';
create index statement_lines_open on statement_lines (bank_account, booked_on) where status in ('open', 'pending', 'dropped');
create index statement_lines_object on statement_lines (object_id) where object_id is not null;
-- The bank pays an order once, and gives it back once: more is for a person.
create unique index statement_lines_order on statement_lines (order_id, meaning) where order_id is not null;
create index statement_lines_deposit on statement_lines (bank_account, md5(text)) where meaning = 'deposit';
create index statement_lines_unconfirmed on statement_lines (bank_account, booked_on)
  where not ('final' = any (kinds));
