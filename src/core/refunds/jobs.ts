// Picking refunds up: each batch takes what is pending, real-time refunds go at once. A refund that the site's balance
// does not cover waits for the next batch and says so.
import { plus } from '../../kernel/clock.ts';
import type { Tx } from '../../kernel/db.ts';
import { newId } from '../../kernel/ids.ts';
import type { Sweep } from '../../kernel/jobs.ts';
import { type Context, transact } from '../context.ts';
import { spendable } from '../ledger/actions.ts';
import { findSite } from '../merchants/actions.ts';
import { lockBoth } from '../transactions/moves.ts';
import { orderTransfer } from '../transfers/actions.ts';
import { moveRefund } from './moves.ts';
import * as store from './store.ts';

const batchSize = 200;
const retryRealTimeMs = 5 * 60_000;
export const waitingReason = 'the balance of the site does not cover it yet';

export function createRefundSweep(ctx: Context): Sweep {
  return {
    name: 'refunds.submit',
    intervalMs: 1_000,
    run: async () => {
      const now = ctx.clock.now();
      const due = await store.findDueRefunds(ctx.db, now, batchSize);
      if (due.length === 0) return 0;
      const batchId = newId(ctx.clock);
      await transact(ctx, (tx) => store.insertBatch(tx, { id: batchId, pickedUpAt: now }));
      for (const { id, realTime } of due) await submitRefund(ctx, id, realTime ? null : batchId);
      return due.length;
    },
  };
}

/** Submits a refund if it is still pending and the site's balance covers it. A cancellation that came first wins. */
export function submitRefund(ctx: Context, id: string, batchId: string | null): Promise<void> {
  return transact(ctx, async (tx) => {
    const found = await store.findAnyRefund(tx, id);
    const both = found && (await lockBoth(tx, found.transactionId));
    const refund = await store.lockRefund(tx, id);
    if (!both || refund?.state !== 'pending') return;
    const site = (await findSite(tx, refund.siteId))!;
    if ((await spendable(tx, site.id)) < refund.amountCents) return wait(ctx, tx, refund);
    const own = { ...ctx, correlationId: refund.correlationId };
    await store.setPickedUp(tx, refund.id, batchId, ctx.clock.now());
    await moveRefund(own, tx, both, refund, 'submit', null);
    await orderTransfer(own, tx, {
      merchantId: refund.merchantId,
      siteId: refund.siteId,
      purpose: 'refund',
      objectId: refund.id,
      refundOf: refund.transactionId,
      amount: refund.amountCents,
      bankId: refund.bankId,
      branchCode: refund.branchCode,
      accountSealed: both.transaction.payerAccountSealed!,
      reference: refund.statementReference,
      realTime: refund.realTime,
      correlationId: refund.correlationId,
    });
  });
}

function wait(ctx: Context, tx: Tx, refund: store.Refund): Promise<void> {
  const { calendar, refundBatchTimes } = ctx.policy;
  const now = ctx.clock.now();
  const next = refund.realTime
    ? plus(now, retryRealTimeMs)
    : calendar.nextTimeOnBusinessDay(now, refundBatchTimes);
  return store.setWaiting(tx, refund.id, next, waitingReason);
}
