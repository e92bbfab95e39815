-- beside: 0059
-- Each partition refers to its messages already, and has been proven: the tables take that over, and so do partitions to come.

alter table deliveries add constraint deliveries_event_id_fkey foreign key (event_id) references events;
alter table delivery_attempts add constraint delivery_attempts_delivery_id_fkey foreign key (delivery_id) references deliveries;
