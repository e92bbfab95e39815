// All SQL of verifications: each is written once and never changed.
import type { Tx } from '../../kernel/db/db.ts';
import { execute } from '../../kernel/db/rows.ts';
import { insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import type { AccountFacts, identityTypes } from '../rails.ts';

export type Outcome = 'verified' | 'not_verified' | 'unavailable';
/** "no_rule": the table of check digits has none for the bank, so only digits and length were checked. */
export type CheckDigit = 'passed' | 'failed' | 'no_rule';

export const verifications = table('verifications', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  outcome: t.code<Outcome>(),
  /** Why it is not verified, or why the bank could not be queried. */
  reason: t.code().nullable(),
  bankId: t.uuid(),
  branchCode: t.code(),
  /** Its last four digits, from which nothing leads to a person. */
  account: t.code(),
  identityType: t.code<(typeof identityTypes)[number]>(),
  checkDigit: t.code<CheckDigit>(),
  accountExists: t.boolean().nullable(),
  accountOpen: t.boolean().nullable(),
  identityMatches: t.boolean().nullable(),
  nameMatches: t.boolean().nullable(),
  acceptsCredits: t.boolean().nullable(),
  acceptsDebits: t.boolean().nullable(),
  /** The site's fee. */
  feeCents: t.bigint(),
  createdBy: t.code<Actor>(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
});

export type Verification = Omit<RowOf<typeof verifications>, keyof AccountFacts> & { facts: AccountFacts };

export const insertVerification = (tx: Tx, { facts, ...row }: Verification) =>
  execute(insertRows(tx, verifications, [{ ...row, ...facts }]));
