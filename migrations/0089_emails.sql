-- beside: 0059
-- E-mails to customers and users: written in the transaction of their cause, sent by a sweep.
create table emails (
  id uuid primary key,
  -- Null for an e-mail about the operator's own matters.
  merchant_id uuid references merchants (id),
  site_id uuid references sites (id),
  kind text not null check (kind in ('receipt', 'link', 'invitation', 'reset', 'webhook-failing', 'webhook-disabled',
    'payout-approval', 'reconciliation', 'settlement')),
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  state_reason text,
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:][:space:]<>,;"]'),
  -- Null if the language follows from the object, or for users, who read English.
  language text check (language in ('en', 'af', 'zu', 'xh', 'st')),
  -- The object of the text; null without a single one.
  object_id uuid,
  -- Facts for the text, and the secret of its link; null once they are no longer needed.
  facts_sealed text,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  created_by text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  -- After this time it is not sent any more.
  expires_at timestamptz not null,
  -- When the sweep has to look at it; null once it has ended.
  due_at timestamptz,
  completed_at timestamptz,
  check ((state in ('sent', 'failed')) = (completed_at is not null)),
  check ((completed_at is null) = (due_at is not null))
);
create index emails_page on emails (merchant_id, created_at desc, id desc);
create index emails_due on emails (due_at) where due_at is not null;
-- The sweep steps from merchant to merchant, and reads the first due e-mails to users and to customers of each.
create index emails_turn on emails (merchant_id, (kind in ('receipt', 'link')), due_at) where due_at is not null;
create index emails_sent on emails (merchant_id, completed_at) where state = 'sent';
create index emails_recipient on emails (recipient, created_at);
create index emails_object on emails (object_id) where object_id is not null;
create index emails_ended on emails (completed_at) where completed_at is not null;
-- Alerts of one kind about one thing are one e-mail while it waits.
create unique index emails_alert on emails (merchant_id, recipient, kind, object_id) nulls not distinct
  where state = 'pending' and kind in ('webhook-failing', 'payout-approval', 'reconciliation');

alter table sites add column email_receipts boolean not null default false;
