-- What banks said of accounts that merchants asked about, and what the asking cost them.

alter table sites
  -- What a site pays for an account that was verified, or was found not to be what it was said to be.
  add column verification_fee_cents bigint not null default 0 check (verification_fee_cents >= 0);

create table verifications (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  outcome text not null check (outcome in ('verified', 'not_verified', 'unavailable')),
  -- Why it is not verified, or why nobody could be asked.
  reason text check ((reason is null) = (outcome = 'verified')),
  bank_id uuid not null,
  branch_code text not null,
  -- Masked to its last four digits. Of the person asked about, nothing is kept but the kind of their identity.
  account text not null,
  identity_type text not null check (identity_type in ('said', 'passport', 'registration')),
  -- 'no_rule': the table of check digits has none for the bank, so only digits and length were looked at.
  check_digit text not null check (check_digit in ('passed', 'failed', 'no_rule')),
  -- What the bank said; null where it did not say, or was not asked.
  account_exists boolean,
  account_open boolean,
  identity_matches boolean,
  name_matches boolean,
  accepts_credits boolean,
  accepts_debits boolean,
  -- What the site was charged.
  fee_cents bigint not null check (fee_cents >= 0),
  created_by text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  check ((outcome = 'verified') = coalesce(account_exists and account_open and identity_matches and name_matches, false)),
  check (outcome <> 'unavailable' or fee_cents = 0),
  check (outcome <> 'unavailable' or num_nonnulls(account_exists, account_open, identity_matches, name_matches,
    accepts_credits, accepts_debits) = 0),
  -- No bank is asked about a number that cannot be: it does not exist.
  check (check_digit <> 'failed' or (outcome = 'not_verified' and account_exists is not distinct from false
    and num_nonnulls(account_open, identity_matches, name_matches, accepts_credits, accepts_debits) = 0))
);
create trigger append_only before update or delete on verifications
  for each row execute function refuse_change();
