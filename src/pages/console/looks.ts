// Whoever of the operator opens what is a merchant's is noted in the audit log that the merchant reads, once a day.
import { noteLook } from '../../core/people/operator-access.ts';
import type { AnyVisit } from './visit.ts';

/** Notes that a merchant's page is read; nothing where it is their own people who read, or where it is nobody's. */
export async function looksAt(
  { ctx, person, viewer, request, live }: AnyVisit,
  merchantId: string | null | undefined,
): Promise<void> {
  // A stream renders its page many times for one look.
  if (viewer.merchants !== 'all' || !merchantId || live.isShown) return;
  await noteLook(ctx, { who: person.id, merchantId, network: request.ip });
}
