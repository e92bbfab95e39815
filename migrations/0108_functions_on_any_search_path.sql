-- beside: 0059
-- Functions find their tables whatever search path the session has: a subscriber of logical replication, for one, has none.
-- Logical replication needs a replica identity for each row that is updated or deleted; these tables have no primary key.

alter function assert_settlement(uuid) set search_path = public, pg_temp;
alter function await_link() set search_path = public, pg_temp;
alter function bank.refuse_change() set search_path = bank, pg_temp;
alter function journals_balance() set search_path = public, pg_temp;
alter function journals_have_entries() set search_path = public, pg_temp;
alter function lines_have_statements() set search_path = public, pg_temp;
alter function mark_counting(uuid[]) set search_path = public, pg_temp;
alter function mark_opened() set search_path = public, pg_temp;
alter function mark_paid() set search_path = public, pg_temp;
alter function note_audit_head() set search_path = public, pg_temp;
alter function refunds_add_up() set search_path = public, pg_temp;
alter function refuse_change() set search_path = public, pg_temp;
alter function refuse_change_but() set search_path = public, pg_temp;
alter function settlement_adds_up() set search_path = public, pg_temp;
alter function settlement_is_complete() set search_path = public, pg_temp;
alter function settlement_lines_add_up() set search_path = public, pg_temp;

-- The trigger says by its argument which row it has: a table's name can differ, as in a copy of the table.
create or replace function deposit_adds_up() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner deposits%rowtype;
  placed numeric;
  sent_back numeric;
begin
  if tg_argv[0] = 'part' then
    select * into owner from deposits where id = new.deposit_id for no key update;
  else
    select * into owner from deposits where id = new.id;
  end if;
  select coalesce(sum(amount_cents) filter (where purpose <> 'return'), 0),
    coalesce(sum(amount_cents) filter (where purpose = 'return'), 0)
  into placed, sent_back from deposit_parts where deposit_id = owner.id and undone_at is null;
  if placed <> (case when owner.state = 'allocated' then owner.amount_cents else 0 end)
    or sent_back <> (case when owner.state in ('returning', 'returned') then owner.amount_cents else 0 end) then
    raise exception 'deposit % of % cents is %, but % are allocated and % sent back',
      owner.id, owner.amount_cents, owner.state, placed, sent_back using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger adds_up on deposit_parts;
create constraint trigger adds_up after insert or update on deposit_parts
  deferrable initially deferred for each row execute function deposit_adds_up('part');
drop trigger adds_up on deposits;
create constraint trigger adds_up after update of state, amount_cents on deposits
  deferrable initially deferred for each row execute function deposit_adds_up('deposit');

alter table refusal_counts replica identity full;
alter table totals_day replica identity full;
alter table totals_money replica identity full;
alter table console.held replica identity full;
