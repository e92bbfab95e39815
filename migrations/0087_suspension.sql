-- beside: 0059
-- A suspended merchant: the operator refuses its requests, new payments and payouts until it is resumed.
alter table merchants add column suspended_at timestamptz;
alter table merchants add column suspended_by text;
alter table merchants add column suspended_why text;
alter table merchants add constraint merchants_suspension_check
  check ((suspended_at is null) = (suspended_by is null) and (suspended_at is null) = (suspended_why is null));
