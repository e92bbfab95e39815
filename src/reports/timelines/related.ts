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
      what: `it is ${occurrence === null ? `the ${type} charge` : `charge ${occurrence}`} of this subscription`,
    })),
    ...family.charges.flatMap(({ paymentId, occurrence, state }) =>
      paymentId === null
        ? []
        : [{ kind: 'payment' as const, id: paymentId, what: `charge ${occurrence ?? ''} of it, ${state}` }],
    ),
    ...family.payments.flatMap(({ jobId }) =>
      jobId === null
        ? []
        : [{ kind: 'bulk_job' as const, id: jobId, what: 'it was requested in this bulk job' }],
    ),
    ...family.parts.flatMap(({ paymentId, amountCents }) =>
      paymentId === null
        ? []
        : [
            {
              kind: 'payment' as const,
              id: paymentId,
              what: `${formatRand(amountCents)} of the deposit paid it`,
            },
          ],
    ),
    ...settled.map(({ settlementId, reference, state }) => ({
      kind: 'settlement' as const,
      id: settlementId,
      what: `${reference} paid it out; it is ${state}`,
    })),
  ];
  const others = new Map(found.filter(({ id }) => !own.has(id)).map((one) => [one.id, one]));
  return [...others.values()];
}
