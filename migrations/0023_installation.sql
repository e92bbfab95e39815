-- What the whole installation is: its mode, and the master keys under which it was sealed. And what ends at once: tokens
-- name the secret they were issued for, and those that were revoked one by one are listed until they would have ended.

-- Written by the first start. No row: nothing was started yet.
create table installation (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('staging', 'production'))
);

-- Of a database from before: a sandbox's first start made the demo merchant before any other. Where others were there
-- before it, or it never was there, production is assumed: a sandbox that is refused loses nothing.
insert into installation (mode)
select case
    when (select name from merchants order by created_at, id limit 1) = 'Demo Shop'
      or exists (select from sandbox_clock) or exists (select from sandbox_snapshots)
      or exists (select from sandbox_faults) or exists (select from sandbox_rules)
    then 'staging' else 'production' end
where exists (select from merchants) or exists (select from sandbox_clock);

-- The keys that have ever been first in TEFO_MASTER_KEYS, or have sealed something. The one that was never retired seals
-- and signs.
create table master_keys (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,32}$'),
  -- A text that the key itself has sealed: another key under the same id does not open it. No secret, so never sealed anew.
  check_value text not null,
  first_used_at timestamptz not null,
  -- From then on it opens what it has sealed, and tokens that it signed before are good until they end.
  retired_at timestamptz,
  -- From then on nothing is sealed under it any more, and it may be dropped.
  emptied_at timestamptz,
  check (emptied_at is null or retired_at is not null)
);
create unique index master_keys_current on master_keys ((true)) where retired_at is null;

-- What a token names: the secret it was issued for. Another one in its place ends all tokens of that secret.
alter table credentials add column grant_id uuid not null default gen_random_uuid();
create unique index credentials_grant on credentials (grant_id);

create table revoked_tokens (
  id text primary key,
  merchant_id uuid not null,
  -- When the token ends by itself, and the row with it.
  expires_at timestamptz not null
);
create index revoked_tokens_end on revoked_tokens (expires_at);
