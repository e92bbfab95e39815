-- A person who asks for it is erased (docs/operations/retention.md). Rows that only grow stay as they are but for the columns
-- in which a person may stand, and those change only in a transaction that says it erases. Nothing of the ledger is among them.

create function refuse_change_but() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('tefo.erasing', true) = 'yes'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger append_only before delete or update on transitions
  for each row execute function refuse_change_but('reason');
create or replace trigger append_only before delete or update on console.audit
  for each row execute function refuse_change_but('subject', 'before', 'after', 'why');
create or replace trigger deposits_stay before delete or update on bank.deposits
  for each row execute function refuse_change_but('account_number', 'account_holder');
create or replace trigger statement_lines_stay before delete or update on bank.statement_lines
  for each row execute function refuse_change_but('account', 'counterpart');
