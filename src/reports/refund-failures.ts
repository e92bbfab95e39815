// Why the last refund of a transaction did not reach the payer's account.
import { seenBy, type Viewer } from '../core/viewer.ts';
import type { Db } from '../kernel/db/db.ts';
import { firstRow } from '../kernel/db/rows.ts';

/** Returns the newest refund of a transaction, if it failed or was returned: the payer's account may be closed. */
export async function latestRefundFailure(
  db: Db,
  viewer: Viewer,
  transactionId: string,
): Promise<{ state: string; stateReason: string | null } | undefined> {
  const newest = await firstRow(db<{ state: string; stateReason: string | null }[]>`
    select state, state_reason from refunds
    where transaction_id = ${transactionId} and ${seenBy(db, viewer)}
    order by created_at desc, id desc limit 1`);
  return newest?.state === 'failed' || newest?.state === 'returned' ? newest : undefined;
}
