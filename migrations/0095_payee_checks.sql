-- beside: 0059
-- The verification of an account at its bank before a payout leaves for it.

alter table sites add column verify_payees text not null default 'off' check (verify_payees in ('off', 'warn', 'refuse'));

-- The result of the check: outcome, reason and time; null without one.
alter table payouts add column payee_check jsonb;

alter table payouts drop constraint payouts_state_check,
  add constraint payouts_state_check check (state in ('received', 'verification', 'payee_check', 'approval', 'submitted',
    'processing_error', 'complete', 'returned', 'cancelled')) not valid;

-- Accounts that their bank has verified for a merchant, so that only the first payout waits for the bank. The fingerprint is
-- keyed: no account number leads to it, and it leads to none.
create table verified_payees (
  merchant_id uuid not null references merchants (id),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  verified_at timestamptz not null,
  primary key (merchant_id, fingerprint)
);
