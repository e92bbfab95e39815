// All SQL of saved beneficiaries.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow, onlyValue } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import type { Outcome } from '../verifications/actions.ts';
import { seenBy, type Viewer } from '../viewer.ts';

export const beneficiaries = table('beneficiaries', {
  id: t.uuid(),
  merchantId: t.uuid(),
  /** Unique for the merchant, whatever its letter case. */
  name: t.text('redact'),
  bankId: t.uuid(),
  branchCode: t.code(),
  /** The account number, sealed. */
  accountSealed: t.text('blank'),
  /** Masked to its last four digits. */
  account: t.text('mask'),
  /** Its own id for its first account, another for each that replaced it. */
  accountId: t.uuid(),
  /** When the account was entered, and by whom. */
  accountSince: t.timestamptz(),
  accountBy: t.code<Actor>(),
  /** The outcome of the newest verification of the account; null before the first. */
  verified: t.code<Outcome>().nullable(),
  verifiedReason: t.code().nullable(),
  verifiedAt: t.timestamptz().nullable(),
  createdBy: t.code<Actor>(),
  createdAt: t.timestamptz(),
});

export type Beneficiary = RowOf<typeof beneficiaries>;

const columns = columnsOf(beneficiaries);

/** Adds a beneficiary; returns false if the merchant has one with its name. */
export const insertBeneficiary = (tx: Tx, row: Beneficiary) =>
  anyRow(insertRows(tx, beneficiaries, [row], tx`on conflict do nothing`));

export const findBeneficiary = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<Beneficiary[]>`
    select ${columns(db)} from beneficiaries where id = ${id} and ${seenBy(db, viewer)}`);

export const lockBeneficiary = (tx: Tx, viewer: Viewer, id: string) =>
  firstRow(tx<Beneficiary[]>`
    select ${columns(tx)} from beneficiaries where id = ${id} and ${seenBy(tx, viewer)} for no key update`);

/** Returns the beneficiaries of a merchant by their names, in any letter case. */
export const findByNames = (db: Db, merchantId: string, names: readonly string[]) => db<Beneficiary[]>`
    select ${columns(db)} from beneficiaries
    where merchant_id = ${merchantId} and account_sealed <> '' and lower(name) = any (select lower(name) from unnest(${[...names]}::text[]) as name)`;

/** Returns the beneficiaries that a viewer sees, in the order of their names. */
export const listBeneficiaries = (db: Db, viewer: Viewer, limit: number) => db<Beneficiary[]>`
    select ${columns(db)} from beneficiaries where ${seenBy(db, viewer)} order by lower(name), id limit ${limit}`;

export const countBeneficiaries = (tx: Tx, merchantId: string) =>
  onlyValue(tx<{ count: number }[]>`
    select count(*)::integer as count from beneficiaries where merchant_id = ${merchantId}`);

/** Changes a beneficiary; returns false if the merchant has another with its name. */
export async function updateBeneficiary(tx: Tx, row: Beneficiary): Promise<boolean> {
  const isTaken = await anyRow(tx`
    select from beneficiaries
    where merchant_id = ${row.merchantId} and lower(name) = lower(${row.name}) and id <> ${row.id}
      and account_sealed <> ''`);
  if (isTaken) return false;
  await tx`
    update beneficiaries
    set name = ${row.name}, bank_id = ${row.bankId}, branch_code = ${row.branchCode},
      account_sealed = ${row.accountSealed}, account = ${row.account}, account_id = ${row.accountId}, account_since = ${row.accountSince},
      account_by = ${row.accountBy}, verified = ${row.verified}, verified_reason = ${row.verifiedReason},
      verified_at = ${row.verifiedAt}
    where id = ${row.id} and merchant_id = ${row.merchantId}`;
  return true;
}

export const deleteBeneficiary = (tx: Tx, { id, merchantId }: Beneficiary) =>
  execute(tx`delete from beneficiaries where id = ${id} and merchant_id = ${merchantId}`);

/** Returns when the account of a merchant's beneficiary was verified; undefined if it was not. */
export async function findVerified(tx: Tx, merchantId: string, accountId: string): Promise<Date | undefined> {
  const found = await firstRow(tx<{ verifiedAt: Date }[]>`
    select verified_at from beneficiaries
    where merchant_id = ${merchantId} and account_id = ${accountId} and verified = 'verified'`);
  return found?.verifiedAt;
}

/** The result of a query about an account. */
export interface Noted {
  merchantId: string;
  accountId: string;
  outcome: Outcome;
  reason: string | null;
  verifiedAt: Date;
}

export const noteOutcome = (tx: Tx, { merchantId, accountId, outcome, reason, verifiedAt }: Noted) =>
  execute(tx`
    update beneficiaries set verified = ${outcome}, verified_reason = ${reason}, verified_at = ${verifiedAt}
    where merchant_id = ${merchantId} and account_id = ${accountId}`);
