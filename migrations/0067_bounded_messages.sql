-- beside: 0059
-- online
-- Events, deliveries, their attempts and consents are to be kept in partitions, by quarters of the time that their ids begin
-- with. What there is becomes the first one: that its ids are below a bound, three to six months after the newest, is proven
-- here, beside the running service, so that nobody waits for it in the next migration. A new database has the same bound
-- whenever it is made.

set lock_timeout = '200ms'

do $$
declare
  newest timestamptz;
  next_but_one timestamptz;
  bound uuid;
  owner text;
  key text;
begin
  select max(to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)) into newest
  from (
    (select id from events order by id desc limit 1)
    union all (select id from deliveries order by id desc limit 1)
    union all (select delivery_id from delivery_attempts order by delivery_id desc limit 1)
    union all (select transaction_id from consents order by transaction_id desc limit 1)
  ) newest_ids (id);
  next_but_one := (date_trunc('quarter', greatest(newest, '2026-12-31Z') at time zone 'UTC') + interval '6 months') at time zone 'UTC';
  bound := lpad(to_hex((extract(epoch from next_but_one) * 1000)::bigint), 12, '0') || rpad('7', 20, '0');
  for owner, key in
    values ('events', 'id'), ('deliveries', 'id'), ('delivery_attempts', 'delivery_id'), ('consents', 'transaction_id')
  loop
    if not exists (select from pg_constraint where conname = owner || '_bound') then
      execute format('alter table %I add constraint %I check (%I < %L) not valid', owner, owner || '_bound', key, bound);
    end if;
  end loop;
end $$

alter table events validate constraint events_bound

alter table deliveries validate constraint deliveries_bound

alter table delivery_attempts validate constraint delivery_attempts_bound

alter table consents validate constraint consents_bound
