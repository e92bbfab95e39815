-- Requests whose hash was not theirs: what was sent, and which known mistake leads to the hash that came.
create table hash_mismatches (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  -- Which hash it was: payments, refunds, payouts, bulk or banktransfer.
  surface text not null check (surface in ('payments', 'refunds', 'payouts', 'bulk', 'banktransfer')),
  -- The merchant's own reference, as far as the request has one.
  reference text,
  -- The request as it was sent, sealed: it may name a person. Without any key.
  evidence_sealed text not null,
  -- What was found, in words; an empty list where no known mistake leads to the hash. Null until it was looked at.
  findings jsonb check (jsonb_typeof(findings) = 'array'),
  correlation_id text not null,
  created_at timestamptz not null
);
create index hash_mismatches_site on hash_mismatches (site_id, created_at desc, id desc);
create index hash_mismatches_waiting on hash_mismatches (created_at) where findings is null;
create index hash_mismatches_age on hash_mismatches (created_at);
