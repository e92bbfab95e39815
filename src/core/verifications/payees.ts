// Whether an account is the payee's, by its bank, before money leaves for it.

import type { Context } from '../context.ts';
import { type AccountFacts, BankTimeout, BankUnavailable, type Rails } from '../rails.ts';

/** The result of the query to the bank whether the account is the payee's, and when. */
export interface PayeeCheck {
  outcome: 'verified' | 'not_verified' | 'unavailable' | 'unsupported';
  /** Absent for a verified payee. */
  reason: string | null;
  /** In ISO 8601. */
  at: string;
}

export type PayeeResult = Omit<PayeeCheck, 'at'>;

/** The facts that must be true of an account that is paid, with the reason when one is not. */
const reasons = {
  accountExists: 'the bank has no such account',
  accountOpen: 'the account is closed',
  nameMatches: 'the account is in another name',
  acceptsCredits: 'the account accepts no payments',
} as const;

/** Decides about a payee by the bank's facts. A payee without a name is about the account alone. */
export function judgePayee(facts: AccountFacts, isNamed: boolean): PayeeResult {
  const names = Object.keys(reasons) as (keyof typeof reasons)[];
  const untrue = names.find((name) => facts[name] === false);
  if (untrue) return { outcome: 'not_verified', reason: reasons[untrue] };
  const isWhole = facts.accountExists && facts.accountOpen && (facts.nameMatches || !isNamed);
  return isWhole
    ? { outcome: 'verified', reason: null }
    : { outcome: 'not_verified', reason: 'the bank did not confirm all facts' };
}

export interface Payee {
  /** The id of the payout or refund, and the bank's idempotency key. */
  id: string;
  merchantId: string;
  bankId: string;
  branchCode: string;
  accountSealed: string;
  /** Null: not known. */
  name: string | null;
}

/** Queries the bank of an account whether it is the payee's, outside of any transaction. */
export async function queryPayee(ctx: Context, rails: Rails, payee: Payee): Promise<PayeeResult> {
  const { id, merchantId, bankId, branchCode, accountSealed, name } = payee;
  const account = await rails.accountFor(merchantId, 'verification');
  if (account === undefined)
    return { outcome: 'unsupported', reason: 'no bank connection can verify accounts' };
  const accountNumber = ctx.keyring.open(accountSealed);
  const query = { bankId, branchCode, accountNumber, accountType: null, identity: null, initials: null };
  try {
    const facts = await rails.verification.verify({ account, id, merchantId, ...query, name });
    return judgePayee(facts, name !== null);
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof BankTimeout)) throw error;
    return { outcome: 'unavailable', reason: 'the bank did not respond' };
  }
}

/** The delay after each query without a response, in milliseconds; the last has none after it. */
export const payeeRetryDelaysMs = [5_000, 30_000, 120_000] as const;
