// An operator's first view of a merchant each day is written to the audit log that the merchant reads.
import { noteLook } from '../../core/users/operator-access.ts';
import type { AnyVisit } from './visit.ts';

/** Notes that a merchant's page is read; does nothing for the merchant's own users, and for records without a merchant. */
export async function looksAt(
  { ctx, user, viewer, request, live }: AnyVisit,
  merchantId: string | null | undefined,
): Promise<void> {
  // A stream renders its page many times for one view.
  if (viewer.merchants !== 'all' || !merchantId || live.isShown) return;
  await noteLook(ctx, { who: user.id, merchantId, network: request.ip });
}
