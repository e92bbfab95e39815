// Read access of merchants to their settlements.
import type { Page, PageRequest } from '../../kernel/http/paging.ts';
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './store.ts';

export { lineTypes } from './lines.ts';
export { onSettlementTransfer } from './paying.ts';
export { settlementMachine } from './state.ts';
export { type Settlement, type SettlementLine, settlements } from './store.ts';

/** Returns a merchant's settlement. Throws SettlementNotFound for another merchant's. */
export async function getSettlement(ctx: Context, merchantId: string, id: string): Promise<store.Settlement> {
  const settlement = await store.findSettlement(ctx.db, merchantId, id);
  if (!settlement) throw new DomainError('SettlementNotFound');
  return settlement;
}

/** Returns a settlement that a viewer sees, and what its lines come to by type. Throws SettlementNotFound. */
export async function readSettlement(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<{ settlement: store.Settlement; totals: store.TypeTotal[] }> {
  const settlement = await store.findSeenSettlement(db, viewer, id);
  if (!settlement) throw new DomainError('SettlementNotFound');
  return { settlement, totals: await store.sumLines(db, id) };
}

/** Returns a page of a merchant's settlements, the latest day first. */
export function listSettlements(
  ctx: Context,
  filter: store.SettlementFilter,
  page: PageRequest,
): Promise<Page<store.Settlement>> {
  return store.pageSettlements(ctx.db, filter, page);
}

/** Returns a page of the lines of a merchant's settlement, the latest first; empty for another merchant's. */
export function listSettlementLines(
  ctx: Context,
  merchantId: string,
  id: string,
  page: PageRequest,
): Promise<Page<store.SettlementLine>> {
  return store.pageLines(ctx.db, merchantId, id, page);
}
