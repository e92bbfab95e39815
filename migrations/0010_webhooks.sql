-- Webhooks, and one way for all notifications: who a receiver is, where it stands on its schedule, what holds it back,
-- and what it is sent again.

create table webhooks (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  -- A merchant has twenty places.
  place smallint not null check (place between 1 and 20),
  endpoint text not null check (length(endpoint) between 1 and 2000),
  -- As in deliveries: the endpoint's scheme, host and port.
  lane text not null,
  event_type text not null check (event_type in ('transaction.complete', 'refund.complete')),
  message_type text not null check (message_type in ('thin', 'full')),
  created_at timestamptz not null,
  unique (merchant_id, place)
);

-- During a rotation several are usable until their expires_at; one has none.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create unique index webhook_secrets_current on webhook_secrets (webhook_id) where expires_at is null;
create index webhook_secrets_webhook on webhook_secrets (webhook_id, created_at);

alter table events
  -- Nobody was to be told when it happened, though webhooks could have been: it can be sent to one later.
  add column unheard boolean not null default false;
create index events_unheard on events (merchant_id, type, occurred_at) where unheard;

alter table deliveries
  -- Null where the receiver is an address that the object itself names. A webhook may go; what it was sent stays.
  add column webhook_id uuid,
  -- Failures on the present schedule; `attempts` counts every try there ever was, and tells its claims apart.
  add column tries integer not null default 0 check (tries >= 0),
  -- How often the receiver has said "not yet".
  add column postponed integer not null default 0 check (postponed >= 0),
  -- Why it ended without another try.
  add column note text,
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check check (status in ('pending', 'delivered', 'failed', 'skipped')),
  drop constraint deliveries_event_id_url_key;
update deliveries set tries = attempts where status = 'pending';
-- Who is told: the webhook, or the address. Addresses can be longer than what an index takes.
alter table deliveries
  add column receiver_id uuid not null
    generated always as (coalesce(webhook_id, md5(merchant_id::text || ' ' || url)::uuid)) stored;
create unique index deliveries_event on deliveries (event_id, receiver_id);
drop index deliveries_order;
create index deliveries_order on deliveries (receiver_id, object_id, sequence) where status = 'pending';
create index deliveries_first_due on deliveries (due_at) where due_at is not null;
create index deliveries_undone on deliveries (receiver_id, created_at) where status in ('failed', 'skipped');

-- What is known of receivers that fail; there is no row for one whose last answer was good.
create table receivers (
  -- deliveries.receiver_id.
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  webhook_id uuid references webhooks (id) on delete cascade,
  url text not null,
  -- In a row.
  failures integer not null check (failures > 0),
  failing_since timestamptz not null,
  last_failed_at timestamptz not null,
  -- Nothing is sent before; then one message tries whether it is back. Null: nothing holds it back.
  open_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  check (webhook_id is null or webhook_id = id),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index receivers_merchant on receivers (merchant_id) where disabled_at is not null;
create index receivers_age on receivers (last_failed_at) where disabled_at is null;

-- Messages that did not reach a receiver and are to be sent to it again, from `since` on, which moves on with them.
create table replays (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  receiver_id uuid not null,
  webhook_id uuid references webhooks (id) on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  -- Also what nobody was to be told of when it happened.
  with_unheard boolean not null,
  created_at timestamptz not null,
  check (webhook_id is null or webhook_id = receiver_id),
  check (webhook_id is not null or not with_unheard)
);
create index replays_age on replays (created_at, id);
