-- Views: names for the addresses of lists, each somebody's own or a merchant's team's. Days in them may be words.
create table console.views (
  id uuid primary key,
  -- Whoever saved it.
  user_id uuid not null references console.users (id),
  -- Whose team has it; null: the person's own.
  merchant_id uuid,
  room text not null,
  name text not null check (length(name) between 1 and 60),
  -- The query of the address.
  query text not null check (length(query) between 1 and 2000),
  created_at timestamptz not null
);
create unique index views_own on console.views (user_id, room, lower(name)) where merchant_id is null;
create unique index views_team on console.views (merchant_id, room, lower(name)) where merchant_id is not null;
