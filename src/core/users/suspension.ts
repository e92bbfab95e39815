// Ends the suspension of a merchant: in production by another operator than the one who suspended it, as production itself takes
// two.
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { endSuspension, type Suspension } from '../merchants/suspension.ts';
import type { Viewer } from '../viewer.ts';
import { judgePair } from './grants.ts';

/** Returns why an actor cannot end a suspension; undefined if they can. */
export async function whyNotResume(
  scope: AnyContext,
  { suspendedBy }: Suspension,
  isStaging: boolean,
): Promise<string | undefined> {
  if (isStaging || suspendedBy === null) return undefined;
  const why = await judgePair(scope, scope.actor, suspendedBy, null);
  if (!why) return undefined;
  return why === 'creator'
    ? 'you suspended this merchant; another operator must resume it'
    : 'you and the operator who suspended this merchant count as one person, because one granted the other’s permission; another operator must resume it';
}

/** Resumes a merchant. Throws MerchantNotFound, DoneAlready, MakerMayNotDecide. */
export const resumeMerchant = (
  ctx: AnyContext,
  viewer: Viewer,
  merchantId: string,
  isStaging: boolean,
): Promise<Suspension> =>
  endSuspension(ctx, viewer, merchantId, async (scope, suspension) => {
    const detail = await whyNotResume(scope, suspension, isStaging);
    if (detail !== undefined) throw new DomainError('MakerMayNotDecide', { detail });
  });
