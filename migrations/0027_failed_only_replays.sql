-- A replay that nobody asked more of sends what the webhook failed to take, and not what it was never to have.
alter table replays add column failed_only boolean not null default false;
