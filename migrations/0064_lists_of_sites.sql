-- beside: 0059
-- online
-- Transactions, refunds and subscriptions of one site, the newest first: a list of them went through all of the site's rows, or
-- through those of all the merchant's sites.

create index concurrently if not exists transactions_site on transactions (site_id, created_at desc, id desc);

create index concurrently if not exists refunds_site on refunds (site_id, created_at desc, id desc);

create index concurrently if not exists subscriptions_site on subscriptions (site_id, created_at desc, id desc);

-- Notices of a small site were looked for among those of all the others.
create index concurrently if not exists deliveries_site on deliveries (site_id, created_at desc, id desc);
