// Verifies an account's holder: first by its check digit, then at its bank; the site pays for the response.
import { type Answer, endKey, type KeyUse } from '../../kernel/http/idempotency.ts';
import { newId } from '../../kernel/ids.ts';
import { type AccountType, checkAccountNumber, maskAccount } from '../account-numbers.ts';
import type { Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as ledger from '../ledger/actions.ts';
import type { Site } from '../merchants/actions.ts';
import { withVat } from '../merchants/fees.ts';
import { type AccountFacts, type AccountQuery, BankTimeout, BankUnavailable, type Rails } from '../rails.ts';
import { inWork } from '../unit-of-work.ts';
import * as store from './store.ts';

export type { CheckDigit, Outcome, Verification } from './store.ts';

export interface NewVerification
  extends Omit<AccountQuery, 'account' | 'id' | 'merchantId' | 'identity' | 'name'> {
  identity: NonNullable<AccountQuery['identity']>;
  name: string;
  /** The site that requests and pays. */
  site: Site;
}

/** A claimed key, and the response that is stored under it together with the verification. */
export interface Keyed {
  use: KeyUse;
  answer(verification: store.Verification): Answer;
}

/**
 * Verifies an account. The bank is queried outside of any transaction; its response, the fee and the key's response
 * then commit together, so that nothing without a response is charged, and nothing twice. Throws IdempotencyKeyInUse,
 * and charges nothing, if another request has taken over the key in the meantime.
 */
export async function verifyAccount(
  ctx: Context,
  rails: Rails,
  { site, ...account }: NewVerification,
  keyed?: Keyed,
): Promise<store.Verification> {
  const id = newId(ctx.clock);
  const { merchantId } = site;
  const at = await rails.accountFor(merchantId, 'verification');
  const query = at === undefined ? undefined : { ...account, account: at, id, merchantId };
  const found = await checkAccount(ctx, rails, account, query);
  const verification: store.Verification = {
    id,
    merchantId: site.merchantId,
    siteId: site.id,
    ...found,
    bankId: account.bankId,
    branchCode: account.branchCode,
    account: maskAccount(account.accountNumber),
    identityType: account.identity.type,
    feeCents: found.outcome === 'unavailable' ? 0n : site.verificationFeeCents,
    createdBy: ctx.actor,
    correlationId: ctx.correlationId,
    createdAt: ctx.clock.now(),
  };
  await inWork(ctx, async (work) => {
    if (keyed && !(await endKey(work.tx, keyed.use, keyed.answer(verification)))) {
      throw new DomainError('IdempotencyKeyInUse');
    }
    await store.insertVerification(work.tx, verification);
    await charge(work, verification);
  });
  return verification;
}

/** A fee may take the balance below zero: the next large enough settlement deducts it. */
async function charge(work: Work, verification: store.Verification): Promise<void> {
  const { id: objectId, merchantId, siteId, feeCents } = verification;
  if (feeCents === 0n) return;
  // Every debit of a site's balance takes its spending lock, so that readers of the balance wait.
  await ledger.spendable(work.tx, siteId);
  const owner = { merchantId, siteId, object: 'verification', objectId };
  ledger.post(work, 'verification_charged', { ...owner, amounts: withVat(work, feeCents) });
}

type Found = Pick<store.Verification, 'outcome' | 'reason' | 'checkDigit' | 'facts'>;

const nothingSaid: AccountFacts = {
  accountExists: null,
  accountOpen: null,
  identityMatches: null,
  nameMatches: null,
  acceptsCredits: null,
  acceptsDebits: null,
};

// The clearing house's numbers.
const numberOfType: Record<NonNullable<AccountQuery['accountType']>, AccountType> = {
  cheque: 1,
  savings: 2,
  transmission: 3,
};

/** `query` is absent if no rail can query a bank. */
async function checkAccount(
  ctx: Context,
  rails: Rails,
  { accountType, ...account }: Omit<NewVerification, 'site'>,
  query: AccountQuery | undefined,
): Promise<Found> {
  const verdict = checkAccountNumber(ctx.policy.accountRules, {
    ...account,
    ...(accountType && { accountType: numberOfType[accountType] }),
  });
  if (!verdict.valid) {
    const facts = { ...nothingSaid, accountExists: false };
    return { outcome: 'not_verified', reason: verdict.reason, checkDigit: 'failed', facts };
  }
  const checkDigit = verdict.checked === 'checkDigit' ? 'passed' : 'no_rule';
  try {
    if (!query) throw new BankUnavailable();
    return { ...evaluate(await rails.verification.verify(query)), checkDigit };
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof BankTimeout)) throw error;
    return { outcome: 'unavailable', reason: 'the bank could not be asked', checkDigit, facts: nothingSaid };
  }
}

/** The facts that must be true of a verified account, with the reason when one is not. */
const requiredFacts = {
  accountExists: 'the bank has no such account',
  accountOpen: 'the account is closed',
  identityMatches: 'the account belongs to another identity',
  nameMatches: 'the account is in another name',
} as const;

/** True if it accepts credits and debits is reported but does not count: the owner is the same. */
function evaluate(facts: AccountFacts): Omit<Found, 'checkDigit'> {
  const names = Object.keys(requiredFacts) as (keyof typeof requiredFacts)[];
  const untrue = names.find((name) => facts[name] === false);
  if (untrue) return { outcome: 'not_verified', reason: requiredFacts[untrue], facts };
  const isWhole = names.every((name) => facts[name] === true);
  if (isWhole) return { outcome: 'verified', reason: null, facts };
  return { outcome: 'not_verified', reason: 'the bank did not say all that it was asked', facts };
}
