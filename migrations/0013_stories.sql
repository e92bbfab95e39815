-- What a story needs to be told: who asked for a thing, and indexes to find it by what somebody has at hand.

-- As in transitions.actor; null where it was made before this was recorded.
alter table payments add column created_by text;
alter table payouts add column created_by text;
alter table subscriptions add column created_by text;
alter table bulk_jobs add column created_by text;

-- By a correlation id, as every answer of the service names one.
create index transitions_correlation on transitions (correlation_id);
create index payments_correlation on payments (correlation_id);
create index refunds_correlation on refunds (correlation_id);
create index payouts_correlation on payouts (correlation_id);
create index verifications_correlation on verifications (correlation_id);
create index subscriptions_correlation on subscriptions (correlation_id);
create index bulk_jobs_correlation on bulk_jobs (correlation_id);
create index hash_mismatches_correlation on hash_mismatches (correlation_id);

-- By a reference.
create index subscriptions_reference on subscriptions (site_id, merchant_reference);
create index deposits_reference on deposits (reference);
create index hash_mismatches_reference on hash_mismatches (site_id, reference, created_at);
