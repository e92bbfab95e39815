-- beside: 0059
-- online
-- Notices of an event that is rarer than the end of a payment, of one merchant and of all: a list of them went through
-- every notice to find these.

create index concurrently if not exists deliveries_rare on deliveries (merchant_id, event_type, created_at desc, id desc)
  include (site_id, receiver_id, status) where event_type <> 'transaction.complete';

create index concurrently if not exists deliveries_rare_of_all on deliveries (event_type, created_at desc, id desc)
  include (merchant_id, site_id, receiver_id, status) where event_type <> 'transaction.complete';
