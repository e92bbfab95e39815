// The evidence of refund items with a wrong hash.
import type { Context } from '../../core/context.ts';
import { recordMismatch } from '../../core/hash-mismatches/actions.ts';
import type { KeptEvidence } from '../../core/hash-mismatches/evidence.ts';
import { withinLimits } from '../../core/hash-mismatches/limits.ts';
import type { GivenFields } from '../dialect/given.ts';
import { sentFields, type WrongItems } from '../dialect/mismatch.ts';
import type { RefundItem } from './refund-items.ts';

/** Returns the values of an item as its hash takes them, and the whole item as it was sent. */
export function refundEvidence(item: {
  transactionId: string;
  amount: string;
  refundReason: string;
  notifyUrl?: string | undefined;
  hashCheck: string;
  given: GivenFields;
}): KeptEvidence {
  const fields = [
    { name: 'transactionId', text: item.transactionId, kind: 'text' as const },
    { name: 'amount', text: item.amount, kind: 'amount' as const },
    { name: 'refundReason', text: item.refundReason, kind: 'text' as const },
    { name: 'notifyUrl', text: item.notifyUrl ?? '', kind: 'address' as const },
  ];
  const sent = sentFields(item.given);
  return withinLimits({ fields, sent, digest: item.hashCheck, mayBeLeftOut: [] });
}

export type WrongRefunds = WrongItems<Required<RefundItem>>;

/** Keeps each site's first item with a wrong hash from one request. */
export async function keepWrongRefunds(
  ctx: Context,
  merchantId: string,
  wrongOfSites: WrongRefunds,
  items: number,
): Promise<void> {
  try {
    for (const [id, { first, wrong }] of wrongOfSites) {
      const evidence = { ...refundEvidence(first), among: { wrong, items } };
      const given = { surface: 'refunds' as const, reference: first.transactionId, evidence };
      await recordMismatch(ctx, { id, merchantId }, given);
    }
  } catch (error) {
    // The other items are refunded even if this fails.
    ctx.log.error({ error }, 'a refund with a wrong hash could not be kept for diagnosis');
  }
}
