-- What stays of rows that were archived to files and deleted.

-- Of an event: its number among its object's events, so that the next one goes on from there, and what it told.
create table archived_events (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  object text not null,
  object_id uuid not null,
  sequence integer not null check (sequence > 0),
  type text not null,
  occurred_at timestamptz not null,
  unique (object_id, sequence)
);
-- Of deliveries: how many there were in an hour, as roll-ups count them.
create table archived_deliveries (
  merchant_id uuid not null references merchants (id),
  hour timestamptz not null,
  at_once bigint not null,
  retried bigint not null,
  failed bigint not null,
  primary key (merchant_id, hour)
);
-- By which the oldest are found.
create index events_age on events (occurred_at, id);
create index consents_age on consents (given_at, transaction_id);
