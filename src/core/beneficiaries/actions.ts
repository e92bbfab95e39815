// Saved beneficiaries of payouts: a name and a bank account, which users choose instead of typing it.
import { newId } from '../../kernel/ids.ts';
import { checkAccountNumber, isBranchOf, maskAccount } from '../account-numbers.ts';
import { bankById } from '../banks.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { action, inWork } from '../unit-of-work.ts';
import type { Verification } from '../verifications/actions.ts';
import { sees, type Viewer } from '../viewer.ts';
import * as store from './store.ts';

export { type Beneficiary, beneficiaries } from './store.ts';

export const mostBeneficiaries = 5_000;

/** A bank account as a user types it. */
export interface AccountDetails {
  bankId: string;
  branchCode: string;
  /** In plain digits. */
  accountNumber: string;
}

export interface NewBeneficiary extends AccountDetails {
  merchantId: string;
  name: string;
}

function readName(given: string): string {
  const name = given.trim().replace(/\s+/g, ' ');
  if (name.length >= 1 && name.length <= 100 && /^[^\p{C}]+$/u.test(name)) return name;
  throw invalidField('name', 'a name must have 1 to 100 characters');
}

/** Throws InvalidField if the branch is not of the bank, or the account number fails its check. */
export function assertAccount(ctx: AnyContext, { bankId, branchCode, accountNumber }: AccountDetails): void {
  const bank = bankById(bankId);
  if (!bank) throw invalidField('bank', 'choose a bank from the list');
  if (!isBranchOf(ctx.policy.accountRules, bank, branchCode))
    throw invalidField(
      'branch',
      'the branch code does not belong to the bank; leave it blank for the universal one',
    );
  const verdict = checkAccountNumber(ctx.policy.accountRules, { bankId, branchCode, accountNumber });
  if (!verdict.valid) throw invalidField('account', verdict.reason);
}

const nameTaken = (name: string) =>
  new DomainError('DuplicateReference', {
    field: 'name',
    detail: `you already have a beneficiary named ${name}`,
  });

/** Saves a beneficiary. Throws InvalidField, and DuplicateReference for a name that the merchant has. */
export const createBeneficiary = action(
  async (work, viewer: Viewer, { merchantId, name: given, ...account }: NewBeneficiary) => {
    if (!sees(viewer, merchantId)) throw new DomainError('MerchantNotFound');
    const name = readName(given);
    assertAccount(work, account);
    if ((await store.countBeneficiaries(work.tx, merchantId)) >= mostBeneficiaries)
      throw invalidField('name', `the limit of ${mostBeneficiaries} beneficiaries is reached`);
    const at = work.clock.now();
    const id = newId(work.clock);
    const row: store.Beneficiary = {
      ...{ id, merchantId, name, createdBy: work.actor, createdAt: at },
      ...accountOf(work, account, id),
    };
    if (!(await store.insertBeneficiary(work.tx, row))) throw nameTaken(name);
    return row;
  },
);

/** Returns the columns of an account without a verification. */
const accountOf = (work: Work, { bankId, branchCode, accountNumber }: AccountDetails, accountId: string) => ({
  accountId,
  ...{ bankId, branchCode, account: maskAccount(accountNumber) },
  accountSealed: work.keyring.seal(accountNumber),
  ...{ accountSince: work.clock.now(), accountBy: work.actor },
  ...{ verified: null, verifiedReason: null, verifiedAt: null },
});

/** The facts of a beneficiary as a user saw them. */
export type BeneficiaryFacts = { name: string; account: string; since: Date };

const factsOf = ({ name, account, accountSince }: store.Beneficiary): BeneficiaryFacts => ({
  name,
  account,
  since: accountSince,
});

/** Renames a beneficiary. Throws BeneficiaryNotFound, InvalidField, DuplicateReference, ChangedSinceSeen. */
export const renameBeneficiary = action(
  async (work, viewer: Viewer, id: string, given: string, seen?: Seen<BeneficiaryFacts>) => {
    const before = await lockSeen(work, viewer, id, seen);
    const after = { ...before, name: readName(given) };
    if (!(await store.updateBeneficiary(work.tx, after))) throw nameTaken(after.name);
    return { before, after };
  },
);

/**
 * Changes the account of a beneficiary: until a payout to it is approved, the beneficiary counts as new, and its verification no
 * longer holds. The same account changes nothing. Throws BeneficiaryNotFound, InvalidField, ChangedSinceSeen.
 */
export const changeBeneficiaryAccount = action(
  async (work, viewer: Viewer, id: string, account: AccountDetails, seen?: Seen<BeneficiaryFacts>) => {
    const before = await lockSeen(work, viewer, id, seen);
    assertAccount(work, account);
    const { bankId, branchCode } = before;
    const isSame =
      accountNumberOf(work, before) === account.accountNumber &&
      bankId === account.bankId &&
      branchCode === account.branchCode;
    if (isSame) return { before, after: before };
    const after = { ...before, ...accountOf(work, account, newId(work.clock)) };
    await store.updateBeneficiary(work.tx, after);
    return { before, after };
  },
);

/** Deletes a beneficiary. Payouts to it keep their own account. Throws BeneficiaryNotFound, ChangedSinceSeen. */
export const removeBeneficiary = action(
  async (work, viewer: Viewer, id: string, seen?: Seen<BeneficiaryFacts>): Promise<store.Beneficiary> => {
    const beneficiary = await lockSeen(work, viewer, id, seen);
    await store.deleteBeneficiary(work.tx, beneficiary);
    return beneficiary;
  },
);

/** Stores the result of a verification, unless the account has changed in the meantime. */
export function noteVerification(
  ctx: AnyContext,
  viewer: Viewer,
  { id, accountSince }: store.Beneficiary,
  { outcome, reason, createdAt }: Pick<Verification, 'outcome' | 'reason' | 'createdAt'>,
): Promise<store.Beneficiary> {
  return inWork(ctx, async (work) => {
    const found = await lockSeen(work, viewer, id, { since: accountSince });
    const after = { ...found, verified: outcome, verifiedReason: reason, verifiedAt: createdAt };
    await store.updateBeneficiary(work.tx, after);
    return after;
  });
}

/** Returns when a bank verified the account of a saved beneficiary; undefined if it did not. */
export const findVerified = (
  { tx }: Work,
  merchantId: string,
  accountId: string,
): Promise<Date | undefined> => store.findVerified(tx, merchantId, accountId);

/** Stores the result of a payout's query about an account that a saved beneficiary still has. */
export const noteOutcome = (work: Work, noted: Omit<store.Noted, 'verifiedAt'>): Promise<void> =>
  store.noteOutcome(work.tx, { ...noted, verifiedAt: work.clock.now() });

async function lockSeen(
  { tx }: Work,
  viewer: Viewer,
  id: string,
  seen?: Seen<BeneficiaryFacts>,
): Promise<store.Beneficiary> {
  const found = await store.lockBeneficiary(tx, viewer, id);
  if (!found) throw new DomainError('BeneficiaryNotFound');
  assertAsSeen(seen, factsOf(found));
  return found;
}

/** Returns a beneficiary that a viewer sees. Throws BeneficiaryNotFound. */
export async function readBeneficiary(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<store.Beneficiary> {
  const found = await store.findBeneficiary(db, viewer, id);
  if (!found) throw new DomainError('BeneficiaryNotFound');
  return found;
}

/** Returns the beneficiaries that a viewer sees, in the order of their names. */
export const listBeneficiaries = (
  { db }: AnyContext,
  viewer: Viewer,
  limit: number,
): Promise<store.Beneficiary[]> => store.listBeneficiaries(db, viewer, limit);

export async function findBeneficiariesByName(
  { db }: AnyContext,
  merchantId: string,
  names: readonly string[],
): Promise<Map<string, store.Beneficiary>> {
  const found = await store.findByNames(db, merchantId, names);
  return new Map(found.map((one) => [one.name.toLowerCase(), one]));
}

/** Returns the account number of a beneficiary, in plain digits. Throws BeneficiaryNotFound after an erasure. */
export function accountNumberOf(
  { keyring }: Pick<Context, 'keyring'>,
  { accountSealed }: Pick<store.Beneficiary, 'accountSealed'>,
): string {
  if (accountSealed === '') throw new DomainError('BeneficiaryNotFound');
  return keyring.open(accountSealed);
}
