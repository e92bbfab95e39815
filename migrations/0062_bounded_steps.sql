-- beside: 0059
-- online
-- Steps (transitions) are to be kept in partitions, by ranges of their ids. What there is becomes the first one: that its ids
-- are below a bound is proven here, beside the running service, so that nobody waits for it in the next migration. Ten to twenty
-- million more may be written until then.

set lock_timeout = '200ms'

do $$
begin
  if not exists (select from pg_constraint where conname = 'transitions_bound') then
    execute format('alter table transitions add constraint transitions_bound check (id < %s) not valid',
      ((select coalesce(max(id), 0) from transitions) / 10000000 + 2) * 10000000);
  end if;
end $$

alter table transitions validate constraint transitions_bound
