-- A journal is written with its entries in one statement, and balances at its end: looked at once for all journals of the
-- statement, where each journal and each of its entries was looked at by itself when the transaction committed.
drop trigger balanced on ledger_journals;
drop trigger balanced on ledger_entries;
drop function journal_balances();

create function journals_balance() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select entry.journal_id as id, sum(entry.amount_cents) as total, count(*) as lines into wrong
  from ledger_entries entry
  where entry.journal_id in (select journal_id from added)
  group by entry.journal_id
  having sum(entry.amount_cents) <> 0 or count(*) < 2
  limit 1;
  if found then
    raise exception 'journal % does not balance: % cents over % lines', wrong.id, wrong.total, wrong.lines
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger balanced after insert on ledger_entries
  referencing new table as added for each statement execute function journals_balance();

create function journals_have_entries() returns trigger language plpgsql as $$
declare
  journal uuid;
begin
  select id into journal from added
  where not exists (select from ledger_entries where journal_id = added.id)
  limit 1;
  if found then
    raise exception 'journal % does not balance: 0 cents over 0 lines', journal using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger balanced after insert on ledger_journals
  referencing new table as added for each statement execute function journals_have_entries();
