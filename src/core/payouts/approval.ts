// Sends a payout with a known account number to its bank: held if it needs approval, else ordered.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { Actor, AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findSite, siteIn } from '../merchants/actions.ts';
import { assertOtherPerson } from '../people/grants.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { orderTransfer, transferSweep } from '../transfers/actions.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { subStatuses } from './state.ts';
import * as store from './store.ts';
import { movePayout } from './transitions.ts';

/** Orders a locked payout's transfer, or holds it when its site requires a second person for the amount. */
export async function proceed(work: Work, payout: store.Payout): Promise<void> {
  const { approvalAboveCents } = await siteIn(work, payout.siteId);
  const isLarge = approvalAboveCents !== null && payout.amountCents > approvalAboveCents;
  if (!isLarge) return submit(work, payout);
  const { subStatus } = payout;
  await movePayout(work, payout, { verb: 'hold', subStatus, reason: 'it waits for a second person' });
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
export function approvePayout(
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  seen?: Seen<PayoutFacts>,
): Promise<store.Payout> {
  return inWork(scope, async (work) => {
    const payout = await lockWaiting(work, viewer, id, seen);
    payout.approvedBy = work.actor;
    await submit(work, payout);
    return payout;
  });
}

/**
 * Declines a payout that waits for a second person: it is cancelled, and its money returns to the float. The merchant
 * is notified of `why`, with long numbers masked. Throws what approvePayout throws, and InvalidField (why).
 */
export function declinePayout(
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  why: string,
  seen?: Seen<PayoutFacts>,
): Promise<store.Payout> {
  return inWork(scope, async (work) => {
    const said = maskNumbers(readText('why', why, 0, 200));
    const reason = `a second person declined it${said === '' ? '' : `: ${said}`}`;
    const payout = await lockWaiting(work, viewer, id, seen);
    await movePayout(work, payout, { verb: 'cancel', subStatus: subStatuses.none, reason });
    return payout;
  });
}

function readText(field: string, given: string, least: number, most: number): string {
  const text = given.trim();
  if (text.length >= least && text.length <= most) return text;
  throw new DomainError('InvalidField', { field, detail: `${field} has ${least} to ${most} characters` });
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
  assertAsSeen<PayoutFacts>(seen, { amount: payout.amountCents, account: payout.account });
  const { createdBy: creator, merchantId } = payout;
  // The database holds that the two actors differ.
  await assertOtherPerson(work, work.actor, { creator, merchantId, noun: 'payout' });
  if (work.actor.startsWith('user:') && !(await mayDecide(work, viewer, payout)))
    throw new DomainError('RightsExceeded', {
      detail: 'the site lets its own people alone decide about its payouts',
    });
  return payout;
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
    'a person decides: a user of the console, or a name at the command line of 1 to 100 characters';
  throw new DomainError('InvalidField', { field: 'by', detail });
}

function assertWaiting({ state, stateReason, approvedBy }: store.Payout): void {
  if (state === 'approval') return;
  const isEarly = state === 'received' || state === 'verification';
  // The merchant's own pages show which user at the console it was.
  const by = approvedBy?.startsWith('user:') ? 'a console user' : approvedBy;
  const who = by === null ? undefined : `approved by ${by}`;
  const detail = [`the payout is ${state}, so there is nothing to decide`, who, stateReason]
    .filter(Boolean)
    .join('; ');
  throw new DomainError(isEarly ? 'StepNotAllowed' : 'DoneAlready', { detail });
}

/** Advances a payout that needs no response of its merchant as far as possible. For the sandbox. */
export function submitPayout(ctx: Context, id: string): Promise<void> {
  return inWork(ctx, async (work) => {
    const payout = await store.lockPayout(work.tx, id);
    if (
      payout?.state === 'received' &&
      payout.accountSealed &&
      (await siteIn(work, payout.siteId)).verifyUrl === null
    ) {
      await proceed(work, payout);
    }
  });
}
