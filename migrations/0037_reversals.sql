-- A bank takes back money that it had paid: a deposit, or a charge under a mandate.
alter table transactions drop constraint transactions_state_check;
alter table transactions add constraint transactions_state_check check (state in ('created', 'started', 'authenticated',
  'pending', 'unknown', 'successful', 'refunded', 'declined', 'cancelled', 'abandoned', 'failed', 'expired', 'reversed'))
  not valid;
alter table transactions validate constraint transactions_state_check;
alter table transactions drop constraint transactions_completed_check;
alter table transactions add constraint transactions_completed_check check ((state in ('successful', 'refunded',
  'declined', 'cancelled', 'abandoned', 'failed', 'expired', 'reversed')) = (completed_at is not null)) not valid;
alter table transactions validate constraint transactions_completed_check;
create index transactions_error on transactions (merchant_id, created_at desc, id desc)
  where state in ('declined', 'cancelled', 'abandoned', 'failed', 'expired', 'reversed');
drop index transactions_failed;

alter table deposits drop constraint deposits_state_check;
alter table deposits add constraint deposits_state_check
  check (state in ('waiting', 'parked', 'returning', 'allocated', 'returned', 'reversed'));
alter table deposits drop constraint deposits_completed_check;
alter table deposits add constraint deposits_completed_check
  check ((state in ('allocated', 'returned', 'reversed')) = (completed_at is not null));

-- A part that was taken back is undone as well.
alter table deposit_parts drop constraint deposit_parts_check2;

-- A new deposit waits, without parts, and a part looks at its deposit itself: a statement may bring a million at once.
drop trigger adds_up on deposits;
create constraint trigger adds_up after update of state, amount_cents on deposits
  deferrable initially deferred for each row execute function deposit_adds_up();

-- The journals of one statement wait for their links together.
create or replace function await_link() returns trigger language plpgsql as $$
begin
  insert into ledger_unlinked (journal_id) select id from added;
  return null;
end $$;
drop trigger await_link on ledger_journals;
create trigger await_link after insert on ledger_journals referencing new table as added
  for each statement execute function await_link();
