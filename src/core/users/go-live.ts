// Going live: a merchant requests production, and two operators enable it. Until then, a merchant that must wait for
// production cannot receive payments.
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findMerchantById, setLive } from '../merchants/actions.ts';
import { action, inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import * as store from './go-live-store.ts';
import { judgePair, judgeSameness, pairWords, samenessWords } from './grants.ts';

export type { GoLive } from './go-live-store.ts';

/**
 * Returns a merchant's request for production with its approvals; undefined without one, or if the viewer cannot see
 * it.
 */
export async function findGoLive(
  { db }: AnyContext,
  viewer: Viewer,
  merchantId: string,
): Promise<store.GoLive | undefined> {
  return sees(viewer, merchantId) ? store.findGoLive(db, merchantId) : undefined;
}

/** Requests production. Throws MerchantNotFound, DoneAlready. */
export function askForProduction(ctx: AnyContext, viewer: Viewer, merchantId: string): Promise<void> {
  return inWork(ctx, async (work) => {
    await requireSeen(work, viewer, merchantId);
    const asked = { merchantId, by: work.actor, at: ctx.realClock.now() };
    if (!(await store.insertAsked(work.tx, asked)))
      throw new DomainError('DoneAlready', { detail: 'production access was already requested' });
  });
}

/**
 * Agrees to production; the second who does switches it on. `seen` is how many had agreed, as the person saw it. Throws
 * MerchantNotFound if it was not requested, MakerMayNotDecide for an actor who counts as the user who requested or agreed,
 * ChangedSinceSeen, DoneAlready.
 */
export function agreeToProduction(
  ctx: AnyContext,
  viewer: Viewer,
  { merchantId, seen }: { merchantId: string; seen?: number },
): Promise<'first' | 'live'> {
  return inWork(ctx, async (work) => {
    await requireSeen(work, viewer, merchantId);
    const asked = await store.lockGoLive(work.tx, merchantId);
    if (!asked) throw new DomainError('MerchantNotFound', { detail: 'production access was not requested' });
    if (asked.secondBy !== null)
      throw new DomainError('DoneAlready', { detail: 'production access was already granted' });
    const detail = await whyNotAgree(work, asked);
    if (detail !== undefined) throw new DomainError('MakerMayNotDecide', { detail });
    const agreed = asked.firstBy === null ? 0 : 1;
    if (seen !== undefined && seen !== agreed)
      throw new DomainError('ChangedSinceSeen', {
        detail: 'another operator approved it after you opened the page',
      });
    await store.setAgreed(work.tx, { merchantId, by: work.actor, at: ctx.realClock.now() });
    if (agreed === 0) return 'first';
    await setLive(work.tx, merchantId);
    return 'live';
  });
}

/**
 * Returns why the actor counts as the user who requested or agreed before; undefined if they can agree. Two operators
 * agree as equals: neither's right can come from the other, in either order.
 */
export async function whyNotAgree(
  scope: AnyContext,
  { merchantId, askedBy: creator, firstBy }: store.GoLive,
): Promise<string | undefined> {
  const { actor } = scope;
  const noun = 'request for production';
  const asked = (await judgeSameness(scope, actor, merchantId))(creator);
  if (asked) return samenessWords(asked, noun);
  const first = firstBy === null ? undefined : await judgePair(scope, actor, firstBy, null);
  return first && pairWords(first, noun);
}

/** Declines the request, which the merchant can then repeat. Throws MerchantNotFound, DoneAlready. */
export const declineProduction = action(async (work, viewer: Viewer, merchantId: string): Promise<void> => {
  await requireSeen(work, viewer, merchantId);
  const asked = await store.lockGoLive(work.tx, merchantId);
  if (!asked || asked.secondBy !== null)
    throw new DomainError('DoneAlready', { detail: 'no request awaits a decision' });
  await store.deleteAsked(work.tx, merchantId);
});

async function requireSeen({ db }: AnyContext, viewer: Viewer, merchantId: string): Promise<void> {
  if (!sees(viewer, merchantId) || !(await findMerchantById(db, merchantId)))
    throw new DomainError('MerchantNotFound');
}

/** Notes that the receiver of a site passed the whole receiver test. */
export const noteExam = ({ db, realClock }: Context, siteId: string): Promise<void> =>
  store.putExam(db, siteId, realClock.now());
