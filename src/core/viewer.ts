// The reader's scope. The database leaves out rows outside of it; nothing is filtered afterwards.
import type { Db } from '../kernel/db/db.ts';
import { firstOf } from '../kernel/required.ts';

/** The merchants whose rows a user can read: all, for operators, or some, by their ids. */
export interface Viewer {
  merchants: 'all' | readonly string[];
}

/** The service itself, and users at its command line: they see everything. */
export const everything: Viewer = { merchants: 'all' };

/** Who acts for one merchant: holders of its keys. */
export const only = (merchantId: string): Viewer => ({ merchants: [merchantId] });

/** True if a viewer sees the rows of a merchant. Unallocated rows are the operator's. */
export function sees({ merchants }: Viewer, merchantId: string | null): boolean {
  return merchants === 'all' || (merchantId !== null && merchants.includes(merchantId));
}

/** Returns the condition that keeps a viewer to their merchants. `column` is the name of the merchant's column. */
export function seenBy(db: Db, { merchants }: Viewer, column = 'merchant_id') {
  if (merchants === 'all') return db`true`;
  const name = db(column);
  // An index in the order of time can follow only one merchant.
  return merchants.length === 1
    ? db`${name} = ${firstOf(merchants)}`
    : db`${name} = any (${[...merchants]}::uuid[])`;
}
