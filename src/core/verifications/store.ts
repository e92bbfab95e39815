// All SQL of verifications: each is written once and never changed.
import type { Tx } from '../../kernel/db/db.ts';
import {
  bigint,
  boolean,
  code,
  insertRows,
  type RowOf,
  table,
  timestamptz,
  uuid,
} from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import type { AccountFacts, identityTypes } from '../rails.ts';

export type Outcome = 'verified' | 'not_verified' | 'unavailable';
/** "no_rule": the table of check digits has none for the bank, so only digits and length were checked. */
export type CheckDigit = 'passed' | 'failed' | 'no_rule';

export const verifications = table('verifications', {
  id: uuid(),
  merchantId: uuid(),
  siteId: uuid(),
  outcome: code<Outcome>(),
  /** Why it is not verified, or why the bank could not be asked. */
  reason: code().nullable(),
  bankId: uuid(),
  branchCode: code(),
  /** Its last four digits, from which nothing leads to a person. */
  account: code(),
  identityType: code<(typeof identityTypes)[number]>(),
  checkDigit: code<CheckDigit>(),
  accountExists: boolean().nullable(),
  accountOpen: boolean().nullable(),
  identityMatches: boolean().nullable(),
  nameMatches: boolean().nullable(),
  acceptsCredits: boolean().nullable(),
  acceptsDebits: boolean().nullable(),
  /** The site's fee. */
  feeCents: bigint(),
  createdBy: code<Actor>(),
  correlationId: code(),
  createdAt: timestamptz(),
});

export type Verification = Omit<RowOf<typeof verifications>, keyof AccountFacts> & { facts: AccountFacts };

export async function insertVerification(tx: Tx, { facts, ...row }: Verification): Promise<void> {
  await insertRows(tx, verifications, [{ ...row, ...facts }]);
}
