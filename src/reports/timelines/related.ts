// Other timelines that a timeline touches, for the reader to continue there.
import { formatRand } from '../../kernel/money.ts';
import type { Family } from './family.ts';
import type { SettledRow } from './record-store.ts';
import type { Related } from './timeline.ts';

/**
 * Returns the timelines that a family leads to: subscription, bulk job, settlements, payments of a charge or deposit.
 */
export function listRelated(family: Family, settled: SettledRow[]): Related[] {
  const own = new Set([...family.payments, ...family.subscriptions].map(({ id }) => id));
  const found: Related[] = [
    ...family.charges.map(({ subscriptionId, type, occurrence }) => ({
      kind: 'subscription' as const,
      id: subscriptionId,
      what: `Subscription of ${occurrence === null ? `the ${type} charge` : `charge ${occurrence}`}`,
    })),
    ...family.charges.flatMap(({ paymentId, occurrence, state }) =>
      paymentId === null
        ? []
        : [{ kind: 'payment' as const, id: paymentId, what: `Charge ${occurrence ?? ''}, ${state}` }],
    ),
    ...family.payments.flatMap(({ jobId }) =>
      jobId === null ? [] : [{ kind: 'bulk_job' as const, id: jobId, what: 'Bulk job with its request' }],
    ),
    ...family.payments.flatMap(({ linkId }) =>
      linkId === null ? [] : [{ kind: 'payment_link' as const, id: linkId, what: 'Its payment link' }],
    ),
    ...family.parts.flatMap(({ paymentId, amountCents }) =>
      paymentId === null
        ? []
        : [
            {
              kind: 'payment' as const,
              id: paymentId,
              what: `Payment of ${formatRand(amountCents)} from the deposit`,
            },
          ],
    ),
    ...settled.map(({ settlementId, reference, state }) => ({
      kind: 'settlement' as const,
      id: settlementId,
      what: `Settlement ${reference}, ${state}`,
    })),
  ];
  const others = new Map(found.filter(({ id }) => !own.has(id)).map((one) => [one.id, one]));
  return [...others.values()];
}
