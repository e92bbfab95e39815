-- beside: 0059
-- Password resets by a link.
create table console.reset_requests (
  id uuid primary key,
  email text not null,
  requested_at timestamptz not null
);
create table console.resets (
  id uuid primary key,
  user_id uuid not null references console.users (id),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index resets_user on console.resets (user_id, created_at);
create index resets_expired on console.resets (expires_at);
