// All SQL of the operators' views of merchants.
import type { Tx } from '../../kernel/db/db.ts';
import { anyRow } from '../../kernel/db/rows.ts';

/** Returns false if the look of that day was noted before. */
export const insertLook = (
  tx: Tx,
  { who, merchantId, day }: { who: string; merchantId: string; day: string },
) =>
  anyRow(tx`
    insert into console.looks (user_id, merchant_id, day) values (${who}, ${merchantId}, ${day})
    on conflict do nothing`);
