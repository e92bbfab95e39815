-- beside: 0059
-- online
-- The deposits on one bank account, the newest first: its merchant lists them.

create index concurrently if not exists deposits_account on deposits (bank_account, received_at desc, id desc);

alter table statement_lines validate constraint statement_lines_meaning_check;
