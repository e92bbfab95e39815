-- The search for the mistake of a wrong hash is marked before it is begun, so that one that takes its process with it is not
-- begun again after every restart. What was sent is kept within limits, and what is left out is counted.
alter table hash_mismatches
  -- How often the search was begun, and when it was last.
  add column attempts smallint not null default 0,
  add column attempted_at timestamptz,
  -- How many fields of the request were not kept.
  add column dropped integer not null default 0;

-- Processes of before use hash_mismatches_waiting while they run beside this.
create index hash_mismatches_open on hash_mismatches (created_at) where findings is null and attempts < 2;
