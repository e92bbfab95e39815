-- The people of the console. A schema of its own: a sandbox's snapshot copies the others, and must never bring back a person
-- who was removed. No reference leads to the other schemas, whose rows a snapshot replaces.
create schema console;

create table console.users (
  id uuid primary key,
  -- In lower case.
  email text not null unique check (email !~ '[A-Z]' and length(email) between 3 and 254),
  name text check (length(name) between 1 and 100),
  password_hash text not null,
  password_changed_at timestamptz not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- Who has which role where: without a merchant, as an operator over all of them.
create table console.held (
  user_id uuid not null references console.users (id),
  role text not null,
  merchant_id uuid,
  unique nulls not distinct (user_id, merchant_id),
  check ((role like 'operator-%') = (merchant_id is null))
);
create index held_merchant on console.held (merchant_id);

create table console.sessions (
  -- SHA-256 of the cookie's token, in hexadecimal.
  id text primary key check (length(id) = 64),
  user_id uuid not null references console.users (id),
  -- The password was right, and the second factor is still to be shown.
  is_waiting boolean not null,
  created_at timestamptz not null,
  -- Written at most once a minute.
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- When a second factor was last shown.
  factor_at timestamptz,
  network text,
  agent text,
  -- A sentence that the next page shows once.
  said text
);
create index sessions_open on console.sessions (user_id) where ended_at is null;

create table console.factors (
  id uuid primary key,
  user_id uuid not null references console.users (id),
  kind text not null check (kind in ('totp', 'recovery')),
  secret_sealed text,
  code_hash text,
  -- The 30 seconds whose code was used last: neither it nor an earlier one is taken again.
  last_step bigint,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  check ((kind = 'totp') = (secret_sealed is not null)),
  check ((kind = 'recovery') = (code_hash is not null))
);
create index factors_user on console.factors (user_id);
-- One that is used, and one that is being set up.
create unique index factors_totp on console.factors (user_id, (confirmed_at is null)) where kind = 'totp';

create table console.invitations (
  id uuid primary key,
  token_hash text not null unique,
  email text not null check (email !~ '[A-Z]'),
  role text not null,
  merchant_id uuid,
  -- A user's id, or cli:NAME.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((role like 'operator-%') = (merchant_id is null))
);

-- Wrong tries to sign in, by account and by network.
create table console.attempts (
  key text primary key,
  wrong integer not null check (wrong >= 0),
  since timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index attempts_last on console.attempts (last_at);

-- Forms that were sent: each does once what it says.
create table console.forms (
  id uuid primary key,
  user_id uuid not null,
  path text not null,
  claimed_at timestamptz not null
);

-- Who did what, chained: each hash is over the hash before it and all columns of its row.
create table console.audit (
  -- From 1, without a gap.
  position bigint primary key check (position > 0),
  at timestamptz not null,
  -- A user's id, or cli:NAME.
  who text not null,
  merchant_id uuid,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  why text,
  network text,
  correlation_id text not null,
  hash bytea not null check (octet_length(hash) = 32)
);
create index audit_merchant on console.audit (merchant_id, position desc);
create trigger append_only before update or delete on console.audit
  for each row execute function refuse_change();
create trigger kept before truncate on console.audit
  for each statement execute function refuse_change();

insert into console.users (id, email, password_hash, password_changed_at, created_at)
  select id, lower(email), password_hash, created_at, created_at from users;
insert into console.held (user_id, role, merchant_id) select id, 'admin', merchant_id from users;
drop table users;
