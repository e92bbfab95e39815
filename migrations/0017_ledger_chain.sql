-- The chain of journals (docs/adr/0013): each is linked soon after it has committed, so that whoever books waits for nobody.

create table ledger_links (
  -- From 1, without a gap.
  position bigint primary key check (position > 0),
  journal_id uuid not null unique references ledger_journals (id),
  -- SHA-256 over the hash before it and the journal's text.
  hash bytea not null check (octet_length(hash) = 32),
  linked_at timestamptz not null
);
create trigger append_only before update or delete on ledger_links
  for each row execute function refuse_change();

-- Journals that wait for their link. Only the trigger below writes here, with the journal itself, so a reference back would
-- prove nothing and cost every booking a lock.
create table ledger_unlinked (
  journal_id uuid primary key
);

create function await_link() returns trigger language plpgsql as $$
begin
  insert into ledger_unlinked (journal_id) values (new.id);
  return null;
end $$;

create trigger await_link after insert on ledger_journals
  for each row execute function await_link();

-- The trigger's lock keeps others from booking until this has committed, so none is missed.
insert into ledger_unlinked (journal_id) select id from ledger_journals;
