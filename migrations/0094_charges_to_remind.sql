-- beside: 0059
-- online
-- The charges whose customers have not been reminded yet, by site.

create index concurrently if not exists subscription_charges_remind on subscription_charges (site_id, charge_date)
  where type = 'scheduled' and state = 'scheduled' and reminded_at is null;
