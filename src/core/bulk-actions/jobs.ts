// Does tasks, some payments at a time: claim, and then each payment with its outcome in one transaction. A killed process has
// done a payment and noted it, or neither.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { resendAll } from '../notifications/messages.ts';
import { findPaymentForCustomer } from '../payments/actions.ts';
import type { Rails } from '../rails.ts';
import { findOfPayment } from '../transactions/actions.ts';
import { cancelPaymentAtBank, cancelPaymentLocally } from '../transactions/cancellation.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { bulkActionSweep } from './actions.ts';
import * as store from './store.ts';

const itemsPerStep = 20;
// Many times the length of a step. A slower one finds its payments done by another process, and goes on behind them.
const leaseMs = 60_000;
const mostTries = 10;
const serviceFailed = 'the service failed at it; try it again';

/** An action on one payment. */
interface Deed {
  /** Calls banks, outside of any transaction; again, it changes nothing. */
  call?(ctx: Context, viewer: Viewer, paymentId: string): Promise<void>;
  /** Throws DomainError if it cannot be done. */
  act(work: Work, viewer: Viewer, paymentId: string): Promise<void>;
}

export function createBulkActionSweep(ctx: Context, rails: Rails): Sweep {
  const deeds = deedsOf(rails);
  return {
    name: bulkActionSweep,
    intervalMs: 5_000,
    nextDue: (after) => firstDue(ctx.db, 'tasks', 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const task = await store.claimBulkAction(ctx.db, now, plus(now, leaseMs));
      if (!task) return 0;
      const own: Context = { ...ctx, actor: task.createdBy, correlationId: task.correlationId };
      for (const item of await store.findNext(own.db, task, itemsPerStep))
        await doItem(own, deeds[task.kind], task, item);
      await store.makeDue(own.db, task.id, own.clock.now());
      return 1;
    },
  };
}

async function doItem(
  ctx: Context,
  deed: Deed,
  task: store.BulkAction,
  item: store.BulkActionItem,
): Promise<void> {
  const viewer: Viewer = { merchants: task.merchants ?? 'all' };
  try {
    // A process has died at it again and again.
    if (task.tries > mostTries && item.index === task.nextIndex)
      throw new DomainError('StepNotAllowed', { detail: serviceFailed });
    await deed.call?.(ctx, viewer, item.paymentId);
    await inOutcome(ctx, task, { ...item, outcome: 'done', why: null }, (work) =>
      deed.act(work, viewer, item.paymentId),
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const isRefusal = error instanceof DomainError;
    if (!isRefusal)
      ctx.log.error({ error, taskId: task.id, paymentId: item.paymentId }, 'a task failed at it');
    const why = isRefusal ? error.message : serviceFailed;
    await inOutcome(ctx, task, { ...item, outcome: 'refused', why });
  }
}

/** Acts and writes the outcome, or nothing where another process has done it. */
function inOutcome(
  ctx: Context,
  task: store.BulkAction,
  item: store.BulkActionItem,
  act: (work: Work) => Promise<void> = async () => {},
): Promise<void> {
  return inWork(ctx, async (work) => {
    if (!(await store.lockOpen(work.tx, task.id, item.index))) return;
    await act(work);
    const now = work.clock.now();
    await store.setOutcome(work.tx, task.id, item, { now, dueAt: plus(now, leaseMs) });
  });
}

const deedsOf = (rails: Rails): Record<store.BulkActionKind, Deed> => ({
  resend: { act: resend },
  cancel: {
    // A bank that has the payment is notified first.
    call: (ctx, viewer, id) => cancelPaymentAtBank(ctx, rails, viewer, id),
    act: async (work, viewer, id) =>
      void (await cancelPaymentLocally(work, viewer, id, { state: 'created' })),
  },
});

async function resend(work: Work, viewer: Viewer, id: string): Promise<void> {
  const payment = await findPaymentForCustomer(work.db, id);
  const attempts = payment ? await findOfPayment(work.db, { ...payment, paymentId: id }) : [];
  const isNotified = await resendAll(
    work,
    viewer,
    attempts.map((attempt) => attempt.id),
  );
  if (!isNotified)
    throw new DomainError('PaymentNotFound', { detail: 'the payment has no notification yet' });
}
