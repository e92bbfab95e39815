-- A settlement has as many lines as it says, and leaves out nothing that was booked on its site's account in its days: not
-- even what comes to nothing, like a payment that its fee takes whole, and which no sum would miss.

create or replace function assert_settlement(settlement uuid) returns void language plpgsql as $$
declare
  expected bigint;
  fees bigint;
  number bigint;
  total numeric;
  total_fees numeric;
  lines bigint;
begin
  select total_cents, fees_cents, (counts->>'total')::bigint into expected, fees, number from settlements where id = settlement;
  select coalesce(sum(amount_cents - fee_cents), 0), coalesce(sum(fee_cents), 0), count(*) into total, total_fees, lines
  from settlement_lines where settlement_id = settlement;
  if total <> expected or total_fees <> fees then
    raise exception 'settlement % is % cents but its lines sum to %', settlement, expected, total
      using errcode = 'check_violation';
  end if;
  if lines is distinct from number then
    raise exception 'settlement % has % lines but counts %', settlement, lines, number using errcode = 'check_violation';
  end if;
end $$;

create function settlement_is_complete() returns trigger language plpgsql as $$
declare
  account uuid;
  settled_up_to timestamptz;
  missing uuid;
begin
  select id into account from ledger_accounts where kind = 'merchant' and site_id = new.site_id;
  select max(cut_off_at) into settled_up_to from settlements where site_id = new.site_id and business_day < new.business_day;
  select entry.journal_id into missing
  from ledger_entries entry
  join ledger_journals journal on journal.id = entry.journal_id and journal.template <> 'settlement_made'
  left join settlement_lines line on line.journal_id = entry.journal_id
  where entry.account_id = account and entry.booked_at > coalesce(settled_up_to, '-infinity')
    and entry.booked_at <= new.cut_off_at and line.journal_id is null
  limit 1;
  if missing is not null then
    raise exception 'settlement % leaves out the journal %', new.id, missing using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger is_complete after insert on settlements
  deferrable initially deferred for each row execute function settlement_is_complete();
