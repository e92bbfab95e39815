-- A payout that needs a second person is not approved by the one who made it, whichever way each of them acts. Names given at
-- the command line are noted as those of people there, as in the steps; who made it and approved it all the same stays said.
update payouts set approved_by = 'cli:' || approved_by ||
  case when created_by in (approved_by, 'cli:' || approved_by) then ' (who had made it)' else '' end
where approved_by is not null;
alter table payouts add constraint payouts_second_person_check
  check (approved_by <> created_by and approved_by <> 'cli:' || created_by) not valid;
alter table payouts validate constraint payouts_second_person_check;

-- A payout that a person typed has no signature of a request.
alter table payouts alter column hash_check drop not null;

-- What support may refund of one transaction.
alter table sites add column console_refund_limit_cents bigint not null default 100000
  check (console_refund_limit_cents >= 0);
