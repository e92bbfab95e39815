-- beside: 0059
-- Events, deliveries, their attempts and consents in partitions (docs/adr/0019): what has gone to the archive gives the disk
-- back with its partition. Nothing is copied: each table that there is becomes the first partition of its successor, with the
-- indexes that it has. The service adds partitions before they are needed; a row for which there is none goes to the rest.

alter table events rename to events_0;
alter table deliveries rename to deliveries_0;
alter table delivery_attempts rename to delivery_attempts_0;
alter table consents rename to consents_0;

-- They refer to tables that are partitions now. What takes their place is proven in the next migration.
alter table deliveries_0 drop constraint deliveries_event_id_fkey;
alter table delivery_attempts_0 drop constraint delivery_attempts_delivery_id_fkey;

do $$
declare
  owner text;
  key text;
  item record;
begin
  for owner, key in
    values ('events', 'id'), ('deliveries', 'id'), ('delivery_attempts', 'delivery_id'), ('consents', 'transaction_id')
  loop
    execute format('create table %I (like %I including defaults including generated including constraints) partition by range (%I)',
      owner, owner || '_0', key);
    execute format('alter table %I drop constraint %I', owner, owner || '_bound');
    -- A unique key of the whole table must contain what it is divided by. Others are each partition's own.
    for item in
      select conname as name, contype, pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = (owner || '_0')::regclass and contype in ('p', 'u', 'f') order by conname
    loop
      execute format('alter table %I rename constraint %I to %I', owner || '_0', item.name, replace(item.name, owner, owner || '_0'));
      if item.contype = 'f' or item.rule = format('PRIMARY KEY (%I)', key) then
        execute format('alter table %I add constraint %I %s', owner, item.name, item.rule);
      end if;
    end loop;
    for item in
      select relname as name, indisunique, pg_get_indexdef(indexrelid) as made from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = (owner || '_0')::regclass and not exists (select from pg_constraint where conindid = indexrelid)
      order by relname
    loop
      execute format('alter index %I rename to %I', item.name, replace(item.name, owner, owner || '_0'));
      if not item.indisunique then
        execute replace(item.made, owner || '_0', owner);
      end if;
    end loop;
    for item in
      select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') as bound from pg_constraint
      where conrelid = (owner || '_0')::regclass and conname = owner || '_bound'
    loop
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', owner, owner || '_0', item.bound);
    end loop;
    execute format('alter table %I drop constraint %I', owner || '_0', owner || '_bound');
    execute format('create table %I partition of %I default', owner || '_rest', owner);
  end loop;
end $$;

alter table events_rest add constraint events_rest_object_id_sequence_key unique (object_id, sequence);
alter table delivery_attempts_rest add constraint delivery_attempts_rest_pkey primary key (id);
create unique index deliveries_rest_event on deliveries_rest (event_id, receiver_id);
-- A delivery's id begins with its event's time, so that all of an event's stand in one partition: nobody is owed it twice.
alter table deliveries_rest add constraint deliveries_rest_of_event check (left(id::text, 20) = left(event_id::text, 20));

alter table deliveries_0 add constraint deliveries_event_id_fkey foreign key (event_id) references events not valid;
alter table deliveries_rest add constraint deliveries_event_id_fkey foreign key (event_id) references events;
alter table delivery_attempts_0
  add constraint delivery_attempts_delivery_id_fkey foreign key (delivery_id) references deliveries not valid;
alter table delivery_attempts_rest
  add constraint delivery_attempts_delivery_id_fkey foreign key (delivery_id) references deliveries;
