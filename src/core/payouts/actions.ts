// Payouts from a site's float: requested by the merchant, deducted from the float at once, sent after verification.

import { plus } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { isBranchOf, maskAccount } from '../account-numbers.ts';
import type { Beneficiary } from '../beneficiaries/actions.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import * as ledger from '../ledger/actions.ts';
import type { Site } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import type { Bank } from '../rails.ts';
import { refuseRealTime } from '../real-time.ts';
import { correlated } from '../traces.ts';
import type { Viewer } from '../viewer.ts';
import { isPlain, judgeAccount, readCipherText } from './account.ts';
import { acceptSoon, acceptTogether } from './float.ts';
import { payoutMachine, type SubStatus, subStatuses } from './state.ts';
import * as store from './store.ts';

export {
  approvePayout,
  decideBatchPayouts,
  declinePayout,
  judgeChanger,
  mayDecide,
  type PayoutFacts,
  submitPayout,
} from './approval.ts';
export { type PayoutState, payoutMachine, type SubStatus, subStatuses } from './state.ts';
export {
  countOfBatch,
  findAnyPayout,
  findOfBatch,
  findPayoutsByReference,
  listWaitingPayouts,
  type Payout,
  payouts,
} from './store.ts';
export { onPayoutTransfer, type PayoutSnapshot } from './transitions.ts';

export interface NewPayout {
  site: Site;
  amount: Cents;
  /** Unique for the site, for ever. */
  merchantReference: string;
  /** The text on the receiver's statement. */
  customerBankReference: string;
  isRtc: boolean;
  notifyUrl?: string;
  /** The receiver's bank; its branchCode is the universal one. */
  bank: Pick<Bank, 'id' | 'branchCode' | 'available'>;
  branchCode: string;
  /** In plain digits, or encrypted. */
  accountNumber: string;
  /** The signature of the request, kept as evidence; null if a person typed it. */
  hashCheck: string | null;
  /** A user typed it: they have plain digits, whatever the site requires of requests. */
  isTyped?: boolean;
  /** The name of who is paid, and the saved beneficiary with the account. */
  beneficiary?: { name: string; saved?: Beneficiary };
  /** The batch that it is part of, and its line in the file. */
  batch?: { id: string; line: number };
}

/** A refused payout leaves nothing behind: its reference may be used again. */
export type PayoutAnswer =
  | { kind: 'accepted'; payout: store.Payout }
  | { kind: 'refused'; subStatus: SubStatus; reason: string };

class Refused extends Error {
  readonly subStatus: SubStatus;
  constructor(subStatus: SubStatus, reason: string) {
    super(reason);
    this.subStatus = subStatus;
  }
}

/**
 * Accepts a payout and deducts it from the float, or refuses it. Simultaneous requests never take the float below zero:
 * its row is locked in the meantime.
 */
export async function requestPayout(ctx: AnyContext, input: NewPayout): Promise<PayoutAnswer> {
  try {
    const payout = newPayout(ctx, input);
    await noteBeneficiary(ctx, payout, input.beneficiary?.saved);
    const refusal = await acceptSoon(ctx, payout);
    return refusal ? { kind: 'refused', ...refusal } : { kind: 'accepted', payout };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'refused', subStatus: error.subStatus, reason: error.message };
  }
}

/** True until a second person has approved a payout to the account of a beneficiary. */
export const isFirstPayout = async ({ db }: AnyContext, saved: Beneficiary): Promise<boolean> =>
  !(await store.hasPaid(db, saved));

/** Notes that no payout to a saved beneficiary's account has been approved yet, for the site's second person. */
async function noteBeneficiary(
  ctx: AnyContext,
  payout: store.Payout,
  saved: Beneficiary | undefined,
): Promise<void> {
  if (!saved || !payout.beneficiary || !(await isFirstPayout(ctx, saved))) return;
  const { accountId, accountSince, accountBy: by, id } = saved;
  const note = accountId === id ? 'new' : 'changed';
  Object.assign(payout.beneficiary, { note, since: accountSince.toISOString(), by });
}

/**
 * Accepts all payouts of a batch in the caller's transaction, or refuses some of them, by their places: the caller then rolls
 * back.
 */
export async function requestPayouts(work: Work, inputs: readonly NewPayout[]): Promise<PayoutAnswer[]> {
  const answers: PayoutAnswer[] = [];
  const made: { place: number; payout: store.Payout }[] = [];
  for (const [place, input] of inputs.entries()) {
    try {
      const payout = newPayout(work, input);
      await noteBeneficiary(work, payout, input.beneficiary?.saved);
      made.push({ place, payout });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answers[place] = { kind: 'refused', subStatus: error.subStatus, reason: error.message };
    }
  }
  const refusals = await acceptTogether(
    work,
    made.map(({ payout }) => payout),
  );
  for (const [at, { place, payout }] of made.entries()) {
    const refusal = refusals[at];
    answers[place] = refusal ? { kind: 'refused', ...refusal } : { kind: 'accepted', payout };
  }
  return answers;
}

function newPayout(ctx: AnyContext, input: NewPayout): store.Payout {
  const { site, bank, branchCode, accountNumber } = input;
  const now = ctx.clock.now();
  assertNotSuspended(site);
  if (input.amount <= 0n) {
    throw invalidField('amount', 'the amount must be more than zero');
  }
  if (!isBranchOf(ctx.policy.accountRules, bank, branchCode)) {
    throw new Refused(subStatuses.none, 'branchCode is not a branch of the bank');
  }
  const isKnown = isPlain(accountNumber);
  if (isKnown) assertPlain(ctx, input, { bankId: bank.id, branchCode, accountNumber });
  else assertEncrypted(site, accountNumber);
  if (input.isRtc) assertRealTime(ctx, input);
  return {
    id: newId(ctx.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    state: payoutMachine.initial,
    stateReason: null,
    subStatus: subStatuses.none,
    amountCents: input.amount,
    currency: 'ZAR',
    merchantReference: input.merchantReference,
    customerBankReference: input.customerBankReference,
    isRtc: input.isRtc,
    notifyUrl: input.notifyUrl ?? null,
    bankGroupId: bank.id,
    branchCode,
    accountSentSealed: ctx.keyring.seal(accountNumber),
    accountSealed: isKnown ? ctx.keyring.seal(accountNumber) : null,
    account: isKnown ? maskAccount(accountNumber) : null,
    hashCheck: input.hashCheck,
    createdBy: ctx.actor,
    approvedBy: null,
    batchId: input.batch?.id ?? null,
    batchLine: input.batch?.line ?? null,
    beneficiaryId: input.beneficiary?.saved?.id ?? null,
    beneficiaryAccountId: input.beneficiary?.saved?.accountId ?? null,
    beneficiary: input.beneficiary ? { name: input.beneficiary.name } : null,
    payeeCheck: null,
    correlationId: correlated(ctx, site.merchantId),
    createdAt: now,
    completedAt: null,
    dueAt: now,
    tries: 0,
  };
}

function assertPlain(
  ctx: AnyContext,
  { site, isTyped = false }: NewPayout,
  account: { bankId: string; branchCode: string; accountNumber: string },
): void {
  if (!isTyped && !site.allowPlainAccountNumbers) {
    throw new Refused(subStatuses.undecryptable, 'the accountNumber must be encrypted');
  }
  const verdict = judgeAccount(ctx, account);
  if (!verdict.valid) throw new Refused(subStatuses.accountInvalid, verdict.reason);
}

function assertRealTime(ctx: AnyContext, { amount, bank }: NewPayout): void {
  const isAway = bank.available ? undefined : 'real-time clearing is not available for this bank now';
  const refusal = refuseRealTime(ctx, amount) ?? isAway;
  if (refusal !== undefined) throw new Refused(subStatuses.realTimeRefused, refusal);
}

function assertEncrypted(site: Site, accountNumber: string): void {
  if (site.verifyUrl === null) {
    const reason =
      'the site has no verify address from which to request the key, so the accountNumber must be in plain digits';
    throw new Refused(subStatuses.undecryptable, reason);
  }
  if (!readCipherText(accountNumber)) {
    throw new Refused(
      subStatuses.undecryptable,
      'the accountNumber is neither digits nor AES-256-CBC in base64 or hexadecimal',
    );
  }
}

/** Returns a site's payout. Throws PayoutNotFound for another site's. */
export async function getPayout(ctx: Context, site: Site, id: string): Promise<store.Payout> {
  const payout = await store.findPayout(ctx.db, { merchantId: site.merchantId, siteId: site.id }, id);
  if (!payout) throw new DomainError('PayoutNotFound');
  return payout;
}

const searchableMs = 48 * 60 * 60_000;

/** Returns a site's payouts of the last 48 hours with a reference, newest first. */
export function findPayouts(
  ctx: Context,
  site: Site,
  search: Pick<store.ReferenceSearch, 'reference' | 'within' | 'limit' | 'offset'>,
): Promise<store.Payout[]> {
  const since = plus(ctx.clock.now(), -searchableMs);
  return store.searchPayouts(ctx.db, { ...search, merchantId: site.merchantId, siteId: site.id, since });
}

/** Returns those of the references that a site has used before, at any time. */
export async function usedReferences(
  { db }: AnyContext,
  site: Site,
  references: readonly string[],
): Promise<Set<string>> {
  const found = await store.findPayoutsByReference(db, site, references);
  return new Set(found.map(({ merchantReference }) => merchantReference));
}

/** Returns a payout that a viewer sees. Throws PayoutNotFound. */
export async function readPayout({ db }: AnyContext, viewer: Viewer, id: string): Promise<store.Payout> {
  const payout = await store.findSeenPayout(db, viewer, id);
  if (!payout) throw new DomainError('PayoutNotFound');
  return payout;
}

/** Returns a site's available and pending amounts, in cents. */
export async function getFloat(ctx: Context, site: Site): Promise<store.Float> {
  const found = await store.findFloat(ctx.db, site.merchantId, site.id);
  return found ?? { availableCents: 0n, pendingCents: 0n };
}

type Owner = { merchantId: string; siteId: string };
type FloatDeposit = { id: string; bankAccount: string; amount: Cents };

const postFloat = (
  work: Work,
  posting: 'float_topped_up' | 'float_reversed',
  owner: Owner,
  { id: objectId, bankAccount, amount }: FloatDeposit,
) => ledger.post(work, posting, { ...owner, object: 'deposit', objectId, bankAccount, amounts: { amount } });

/**
 * Takes a deposit that raised a site's float out of it again, because the bank took it back. Throws StepNotAllowed if the
 * float no longer has it.
 */
export async function lowerFloat(work: Work, owner: Owner, deposit: FloatDeposit): Promise<void> {
  const { amount } = deposit;
  const available = (await store.lockFloats(work.tx, [owner.siteId])).get(owner.siteId) ?? 0n;
  if (available < amount)
    throw new DomainError('StepNotAllowed', {
      detail: 'the float has less than the deposit that is taken back',
    });
  postFloat(work, 'float_reversed', owner, deposit);
  await store.takeFromFloat(work.tx, owner, amount);
}

/** Raises a site's float by a deposit and books it, in the caller's transaction. */
export async function raiseFloat(work: Work, owner: Owner, deposit: FloatDeposit): Promise<void> {
  postFloat(work, 'float_topped_up', owner, deposit);
  await store.addToFloat(work.tx, owner, deposit.amount);
}
