-- What finds a lost tail of the database, and what lives through it (docs/adr/0014).

-- How the export of the ledger's head stands: one row, which whoever exports has claimed.
create table ledger_export (
  is_only boolean primary key default true check (is_only),
  due_at timestamptz not null,
  -- The newest head that is noted outside, as far as this database knows; null until there is one.
  position bigint check (position > 0),
  noted_at timestamptz,
  -- Why the last try noted none; null where it did.
  trouble text,
  check ((position is null) = (noted_at is null))
);
insert into ledger_export (due_at) values ('epoch');

-- Heads that were noted outside and are not in this ledger, which somebody knows of: a restore began with them.
create table ledger_losses (
  position bigint not null check (position > 0),
  hash bytea not null check (octet_length(hash) = 32),
  noted_at timestamptz not null,
  known_at timestamptz not null,
  known_by text not null,
  primary key (position, hash)
);
create trigger append_only before update or delete on ledger_losses
  for each row execute function refuse_change();
create trigger kept before truncate on ledger_losses for each statement execute function refuse_change();

-- Each time the database was put back to an earlier state. While one is not released, no money leaves.
create table restores (
  id uuid primary key,
  -- To when it was put back, and from when on the bank is asked for what it was ordered.
  restored_to timestamptz not null,
  since timestamptz not null,
  begun_at timestamptz not null,
  begun_by text not null check (length(begun_by) between 1 and 100),
  -- When the bank's list of orders was read last, and what was in the way, if anything was.
  listed_at timestamptz,
  trouble text,
  due_at timestamptz not null,
  released_at timestamptz,
  released_by text check (length(released_by) between 1 and 100),
  -- Whether it was released with something still open.
  is_forced boolean not null default false,
  check ((released_at is null) = (released_by is null)),
  check (released_at is not null or not is_forced)
);
create unique index restores_open on restores ((true)) where released_at is null;

-- The transfers that the bank is asked about before money leaves again.
create table restore_questions (
  restore_id uuid not null references restores (id),
  transfer_id uuid not null references transfers (id),
  due_at timestamptz not null,
  asked_at timestamptz,
  -- What the bank said.
  outcome text check (outcome in ('unknown', 'pending', 'paid', 'failed', 'returned')),
  primary key (restore_id, transfer_id),
  check ((asked_at is null) = (outcome is null))
);
create index restore_questions_due on restore_questions (restore_id, due_at) where asked_at is null;

-- Orders that the bank has and these books had not when its list was read.
create table restore_orders (
  restore_id uuid not null references restores (id),
  -- The bank's idempotency key, which is our transfer's id. No reference: there may be none.
  transfer_id uuid not null,
  merchant_id uuid,
  purpose text not null,
  refund_of uuid,
  amount_cents bigint not null check (amount_cents > 0),
  reference text not null,
  ordered_at timestamptz not null,
  outcome text not null check (outcome in ('pending', 'paid', 'failed', 'returned')),
  -- Who has looked at it and answers for it.
  accepted_at timestamptz,
  accepted_by text check (length(accepted_by) between 1 and 100),
  primary key (restore_id, transfer_id),
  check ((accepted_at is null) = (accepted_by is null))
);

-- How many transfers have refunded a transaction is asked before each.
create index transfers_refund_of on transfers (refund_of) where refund_of is not null;
