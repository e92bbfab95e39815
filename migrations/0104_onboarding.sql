-- beside: 0059
-- The documents asked of a merchant: uploaded by its admins, reviewed by two users of the operator.
create table onboarding_documents (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  state text not null default 'submitted'
    check (state in ('submitted', 'reviewed', 'accepted', 'declined', 'expired', 'replaced')),
  state_reason text,
  -- Null once the content is erased.
  file_name text,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  byte_count integer not null check (byte_count between 1 and 10485760),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The last day on which it is valid; null if it does not expire.
  expires_on date,
  first_by text check (first_by <> created_by),
  first_at timestamptz,
  second_by text check (second_by <> created_by and second_by <> first_by),
  second_at timestamptz,
  created_by text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- The time of its next reminder, or of its expiry.
  due_at timestamptz,
  check ((state in ('declined', 'expired', 'replaced')) = (completed_at is not null)),
  check (state <> 'accepted' or (first_by is not null and second_by is not null))
);
create unique index onboarding_in_review on onboarding_documents (merchant_id, kind) where state in ('submitted', 'reviewed');
create unique index onboarding_accepted on onboarding_documents (merchant_id, kind) where state = 'accepted';
create index onboarding_page on onboarding_documents (merchant_id, created_at desc, id desc);
create index onboarding_due on onboarding_documents (due_at) where due_at is not null;
create index onboarding_ended on onboarding_documents (completed_at) where completed_at is not null and file_name is not null;

-- The file, apart from its facts, which lists read without it.
create table onboarding_contents (
  document_id uuid primary key references onboarding_documents (id),
  merchant_id uuid not null references merchants (id),
  content_sealed text not null
);

alter table emails drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('receipt', 'link', 'charge-reminder', 'charge-failed', 'refund', 'invitation',
    'reset', 'webhook-failing', 'webhook-disabled', 'payout-approval', 'refund-approval', 'reconciliation', 'settlement', 'report', 'invoice',
    'onboarding')) not valid;
