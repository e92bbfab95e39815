// Single payments: what a merchant may take besides the regular ones, how much of it, and what that makes of the sum.
import { type Cents, formatRand } from '../../../kernel/money.ts';
import { words } from '../../words/index.ts';
import type { Terms } from '../model.ts';

const lesser = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/** What all single payments may come to, in cents: 0 where there are none, undefined where that is not limited. */
export function mostOfSingle({ single }: Terms): Cents | undefined {
  const { maxCents, maxCount, maxTotalCents } = single;
  const byNumber = maxCount === undefined ? undefined : maxCents * BigInt(maxCount);
  if (byNumber === undefined || maxTotalCents === undefined) return byNumber ?? maxTotalCents;
  return lesser(byNumber, maxTotalCents);
}

/** That there are none; or what each may be, how many there may be, and what they may come to, also where nothing limits it. */
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
