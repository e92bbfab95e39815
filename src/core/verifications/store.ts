// All SQL of verifications: each is written once and never changed.
import type { Tx } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Actor } from '../context.ts';
import type { AccountFacts, identityTypes } from '../rails.ts';

export type Outcome = 'verified' | 'not_verified' | 'unavailable';
/** "no_rule": the table of check digits has none for the bank, so only digits and length were checked. */
export type CheckDigit = 'passed' | 'failed' | 'no_rule';

export interface Verification {
  id: string;
  merchantId: string;
  siteId: string;
  outcome: Outcome;
  /** Why it is not verified, or why the bank could not be asked. */
  reason: string | null;
  bankId: string;
  branchCode: string;
  /** Masked to its last four digits. */
  account: string;
  identityType: (typeof identityTypes)[number];
  checkDigit: CheckDigit;
  facts: AccountFacts;
  /** The site's fee. */
  feeCents: Cents;
  createdBy: Actor;
  correlationId: string;
  createdAt: Date;
}

export async function insertVerification(tx: Tx, row: Verification): Promise<void> {
  const { facts } = row;
  await tx`
    insert into verifications (id, merchant_id, site_id, outcome, reason, bank_id, branch_code, account, identity_type,
      check_digit, account_exists, account_open, identity_matches, name_matches, accepts_credits, accepts_debits, fee_cents,
      created_by, correlation_id, created_at)
    values (${row.id}, ${row.merchantId}, ${row.siteId}, ${row.outcome}, ${row.reason}, ${row.bankId}, ${row.branchCode},
      ${row.account}, ${row.identityType}, ${row.checkDigit}, ${facts.accountExists}, ${facts.accountOpen},
      ${facts.identityMatches}, ${facts.nameMatches}, ${facts.acceptsCredits}, ${facts.acceptsDebits}, ${row.feeCents},
      ${row.createdBy}, ${row.correlationId}, ${row.createdAt})`;
}
