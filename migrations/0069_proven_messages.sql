-- beside: 0059
-- online
-- Proves beside the running service that what is in the first partitions refers to what there is. Then the whole tables say so,
-- and the partitions to come: the database takes over what has been proven, and reads nothing again.

alter table deliveries_0 validate constraint deliveries_event_id_fkey

alter table delivery_attempts_0 validate constraint delivery_attempts_delivery_id_fkey

set lock_timeout = '200ms'

do $$
begin
  if not exists (select from pg_constraint where conrelid = 'deliveries'::regclass and conname = 'deliveries_event_id_fkey') then
    alter table deliveries add constraint deliveries_event_id_fkey foreign key (event_id) references events;
  end if;
  if not exists (
    select from pg_constraint where conrelid = 'delivery_attempts'::regclass and conname = 'delivery_attempts_delivery_id_fkey')
  then
    alter table delivery_attempts add constraint delivery_attempts_delivery_id_fkey foreign key (delivery_id) references deliveries;
  end if;
end $$
