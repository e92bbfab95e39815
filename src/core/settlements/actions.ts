// What merchants may read of their settlements.
import type { Page, PageRequest } from '../../kernel/http/paging.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as store from './store.ts';

export { lineTypes } from './lines.ts';
export { onSettlementTransfer } from './paying.ts';
export { settlementMachine } from './state.ts';
export type { Settlement, SettlementLine } from './store.ts';

/** A merchant's settlement; throws SettlementNotFound for anybody else's. */
export async function getSettlement(ctx: Context, merchantId: string, id: string): Promise<store.Settlement> {
  const settlement = await store.findSettlement(ctx.db, merchantId, id);
  if (!settlement) throw new DomainError('SettlementNotFound');
  return settlement;
}

/** A page of a merchant's settlements, the latest day first. */
export function listSettlements(
  ctx: Context,
  filter: store.SettlementFilter,
  page: PageRequest,
): Promise<Page<store.Settlement>> {
  return store.pageSettlements(ctx.db, filter, page);
}

/** A page of the lines of a merchant's settlement, the latest first; empty for anybody else's. */
export function listSettlementLines(
  ctx: Context,
  merchantId: string,
  id: string,
  page: PageRequest,
): Promise<Page<store.SettlementLine>> {
  return store.pageLines(ctx.db, merchantId, id, page);
}
