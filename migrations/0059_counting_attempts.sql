-- The attempt that tells how its payment went: the newest that was paid, or else the newest. It is marked, so that the
-- payments at a bank are found by an index and not by looking at every payment. The database keeps the mark itself: while
-- an upgrade lasts, the version before this one opens and pays attempts too.

alter table transactions add column counts boolean not null default true;
update transactions set counts = false where id in (
  select id from (
    select id, row_number() over (
      partition by payment_id
      order by state in ('successful', 'refunded', 'reversed') desc, created_at desc, id desc) as place
    from transactions) placed
  where place > 1);

create function mark_counting(payments uuid[]) returns void language sql as $$
  update transactions attempt set counts = not attempt.counts
  from transactions marked
  cross join lateral (
    select best.id from transactions best where best.payment_id = marked.payment_id
    order by best.state in ('successful', 'refunded', 'reversed') desc, best.created_at desc, best.id desc limit 1
  ) best
  where marked.payment_id = any (payments) and marked.counts <> (marked.id = best.id) and attempt.id = marked.id
$$;

create function mark_opened() returns trigger language plpgsql as $$
begin
  perform mark_counting(array(select distinct payment_id from opened));
  return null;
end $$;

create function mark_paid() returns trigger language plpgsql as $$
begin
  perform mark_counting(array[new.payment_id]);
  return null;
end $$;

create trigger marks_opened after insert on transactions referencing new table as opened
  for each statement execute function mark_opened();
create trigger marks_paid after update of state on transactions for each row
  when (new.state = 'successful' and old.state <> new.state and not new.counts) execute function mark_paid();

-- In the order of payments: a payment's id follows the time at which it was made.
drop index transactions_bank;
create index transactions_bank on transactions (merchant_id, bank_id, payment_id desc) where counts and bank_id is not null;
create index transactions_bank_all on transactions (bank_id, payment_id desc) include (merchant_id)
  where counts and bank_id is not null;
