-- beside: 0059
-- The account that wrong attempts count against, as the hash of its address: an operator unlocks it in one step, from wherever
-- the attempts came. Null for the counts of a network, and for those of versions before this one.
alter table console.attempts add column account text;
create index attempts_account on console.attempts (account) where account is not null;
