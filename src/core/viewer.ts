// Who reads. What somebody may not see is left out by the database, and never filtered afterwards.
import type { Db } from '../kernel/db/db.ts';
import { firstOf } from '../kernel/required.ts';

/** Whose rows somebody may read: those of all merchants, as operators do, or those of some, by their ids. */
export interface Viewer {
  merchants: 'all' | readonly string[];
}

/** The service itself, and people at its command line: they see everything. */
export const everything: Viewer = { merchants: 'all' };

/** Who acts for one merchant: holders of its keys. */
export const only = (merchantId: string): Viewer => ({ merchants: [merchantId] });

/** True where a viewer sees the rows of a merchant. Rows of nobody are the operator's. */
export function sees({ merchants }: Viewer, merchantId: string | null): boolean {
  return merchants === 'all' || (merchantId !== null && merchants.includes(merchantId));
}

/** Returns the condition that keeps a viewer to their merchants. `column` is the name of the merchant's column. */
export function seenBy(db: Db, { merchants }: Viewer, column = 'merchant_id') {
  if (merchants === 'all') return db`true`;
  const name = db(column);
  // One merchant is what an index in the order of time can follow.
  return merchants.length === 1
    ? db`${name} = ${firstOf(merchants)}`
    : db`${name} = any (${[...merchants]}::uuid[])`;
}
