// All SQL of who of the operator has looked at whom.
import type { Tx } from '../../kernel/db/db.ts';

/** Returns false where the look of that day was noted before. */
export async function insertLook(
  tx: Tx,
  { who, merchantId, day }: { who: string; merchantId: string; day: string },
): Promise<boolean> {
  const first = await tx`
    insert into console.looks (user_id, merchant_id, day) values (${who}, ${merchantId}, ${day})
    on conflict do nothing`;
  return first.count > 0;
}
