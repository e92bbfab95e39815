// Single payments: the charges that a merchant can take besides the regular ones, with their limits and total.
import { type Cents, formatRand } from '../../../kernel/money.ts';
import { words } from '../../messages/index.ts';
import type { Terms } from '../model.ts';

const lesser = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/** Returns the maximum total of all single payments, in cents: 0 without single payments, undefined without a limit. */
export function mostOfSingle({ single }: Terms): Cents | undefined {
  if (!single) return 0n;
  const { maxCents, maxCount, maxTotalCents } = single;
  const byNumber = maxCount === undefined ? undefined : maxCents * BigInt(maxCount);
  if (byNumber === undefined || maxTotalCents === undefined) return byNumber ?? maxTotalCents;
  return lesser(byNumber, maxTotalCents);
}

/** Returns the range of each single payment, and the merchant's limits; undefined without single payments. */
export function singlePayments(model: Terms): string | undefined {
  const { subscribe } = words(model.language);
  const { merchantName, single } = model;
  if (!single) return undefined;
  const { minCents, maxCents, maxCount, maxTotalCents } = single;
  const most = mostOfSingle(model);
  const sentences = [
    subscribe.band(
      merchantName,
      formatRand(minCents),
      formatRand(lesser(maxCents, maxTotalCents ?? maxCents)),
    ),
    maxCount === 1 && subscribe.onlyOne,
    maxCount !== undefined && maxCount > 1 && subscribe.atMost(maxCount.toString()),
    maxCount !== 1 && most !== undefined && subscribe.together(formatRand(most)),
  ];
  return sentences.filter(Boolean).join(' ');
}
