-- beside: 0059
-- online
-- Proves beside the running service that what is in the first partitions refers to what there is.

alter table deliveries_0 validate constraint deliveries_event_id_fkey

alter table delivery_attempts_0 validate constraint delivery_attempts_delivery_id_fkey
