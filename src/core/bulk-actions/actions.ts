// Bulk actions: one action on many payments that a user selected with a filter. Each payment is processed once, in its
// own transaction.
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { AnyContext } from '../context.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './store.ts';

export { type BulkAction, bulkActionItems, bulkActions, listBulkActions } from './store.ts';

export const bulkActionSweep = 'tasks.do';

/** The most payments of one task. */
export const mostItems = 10_000;
const itemsPerInsert = 1_000;

export interface NewBulkAction {
  kind: store.BulkActionKind;
  /** The filter as the person saw it. */
  filters: string;
  payments: readonly Pick<store.BulkActionItem, 'merchantId' | 'paymentId' | 'reference' | 'amountCents'>[];
}

/** Begins a task for the actor, who does it with a viewer's sight. Throws InvalidField if it has none or too many payments. */
export function startBulkAction(
  ctx: AnyContext,
  viewer: Viewer,
  given: NewBulkAction,
): Promise<store.BulkAction> {
  const { kind, filters, payments } = given;
  if (payments.length < 1 || payments.length > mostItems)
    throw invalidField('payments', `an action applies to 1 to ${mostItems} payments`);
  const task: store.BulkAction = {
    id: newId(ctx.clock),
    ...{ kind, filters, itemCount: payments.length },
    merchants: viewer.merchants === 'all' ? null : [...viewer.merchants],
    sumCents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0n),
    ...{ nextIndex: 0, tries: 0, createdBy: ctx.actor, correlationId: ctx.correlationId },
    ...{ createdAt: ctx.clock.now(), completedAt: null },
  };
  const items = payments.map((payment, index) => ({ ...payment, index }));
  return inWork(ctx, async (work) => {
    await store.insertBulkAction(work.tx, task);
    for (let from = 0; from < items.length; from += itemsPerInsert)
      await store.insertItems(work.tx, task.id, items.slice(from, from + itemsPerInsert));
    await wakeAfterCommit(work.tx, bulkActionSweep);
    return task;
  });
}

/** Returns a bulk action that a viewer sees, with its progress, or undefined. */
export async function findSeenBulkAction(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<{ task: store.BulkAction; done: number; refused: number } | undefined> {
  const task = await store.findSeenBulkAction(db, viewer, id);
  return task && { task, ...(await store.countOutcomes(db, id)) };
}
