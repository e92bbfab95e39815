// Read access of merchants to their settlements.
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './store.ts';

export { lineTypes } from './lines.ts';
export { onSettlementTransfer } from './paying.ts';
export { settlementMachine } from './state.ts';
export {
  listSettlementLines,
  listSettlements,
  type Settlement,
  type SettlementLine,
  settlements,
} from './store.ts';

/** Returns a merchant's settlement. Throws SettlementNotFound for another merchant's. */
export async function getSettlement(ctx: Context, merchantId: string, id: string): Promise<store.Settlement> {
  const settlement = await store.findSettlement(ctx.db, merchantId, id);
  if (!settlement) throw new DomainError('SettlementNotFound');
  return settlement;
}

/** Returns a settlement that a viewer sees, and the sums of its lines by type. Throws SettlementNotFound. */
export async function readSettlement(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<{ settlement: store.Settlement; totals: store.TypeTotal[] }> {
  const settlement = await store.findSeenSettlement(db, viewer, id);
  if (!settlement) throw new DomainError('SettlementNotFound');
  return { settlement, totals: await store.sumLines(db, id) };
}
