-- beside: 0059
-- Steps in partitions (docs/adr/0018): the indexes into which steps are written stay as small as one partition, however many
-- came before. Nothing is copied: the table that there is becomes the first partition. The service adds partitions before
-- they are needed; a step for which there is none goes to transitions_rest.

alter table transitions rename to transitions_0;
alter table transitions_0 rename constraint transitions_pkey to transitions_0_pkey;
alter table transitions_0 rename constraint transitions_merchant_id_fkey to transitions_0_merchant_id_fkey;
alter index transitions_correlation rename to transitions_0_correlation;
alter index transitions_object rename to transitions_0_object;
alter index transitions_people rename to transitions_0_people;
drop trigger append_only on transitions_0;
alter table transitions_0 alter column id drop identity;

create table transitions (
  id bigint generated always as identity primary key,
  merchant_id uuid references merchants,
  object text not null,
  object_id uuid not null,
  from_state text not null,
  verb text not null,
  to_state text not null,
  reason text,
  actor text not null,
  correlation_id text not null,
  at timestamptz not null,
  constraint transitions_merchant_check
    check (merchant_id is not null or object in ('deposit', 'transfer', 'paymentFile'))
) partition by range (id);
create index transitions_correlation on transitions (correlation_id);
create index transitions_object on transitions (object_id, id);
create index transitions_people on transitions (actor, id) where actor like 'user:%';
select setval('transitions_id_seq', (select coalesce(max(id), 0) + 1 from transitions_0), false);

do $$
begin
  execute (
    select format('alter table transitions attach partition transitions_0 for values from (minvalue) to (%s)',
      substring(pg_get_constraintdef(oid) from '\d{8,}'))
    from pg_constraint where conname = 'transitions_bound');
end $$;
alter table transitions_0 drop constraint transitions_bound;
create table transitions_rest partition of transitions default;

create trigger append_only before delete or update on transitions
  for each row execute function refuse_change_but('reason');
create trigger kept before truncate on transitions for each statement execute function refuse_change();
create trigger kept before truncate on transitions_rest for each statement execute function refuse_change();
