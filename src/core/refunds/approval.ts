// A second person's decision about a refund to another account.
import { maskNumbers } from '../../kernel/formats/mask.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { siteIn } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { type Both, lockBoth } from '../transactions/decisions.ts';
import { releaseRefund } from '../transactions/refunded-amounts.ts';
import { change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { assertOtherPerson } from '../users/grants.ts';
import type { Viewer } from '../viewer.ts';
import { nextPickUp } from './pick-up.ts';
import * as store from './store.ts';
import { moveRefund } from './transitions.ts';

/** What a person saw of a refund to another account: its amount in cents, and the account, masked to its last four digits. */
export type ElsewhereFacts = { amount: Cents; account: string };

/**
 * Approves a refund to another account: it is paid with the next batch. The actor is a user of the console who did not request it,
 * and whose right does not come from the requester. Throws RefundNotFound, InvalidField (by: the actor is not a user),
 * ChangedSinceSeen, MakerMayNotDecide, DoneAlready if it was decided before, and StepNotAllowed if it does not wait yet.
 */
export const approveRefund = action(async (work, viewer: Viewer, id: string, seen?: Seen<ElsewhereFacts>) => {
  const { both, refund } = await lockWaiting(work, viewer, id, seen);
  assertNotSuspended(await siteIn(work, refund.siteId));
  change(work, store.refunds, refund, { approvedBy: work.actor, dueAt: nextPickUp(work, refund) });
  await moveRefund(work, both, refund, 'approve', null);
  return refund;
});

/**
 * Declines a refund to another account: it ends as refused, and its amount can be refunded again. The merchant is notified of
 * `why`, with long numbers masked. Throws what approveRefund throws, and InvalidField (why).
 */
export const declineRefund = action(
  async (work, viewer: Viewer, id: string, why: string, seen?: Seen<ElsewhereFacts>) => {
    const text = maskNumbers(why.trim());
    if (text.length > 200) throw invalidField('why', 'why must have at most 200 characters');
    const { both, refund } = await lockWaiting(work, viewer, id, seen);
    const reason = `a second person declined it${text === '' ? '' : `: ${text}`}`;
    await refuse(work, both, refund, reason);
    return refund;
  },
);

/** Ends a refund to another account as refused: its amount can be refunded again. */
export async function refuse(work: Work, both: Both, refund: store.Refund, reason: string): Promise<void> {
  if (await moveRefund(work, both, refund, 'refuse', reason)) releaseRefund(work, both, refund.amountCents);
}

async function lockWaiting(
  work: Work,
  viewer: Viewer,
  id: string,
  seen: Seen<ElsewhereFacts> | undefined,
): Promise<{ both: Both; refund: store.Refund }> {
  if (!work.actor.startsWith('user:'))
    throw invalidField('by', 'only a console user can approve or decline a refund to another account');
  const found = await store.findRefund(work.tx, viewer, id);
  if (!found) throw new DomainError('RefundNotFound');
  const both = required(await lockBoth(work.tx, found.transactionId), 'transaction');
  const refund = required(await store.lockRefund(work.tx, id), 'refund');
  assertWaiting(refund);
  assertAsSeen<ElsewhereFacts>(seen, { amount: refund.amountCents, account: refund.account });
  const { createdBy: creator, merchantId } = refund;
  await assertOtherPerson(work, work.actor, { creator, merchantId, noun: 'refund' });
  return { both, refund };
}

function assertWaiting({ state, stateReason, accountSealed }: store.Refund): void {
  if (state === 'approval') return;
  const isEarly = state === 'pending' || state === 'payee_check' || accountSealed === null;
  const detail = [`the refund is ${state}, so it does not need approval`, stateReason]
    .filter(Boolean)
    .join('; ');
  throw new DomainError(isEarly ? 'StepNotAllowed' : 'DoneAlready', { detail });
}
