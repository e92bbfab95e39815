// The viewer of a timeline, and the connection on which it is read. Every statement of timelines leaves out rows that
// the viewer cannot see.
import { onSeenAccount } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { atOneInstant } from '../../core/unit-of-work.ts';
import { actorWords } from '../../core/users/names.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import { planning } from '../../kernel/db/plans.ts';
import { sendAhead } from '../../kernel/db/send-order.ts';

export interface ReadScope {
  db: Db;
  viewer: Viewer;
}

/**
 * Returns the condition that limits a statement to rows of the viewer's merchants. Unallocated rows are the operator's.
 */
export const ofMerchants = ({ db, viewer }: ReadScope, column?: string) => seenBy(db, viewer, column);

/** Returns the same for deposits: those on accounts that the viewer sees are theirs too. */
export const ofDeposits = ({ db, viewer }: ReadScope, name: string) =>
  db`(${seenBy(db, viewer, `${name}.merchant_id`)} or ${onSeenAccount(db, viewer, `${name}.bank_account`)})`;

/** True for viewers who see everything: operators and the service itself. */
export const isOperator = ({ viewer }: Pick<ReadScope, 'viewer'>): boolean => viewer.merchants === 'all';

/** Returns a column with an actor, as `actorWords` names them. */
export const actorFor = ({ db, viewer }: ReadScope, column: string) => actorWords(db, viewer, column);

/**
 * Runs the reads of a timeline or of a search: all see the database at one instant, and are planned for any values.
 */
export function readTogether<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return atOneInstant(ctx, (tx) => sendAhead(planning(tx, 'for any values'), () => work(tx)));
}
