-- beside: 0059
-- After a restore, the accounts whose banks' orders could not be listed: what was in the way, and who has read the account's
-- statement instead and answers for it. `restores.trouble` names those that nobody answers for.
create table restore_statements (
  restore_id uuid not null references restores (id),
  account text not null,
  -- Null once the bank's list was read.
  trouble text,
  read_at timestamptz,
  read_by text check (length(read_by) between 1 and 100),
  primary key (restore_id, account),
  check ((read_at is null) = (read_by is null))
);
