-- Requests that payers carry to /pay: what may be made of a request whose text could have been cut into other fields.
alter table sites
  -- Whether a payer may bring a test payment; null: in staging yes, in production no.
  add column allow_test boolean,
  -- A regular expression that a transactionReference matches from end to end; null: any does.
  add column reference_pattern text check (length(reference_pattern) between 1 and 100);

-- The fields whose end the request's hash does not tell, because its payer carried it; null where it tells, or nobody did.
alter table payments add column ambiguous_ends text[] check (cardinality(ambiguous_ends) > 0);

-- Each hash that came to /pay, and the fields that came with it first: no others are taken with it.
create table browser_requests (
  site_id uuid not null references sites (id),
  merchant_id uuid not null references merchants (id),
  -- SHA-256 of the hash that was sent: who reads this table learns nothing that can be sent.
  digest bytea not null check (octet_length(digest) = 32),
  -- SHA-256 of the fields exactly as they came.
  cut bytea not null check (octet_length(cut) = 32),
  ambiguous_ends text[] check (cardinality(ambiguous_ends) > 0),
  first_seen_at timestamptz not null,
  primary key (site_id, digest)
);
-- How many a site had lately, and which to forget.
create index browser_requests_site on browser_requests (site_id, first_seen_at);
create index browser_requests_age on browser_requests (first_seen_at);
