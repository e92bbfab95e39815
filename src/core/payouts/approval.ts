// Sends a payout with a known account number to its bank: held if it needs approval, else ordered.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { Actor, AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findSite, siteIn } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { orderTransfer, transferSweep } from '../transfers/actions.ts';
import { change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { emailUsers } from '../users/alerts.ts';
import { assertOtherPerson, judgeSameness } from '../users/grants.ts';
import type { Viewer } from '../viewer.ts';
import { verifiedBefore } from './payees.ts';
import { subStatuses } from './state.ts';
import * as store from './store.ts';
import { movePayout, payeeSweep } from './transitions.ts';

/**
 * Advances a locked payout: its payee is verified first, if its site requires that; then it is held for a second person, or its
 * transfer is ordered.
 */
export async function proceed(work: Work, payout: store.Payout): Promise<void> {
  const { approvalAboveCents, verifyPayees } = await siteIn(work, payout.siteId);
  if (verifyPayees !== 'off' && (await mustCheck(work, payout))) return;
  const isLarge = approvalAboveCents !== null && payout.amountCents > approvalAboveCents;
  // A site without a limit has no second person, and its first payout to an account would wait for ever.
  const isNew = approvalAboveCents !== null && payout.beneficiary?.note !== undefined;
  const isDoubtful = approvalAboveCents !== null && (payout.payeeCheck?.outcome ?? 'verified') !== 'verified';
  if (!isLarge && !isNew && !isDoubtful && payout.batchId === null) return submit(work, payout);
  const { subStatus } = payout;
  const reason = 'it waits for a second person';
  if (await movePayout(work, payout, { verb: 'hold', subStatus, reason })) await emailApprovers(work, payout);
}

/** True if the payee must be verified at the bank: then the payout waits for it. A payee that was verified before is noted. */
async function mustCheck(work: Work, payout: store.Payout): Promise<boolean> {
  if (payout.payeeCheck !== null) return false;
  const before = await verifiedBefore(work, payout);
  if (before) {
    const payeeCheck = { outcome: 'verified', reason: null, at: before.toISOString() } as const;
    change(work, store.payouts, payout, { payeeCheck });
    return false;
  }
  const { subStatus } = payout;
  await movePayout(work, payout, { verb: 'check', subStatus, reason: null, dueAt: work.clock.now() });
  await wakeAfterCommit(work.tx, payeeSweep);
  return true;
}

/** Notifies the users who can approve payouts, except the creator. Payouts of one minute are one e-mail. */
async function emailApprovers(work: Work, payout: store.Payout): Promise<void> {
  const { merchantId, siteId, amountCents, merchantReference, createdBy } = payout;
  const { name } = await siteIn(work, siteId);
  const facts = { amount: formatRand(amountCents), reference: merchantReference, site: name };
  const email = { kind: 'payout-approval', merchantId, siteId, facts, except: createdBy } as const;
  await emailUsers(work, 'payout.approve', email);
}

async function submit(work: Work, payout: store.Payout): Promise<void> {
  const { merchantId, siteId, id, subStatus, bankGroupId, branchCode, correlationId } = payout;
  if (!(await movePayout(work, payout, { verb: 'submit', subStatus, reason: null }))) return;
  await orderTransfer(work, {
    merchantId,
    siteId,
    purpose: 'payout',
    objectId: id,
    // A site uses a reference only once, so it also identifies the transfer.
    pays: `${siteId} ${payout.merchantReference}`,
    number: 1,
    amount: payout.amountCents,
    bankId: bankGroupId,
    branchCode,
    accountSealed: payout.accountSealed!,
    reference: payout.customerBankReference,
    realTime: payout.isRtc,
    correlationId,
  });
  await wakeAfterCommit(work.tx, transferSweep);
}

/** What a person saw of a payout: its amount in cents, and its account, masked to its last four digits. */
export type PayoutFacts = { amount: Cents; account: string | null };

/**
 * Approves a payout that waits for a second person: the actor, who is not its creator, and whose right does not come
 * from the creator. Throws PayoutNotFound, InvalidField (by: the actor is not a user), ChangedSinceSeen,
 * MakerMayNotDecide, RightsExceeded (an operator's user, unless the site allows it), DoneAlready if it was decided
 * before, and StepNotAllowed if it does not wait yet.
 */
export const approvePayout = action(async (work, viewer: Viewer, id: string, seen?: Seen<PayoutFacts>) => {
  const payout = await lockWaiting(work, viewer, id, seen);
  assertNotSuspended(await siteIn(work, payout.siteId));
  payout.approvedBy = work.actor;
  await submit(work, payout);
  return payout;
});

/**
 * Declines a payout that waits for a second person: it is cancelled, and its money returns to the float. The merchant
 * is notified of `why`, with long numbers masked. Throws what approvePayout throws, and InvalidField (why).
 */
export const declinePayout = action(
  async (work, viewer: Viewer, id: string, why: string, seen?: Seen<PayoutFacts>): Promise<store.Payout> => {
    const said = maskNumbers(readText('why', why, 0, 200));
    const reason = `a second person declined it${said === '' ? '' : `: ${said}`}`;
    const payout = await lockWaiting(work, viewer, id, seen);
    await movePayout(work, payout, { verb: 'cancel', subStatus: subStatuses.none, reason });
    return payout;
  },
);

function readText(field: string, given: string, least: number, most: number): string {
  const text = given.trim();
  if (text.length >= least && text.length <= most) return text;
  throw invalidField(field, `${field} must have ${least} to ${most} characters`);
}

async function lockWaiting(
  work: Work,
  viewer: Viewer,
  id: string,
  seen: Seen<PayoutFacts> | undefined,
): Promise<store.Payout> {
  assertPerson(work.actor);
  const payout = await store.lockPayout(work.tx, id, viewer);
  if (!payout) throw new DomainError('PayoutNotFound', { detail: `there is no payout ${id}` });
  assertWaiting(payout);
  if (payout.batchId !== null)
    throw new DomainError('StepNotAllowed', {
      detail: 'the payout is part of a batch: approve or decline the batch',
    });
  assertAsSeen<PayoutFacts>(seen, { amount: payout.amountCents, account: payout.account });
  const { createdBy: creator, merchantId } = payout;
  // The database holds that the two actors differ.
  await assertOtherPerson(work, work.actor, { creator, merchantId, noun: 'payout' });
  await assertOtherThanChanger(work, payout);
  if (work.actor.startsWith('user:') && !(await mayDecide(work, viewer, payout)))
    throw new DomainError('RightsExceeded', {
      detail: 'only users of the merchant can approve payouts of this site',
    });
  return payout;
}

/** Returns why an actor cannot approve the first payout to an account that they, or the user behind their right, entered. */
export async function judgeChanger(
  scope: AnyContext,
  { merchantId, beneficiary }: Pick<store.Payout, 'merchantId' | 'beneficiary'>,
): Promise<string | undefined> {
  if (beneficiary?.note === undefined) return undefined;
  const why = (await judgeSameness(scope, scope.actor, merchantId))(beneficiary.by ?? null);
  if (!why) return undefined;
  return `${why === 'creator' ? 'you' : 'the user who granted your permission'} entered the account of ${beneficiary.name}; another user must approve the first payout to it`;
}

async function assertOtherThanChanger(work: Work, payout: store.Payout): Promise<void> {
  const detail = await judgeChanger(work, payout);
  if (detail !== undefined) throw new DomainError('MakerMayNotDecide', { detail });
}

/**
 * Approves or declines waiting payouts of a batch, at most `limit`, as its approver decided. Returns how many. The caller holds
 * the batch.
 */
export async function decideBatchPayouts(
  work: Work,
  { id, by, isApproved }: { id: string; by: Actor; isApproved: boolean },
  limit: number,
): Promise<number> {
  const waiting = await store.lockWaitingOfBatch(work.tx, id, limit);
  const own = { ...work, actor: by };
  for (const payout of waiting) {
    if (isApproved) {
      payout.approvedBy = by;
      await submit(own, payout);
    } else {
      const step = { subStatus: subStatuses.none, reason: 'a second person declined its batch' };
      await movePayout(own, payout, { verb: 'cancel', ...step });
    }
  }
  return waiting.length;
}

/**
 * Returns whether a viewer's users can decide about a payout: those of its merchant; the operator's if its site allows
 * it.
 */
export async function mayDecide(
  { db }: AnyContext,
  { merchants }: Viewer,
  { siteId }: Pick<store.Payout, 'siteId'>,
): Promise<boolean> {
  return merchants !== 'all' || required(await findSite(db, siteId), 'site').operatorMayApprovePayouts;
}

function assertPerson(actor: Actor): void {
  const [, name = ''] = /^(?:user|cli):(.*)$/s.exec(actor) ?? [];
  if (name.trim().length >= 1 && name.length <= 100) return;
  const detail =
    'only a console user, or a name of 1 to 100 characters at the command line, can approve or decline';
  throw invalidField('by', detail);
}

function assertWaiting({ state, stateReason, approvedBy }: store.Payout): void {
  if (state === 'approval') return;
  const isEarly = state === 'received' || state === 'verification' || state === 'payee_check';
  // The merchant's own pages show which user at the console it was.
  const by = approvedBy?.startsWith('user:') ? 'a console user' : approvedBy;
  const who = by === null ? undefined : `approved by ${by}`;
  const detail = [`the payout is ${state}, so it does not need approval`, who, stateReason]
    .filter(Boolean)
    .join('; ');
  throw new DomainError(isEarly ? 'StepNotAllowed' : 'DoneAlready', { detail });
}

/** Advances a payout that needs no response of its merchant as far as possible. For the sandbox. */
export const submitPayout = action(async (work, id: string): Promise<void> => {
  const payout = await store.lockPayout(work.tx, id);
  if (
    payout?.state === 'received' &&
    payout.accountSealed &&
    (await siteIn(work, payout.siteId)).verifyUrl === null
  ) {
    await proceed(work, payout);
  }
});
