// Single payments: what a merchant may take besides the regular ones, how much, and the total.
import { type Cents, formatRand } from '../../../kernel/money.ts';
import { words } from '../../words/index.ts';
import type { Terms } from '../model.ts';

const lesser = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/** Returns the most that all single payments can total, in cents: 0 if there are none, undefined without a limit. */
export function mostOfSingle({ single }: Terms): Cents | undefined {
  const { maxCents, maxCount, maxTotalCents } = single;
  const byNumber = maxCount === undefined ? undefined : maxCents * BigInt(maxCount);
  if (byNumber === undefined || maxTotalCents === undefined) return byNumber ?? maxTotalCents;
  return lesser(byNumber, maxTotalCents);
}

/** Returns the sentence about single payments: none, or any limits of each, of their number and of their total. */
export function singlePayments(model: Terms): string {
  const { subscribe } = words(model.language);
  const { merchantName, single } = model;
  if (single.maxCount === 0) return subscribe.noSingle(merchantName);
  const max = formatRand(lesser(single.maxCents, single.maxTotalCents ?? single.maxCents));
  const each =
    single.minCents === undefined
      ? subscribe.upTo(merchantName, max)
      : subscribe.band(merchantName, formatRand(single.minCents), max);
  return `${each} ${howMany(model)}`;
}

function howMany(model: Terms): string {
  const { subscribe } = words(model.language);
  const { maxCount } = model.single;
  const most = mostOfSingle(model);
  if (most === undefined) return subscribe.unlimited;
  if (maxCount === 1) return subscribe.onlyOne;
  const number = maxCount === undefined ? subscribe.anyNumber : subscribe.atMost(maxCount.toString());
  return `${number} ${subscribe.together(formatRand(most))}`;
}
