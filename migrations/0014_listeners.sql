-- tefo listen: who relays a site's events to a local address, and how far it has come.

-- Which transaction wrote an event. Identifiers and times say when it happened, not when others could see it: what began
-- earlier may commit later. What was written below every transaction under way has been seen by all. Rows from before
-- have none: adding a default for them would write the whole table anew.
alter table events add column written_in xid8;
alter table events alter column written_in set default pg_current_xact_id();
create index events_written on events (site_id, written_in) where written_in is not null;

create table listeners (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  name text not null check (length(name) between 1 and 2000),
  -- Who listens at present: whoever came last.
  holder uuid not null,
  -- Everything that was written below has been told; of what was written since, these.
  told_below xid8 not null,
  told uuid[] not null default '{}',
  -- Events that were asked for once more.
  again uuid[] not null default '{}',
  last_event_id uuid,
  created_at timestamptz not null,
  unique (site_id, name)
);
create index listeners_merchant on listeners (merchant_id);
