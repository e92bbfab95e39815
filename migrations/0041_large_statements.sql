-- What a statement of a million lines asks of each row is asked of all of them at once.

-- Journals and accounts are never deleted, so that an entry which names one when it is written names it for ever: one look
-- for each statement, and not two for each entry. What is added of a journal balances by itself, so that all of it does.
create or replace function journals_balance() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select journal_id as id, sum(amount_cents) as total, count(*) as lines into wrong
  from added group by journal_id having sum(amount_cents) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'journal % does not balance: % cents over % lines', wrong.id, wrong.total, wrong.lines
      using errcode = 'check_violation';
  end if;
  select added.journal_id as id into wrong
  from added left join ledger_journals journal on journal.id = added.journal_id where journal.id is null limit 1;
  if found then
    raise exception 'there is no journal %', wrong.id using errcode = 'foreign_key_violation';
  end if;
  select named.id into wrong
  from (select distinct account_id as id from added) named
  left join ledger_accounts account on account.id = named.id where account.id is null limit 1;
  if found then
    raise exception 'there is no account %', wrong.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger append_only before update or delete on ledger_accounts for each row execute function refuse_change();
create trigger kept before truncate on ledger_accounts for each statement execute function refuse_change();
alter table ledger_entries drop constraint ledger_entries_journal_id_fkey;
alter table ledger_entries drop constraint ledger_entries_account_id_fkey;

-- The same for the lines of statements, whose account is their statement's.
create function lines_have_statements() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select named.statement_id as id into wrong
  from (select distinct statement_id, bank_account from added) named
  left join statements statement on statement.id = named.statement_id and statement.bank_account = named.bank_account
  where statement.id is null limit 1;
  if found then
    raise exception 'there is no statement % of that account', wrong.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger have_statements after insert on statement_lines referencing new table as added
  for each statement execute function lines_have_statements();
create trigger append_only before update or delete on statements for each row execute function refuse_change();
create trigger kept before truncate on statements for each statement execute function refuse_change();
alter table statement_lines drop constraint statement_lines_bank_account_fkey;
alter table statement_lines drop constraint statement_lines_statement_id_fkey;

-- A statement's lines stand together in the table.
drop index statement_lines_statement;
create index statement_lines_statement on statement_lines using brin (statement_id) with (autosummarize = on);
drop index statement_lines_object;
create index statement_lines_reversal on statement_lines (object_id) where meaning = 'reversal';
