-- beside: 0059
-- E-mails to subscribers before a charge and after a failed one, and the attempts at a charge, by site.

alter table sites
  -- Days between the reminder and the charge; null: no reminders.
  add column email_reminder_days smallint check (email_reminder_days between 1 and 14),
  add column email_failed_charges boolean not null default false,
  -- Attempts after the first one. Customers agreed to at most two.
  add column charge_retries smallint not null default 2 check (charge_retries between 0 and 2);

-- When the customer stopped e-mails about charges; null: they are sent.
alter table subscriptions add column reminders_stopped_at timestamptz;

-- When the reminder of the charge was sent or skipped; null: not yet, or the site sends none.
alter table subscription_charges add column reminded_at timestamptz;

alter table emails drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('receipt', 'link', 'charge-reminder', 'charge-failed', 'invitation',
    'reset', 'webhook-failing', 'webhook-disabled', 'payout-approval', 'reconciliation', 'settlement', 'report'));

-- E-mails to customers are those whose turn is after the e-mails to users. The index has waiting e-mails only.
drop index emails_turn;
create index emails_turn on emails (merchant_id,
  (kind in ('receipt', 'link', 'charge-reminder', 'charge-failed')), due_at) where due_at is not null;

-- One e-mail for each charge, and for each failed attempt.
create unique index emails_charge on emails (kind, object_id) where kind in ('charge-reminder', 'charge-failed');
