-- What the customer allows of single (ad hoc) charges beside the most of each: how many, and what they may come to in all.
-- Null: not limited.
alter table subscriptions
  add column max_adhoc_charges integer check (max_adhoc_charges >= 0),
  add column max_adhoc_total_cents bigint check (max_adhoc_total_cents > 0);
