// When a refund is picked up: with the next batch, or at once in real time.
import type { AnyContext } from '../context.ts';
import type { Refund } from './store.ts';

/** Returns when a refund that is ready now is picked up. */
export function nextPickUp(
  { policy, clock }: Pick<AnyContext, 'policy' | 'clock'>,
  { realTime }: Pick<Refund, 'realTime'>,
): Date {
  const now = clock.now();
  return realTime ? now : policy.calendar.nextTimeOnBusinessDay(now, policy.refundBatchTimes);
}
