// The suspension of a merchant by an operator: its requests, new payments and payouts are refused until it is resumed. Results of
// banks, pending refunds and notifications go on; settlements wait.
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { logSecurity } from './actions.ts';
import type { Site } from './store.ts';
import * as store from './suspension-store.ts';

export type { Suspension } from './suspension-store.ts';

/** The reason that is shown for what waits. */
export const suspendedReason = 'the merchant is suspended';

/** Throws MerchantSuspended for a site of a suspended merchant. */
export function assertNotSuspended({ isSuspended }: Pick<Site, 'isSuspended'>): void {
  if (isSuspended) throw new DomainError('MerchantSuspended');
}

/** Returns the suspension of a merchant; undefined if it is not suspended, or not seen. */
export async function findSuspension(
  { db }: AnyContext,
  viewer: Viewer,
  merchantId: string,
): Promise<store.Suspension | undefined> {
  const found = sees(viewer, merchantId) ? await store.findSuspension(db, merchantId) : undefined;
  return found?.suspendedAt ? found : undefined;
}

/** Suspends a merchant. Throws MerchantNotFound, InvalidField (reason), DoneAlready. */
export async function suspendMerchant(
  ctx: AnyContext,
  viewer: Viewer,
  merchantId: string,
  given: string,
): Promise<void> {
  const why = given.trim();
  if (why.length < 1 || why.length > 200)
    throw invalidField('reason', 'a reason must have 1 to 200 characters');
  await inWork(ctx, async (work) => {
    const now = sees(viewer, merchantId) ? await store.lockSuspension(work.tx, merchantId) : undefined;
    if (!now) throw new DomainError('MerchantNotFound');
    if (now.suspendedAt)
      throw new DomainError('DoneAlready', { detail: 'the merchant is already suspended' });
    const suspension = { suspendedAt: work.clock.now(), suspendedBy: work.actor, suspendedWhy: why };
    await store.setSuspension(work.tx, merchantId, suspension);
  });
  logSecurity(ctx, 'warn', { merchantId }, 'a merchant was suspended');
}

/** Ends a suspension. `judge` throws for an actor who must not. Throws MerchantNotFound, DoneAlready. */
export async function endSuspension(
  ctx: AnyContext,
  viewer: Viewer,
  merchantId: string,
  judge: (scope: AnyContext, suspension: store.Suspension) => Promise<void>,
): Promise<store.Suspension> {
  const ended = await inWork(ctx, async (work) => {
    const now = sees(viewer, merchantId) ? await store.lockSuspension(work.tx, merchantId) : undefined;
    if (!now) throw new DomainError('MerchantNotFound');
    if (!now.suspendedAt) throw new DomainError('DoneAlready', { detail: 'the merchant is not suspended' });
    await judge(work, now);
    await store.setSuspension(work.tx, merchantId, {
      suspendedAt: null,
      suspendedBy: null,
      suspendedWhy: null,
    });
    return now;
  });
  logSecurity(ctx, 'warn', { merchantId }, 'a merchant was resumed');
  return ended;
}
