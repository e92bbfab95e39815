-- beside: 0059
-- online
-- The payments that a link made, the newest first, and how many of them are paid.

create index concurrently if not exists payments_link on payments (link_id, created_at desc, id desc) include (state)
  where link_id is not null;
