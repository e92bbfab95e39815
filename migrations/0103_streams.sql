-- beside: 0059
-- Streams of audit entries and events to other systems, each with its position.
create table streams (
  id uuid primary key,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  kind text not null check (kind in ('audit', 'events')),
  target text not null check (length(target) between 6 and 500),
  -- The key and the host keys of an SFTP server, or the token for an HTTPS address.
  settings_sealed text,
  created_by text not null,
  created_at timestamptz not null,
  -- The last row that was sent, as its source names it; empty: none.
  position text not null default '',
  -- The number of the last line that was sent.
  sequence bigint not null default 0 check (sequence >= 0),
  sent_at timestamptz,
  -- When it is sent next; null once it is removed.
  due_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  removed_at timestamptz,
  check ((removed_at is null) = (due_at is not null))
);
create unique index streams_name on streams (name) where removed_at is null;

-- Events of all sites in the order in which their transactions began to write.
create index events_stream on events (written_in, sequence, id) where written_in is not null;
