-- beside: 0059
-- The customers of payments, subscriptions and payment links, by which support finds them. A customer is one e-mail address at
-- a merchant, else one telephone number, else one identifier of the merchant, else one name: the id follows from it
-- (core/customers/identity.ts). Rows name their customer without a foreign key, which would lock the customer's row for each new payment. Versions before this one name none:
-- a sweep fills their rows (core/customers/jobs.ts).
create extension if not exists pg_trgm;

create table customers (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  name text,
  email text,
  phone text,
  -- The merchant's identifier of the customer.
  reference text,
  -- Every name, address and number that is known, each in a line, as it is searched: in small letters, without accents.
  search text not null,
  created_at timestamptz not null
);
create index customers_page on customers (merchant_id, created_at desc, id desc);
create index customers_newest on customers (created_at desc, id desc);
-- A short list of pending entries: no payment waits long while it is merged.
create index customers_search on customers using gin (search gin_trgm_ops) with (gin_pending_list_limit = 256);

alter table payments add column customer_id uuid;
alter table subscriptions add column customer_id uuid;
alter table payment_links add column customer_id uuid;

-- How far each table is filled.
create table customer_progress (
  source text primary key check (source in ('payments', 'subscriptions', 'payment_links')),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Versions that name no customers can run until then; null before the first run.
  until timestamptz,
  due_at timestamptz,
  is_done boolean not null default false
);
insert into customer_progress (source)
select 'payments' where exists (select from payments)
union all select 'subscriptions' where exists (select from subscriptions)
union all select 'payment_links' where exists (select from payment_links);

-- Saved views kept the name of a customer that was typed as a filter. The rest of such a view stays.
update console.views set query = trim(leading '&' from regexp_replace(query, '(^|&)customer=[^&]*', '', 'g'))
where query ~ '(^|&)customer=';
delete from console.views where query = '';
