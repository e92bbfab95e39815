-- Bulk jobs: up to 5 000 payment requests sent as one, and what became of each of them.

create table bulk_jobs (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  -- Whose private key signs the result: the site that the requests name first.
  site_id uuid not null references sites (id),
  -- The merchant's own name for the job: once for each site, for ever.
  reference text not null check (length(reference) between 1 and 100),
  notify_url text not null,
  state text not null default 'received'
    check (state in ('received', 'processing', 'complete', 'complete_with_errors', 'error')),
  state_reason text,
  item_count integer not null check (item_count between 1 and 5000),
  -- The items before this one are done: each has its payment or its error.
  next_index integer not null default 0 check (next_index between 0 and item_count),
  -- Since the last progress, how often it was claimed: what never makes any must end some day.
  tries integer not null default 0,
  correlation_id text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  completed_at timestamptz,
  -- When to go on with it; null as soon as it has ended.
  due_at timestamptz,
  unique (site_id, reference),
  check ((state in ('complete', 'complete_with_errors', 'error')) = (completed_at is not null)),
  check (due_at is not null or next_index = item_count)
);
create index bulk_jobs_due on bulk_jobs (due_at) where due_at is not null;
create index bulk_jobs_reference on bulk_jobs (merchant_id, reference);

create table bulk_items (
  job_id uuid not null references bulk_jobs (id),
  -- Its place among the requests of the job, from 0.
  index integer not null check (index between 0 and 4999),
  merchant_id uuid not null references merchants (id),
  -- The request as it was sent, a JSON object; null where what was sent is none, or no request could be so long.
  element text,
  payment_id uuid references payments (id),
  -- Why there is no payment, in words for the merchant's developer.
  error text,
  primary key (job_id, index),
  check (payment_id is null or error is null),
  check (element is not null or error is not null)
);
-- No payment is made for two requests.
create unique index bulk_items_payment on bulk_items (payment_id) where payment_id is not null;
