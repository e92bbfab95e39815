-- beside: 0059
-- Refunds to an account other than the payer's: verified at its bank where that is possible, and approved by a second person. Null
-- in the new columns: the refund goes to the payer's account. Older processes leave rows in the new states alone.

alter table refunds
  add column account_sealed text,
  add column account_holder text,
  add column payee_check jsonb,
  add column approved_by text check (approved_by is null or approved_by <> created_by),
  add column tries integer not null default 0;

alter table refunds drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('pending', 'payee_check', 'approval', 'approved', 'submitted', 'complete',
    'failed', 'cancelled', 'returned', 'refused')) not valid;
alter table refunds drop constraint refunds_check,
  add constraint refunds_check check ((state in ('complete', 'failed', 'cancelled', 'returned', 'refused')) = (completed_at is not null)) not valid;

-- Nothing leaves for another account without a second person.
alter table refunds add constraint refunds_approved check (
  account_sealed is null or approved_by is not null or state not in ('approved', 'submitted', 'complete', 'failed', 'returned')) not valid;

create or replace function refunds_add_up() returns trigger language plpgsql as $function$
declare
  owner transactions%rowtype;
  claimed numeric;
  repaid numeric;
begin
  select * into owner from transactions where id = new.transaction_id for no key update;
  select coalesce(sum(amount_cents) filter (where state in ('pending', 'payee_check', 'approval', 'approved', 'submitted', 'complete')), 0),
    coalesce(sum(amount_cents) filter (where state = 'complete'), 0)
  into claimed, repaid from refunds where transaction_id = new.transaction_id;
  if claimed <> owner.refunded_cents or repaid <> owner.repaid_cents then
    raise exception 'the refunds of transaction % claim % cents and have repaid %, not % and %',
      owner.id, claimed, repaid, owner.refunded_cents, owner.repaid_cents using errcode = 'check_violation';
  end if;
  return null;
end $function$;

alter table emails drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('receipt', 'link', 'charge-reminder', 'charge-failed', 'refund', 'invitation',
    'reset', 'webhook-failing', 'webhook-disabled', 'payout-approval', 'refund-approval', 'reconciliation', 'settlement', 'report', 'invoice')) not valid;
