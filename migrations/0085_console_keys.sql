-- beside: 0059
-- Clients of the One API that a merchant's users manage at the console: the networks from which a client may call (none: any), when
-- it ends, who created it, and when it was last used.
alter table clients add column networks text[] not null default '{}';
alter table clients add column expires_at timestamptz;
alter table clients add column created_by text;
alter table clients add column last_used_at timestamptz;
