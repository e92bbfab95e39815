-- beside: 0059
-- online
-- References as people read them aloud: without letter case, dashes and spaces, with O for 0 and I or L for 1 (reports/search), and
-- parts of them.

create index concurrently if not exists payments_spoken on payments
  using gin (translate(upper(merchant_reference), 'OIL -_./#:', '011') gin_trgm_ops) with (gin_pending_list_limit = 256);
