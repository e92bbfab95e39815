-- beside: 0059
-- online
-- The search for customers by an index that begins with the merchant: customers of other merchants who have the same name are not read.

create extension if not exists btree_gin;

create index concurrently if not exists customers_search_own on customers
  using gin (merchant_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);

drop index concurrently if exists customers_search;
