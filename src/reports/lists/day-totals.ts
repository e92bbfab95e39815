// The total of a list from the totals of days, where they know its filters.
import type { Viewer } from '../../core/viewer.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { plus } from '../../kernel/clock.ts';
import type { Tx } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { listDays } from '../totals/reading-store.ts';
import type { Description, FilterName, Filters } from './list.ts';

const knownToDays: readonly FilterName[] = ['merchant', 'site', 'state', 'from', 'to', 'sort', 'order'];

/** Returns the number and the sum of a list's rows; undefined for a filter that the totals of days do not know. */
export async function totalOfDays(
  tx: Tx,
  { dayTotals }: Description,
  viewer: Viewer,
  { siteId, merchantId, state, from, to, words }: Filters,
): Promise<{ count: number; cents: Cents } | undefined> {
  if (!dayTotals || !from || !to) return undefined;
  const names = Object.keys(words) as FilterName[];
  if (names.some((name) => words[name] && !knownToDays.includes(name))) return undefined;
  const whose = merchantId === undefined ? viewer : { merchants: [merchantId] };
  const days = { from: dayOf(from).toString(), to: dayOf(plus(to, -1)).toString() };
  const all = await listDays(tx, { viewer: whose, siteId, withTests: true }, days, [dayTotals], false);
  const own = all.filter((total) => state === undefined || total.state === state);
  return {
    count: own.reduce((sum, { n }) => sum + Number(n), 0),
    cents: own.reduce((sum, { cents }) => sum + cents, 0n),
  };
}
