-- beside: 0059
-- online
-- Notices that failed or were skipped: who counts or lists them, of one merchant or of all, reads this index alone. They lie all
-- over the table, a page of it for each, so counting ten thousand of them among ten million took seconds where they were not in
-- memory.

create index concurrently if not exists deliveries_missed on deliveries (merchant_id, created_at desc, id desc)
  include (site_id, event_type, receiver_id, status) where status in ('failed', 'skipped');

create index concurrently if not exists deliveries_missed_of_all on deliveries (created_at desc, id desc)
  include (merchant_id, site_id, event_type, receiver_id, status) where status in ('failed', 'skipped');

drop index concurrently if exists deliveries_failed;
