// Picking refunds up: each batch takes what is pending, real-time refunds go at once. A refund that the site's balance
// does not cover waits for the next batch and says so.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { type AnyContext, type Context, inWork, type Work } from '../context.ts';
import { spendable } from '../ledger/actions.ts';
import { change } from '../steps.ts';
import { lockBoth } from '../transactions/together.ts';
import { countRefundTransfers, orderTransfer } from '../transfers/actions.ts';
import { moveRefund } from './moves.ts';
import { refundMachine } from './state.ts';
import * as store from './store.ts';

const pageSize = 200;
const retryRealTimeMs = 5 * 60_000;
const waitingReason = 'the balance of the site does not cover it yet';

/**
 * Whether all that is to be settled of a site's balance has been taken from it, so that what is left may be spent. Asked
 * while the site's spending lock is held.
 */
export type IsSettled = (work: Work, siteId: string) => Promise<boolean>;

/** Submits what is due; what may not be spent yet stays due. */
export function createRefundSweep(ctx: Context, isSettled: IsSettled): Sweep {
  return {
    name: 'refunds.submit',
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'refunds', 'due_at', after, refundMachine.initial),
    run: async () => {
      const batch: store.Batch = { id: newId(ctx.clock), pickedUpAt: ctx.clock.now() };
      const failures: unknown[] = [];
      let done = 0;
      for await (const due of dueRefunds(ctx, batch.pickedUpAt)) {
        const taken = await submitOrFail(ctx, due, batch, isSettled, failures);
        if (taken) done += 1;
      }
      if (failures.length > 0) throw failures[0];
      return done;
    },
  };
}

/** One that cannot be submitted keeps no other from its batch: its failure is noted, and it stays due. */
async function submitOrFail(
  ctx: Context,
  { id, realTime }: store.DueRefund,
  batch: store.Batch,
  isSettled: IsSettled,
  failures: unknown[],
): Promise<boolean> {
  try {
    return await submit(ctx, id, realTime ? null : batch, isSettled);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    failures.push(error);
    return false;
  }
}

async function* dueRefunds(ctx: Context, now: Date): AsyncGenerator<store.DueRefund> {
  let last: store.DueRefund | undefined;
  for (;;) {
    const page = await store.findDueRefunds(ctx.db, now, last, pageSize);
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

/** For the sandbox: submits a refund outside of any batch, if it is still pending and the site's balance covers it. */
export async function submitRefund(ctx: Context, id: string): Promise<void> {
  await submit(ctx, id, null, async () => true);
}

/** Takes one refund on: submitted, or waiting for a balance. False when there was nothing to do, or nothing yet. */
function submit(ctx: Context, id: string, batch: store.Batch | null, isSettled: IsSettled): Promise<boolean> {
  return inWork(ctx, async (work) => {
    const found = await store.findAnyRefund(work.tx, id);
    const both = found && (await lockBoth(work.tx, found.transactionId));
    const refund = await store.lockRefund(work.tx, id);
    // A cancellation that came first wins.
    if (!both || refund?.state !== 'pending') return false;
    const balance = await spendable(work.tx, refund.siteId);
    if (!(await isSettled(work, refund.siteId))) return false;
    if (balance < refund.amountCents) {
      await store.setWaiting(work.tx, refund.id, nextPickUp(work, refund), waitingReason);
      return true;
    }
    const own = { ...work, correlationId: refund.correlationId };
    if (batch) await store.insertBatch(work.tx, batch);
    change(work, refundMachine, refund, { batchId: batch?.id ?? null, submittedAt: work.clock.now() });
    await moveRefund(own, both, refund, 'submit', null);
    await orderTransfer(own, {
      merchantId: refund.merchantId,
      siteId: refund.siteId,
      purpose: 'refund',
      objectId: refund.id,
      pays: refund.transactionId,
      number: 1 + (await countRefundTransfers(work.tx, refund.transactionId)),
      refundOf: refund.transactionId,
      amount: refund.amountCents,
      bankId: refund.bankId,
      branchCode: refund.branchCode,
      accountSealed: both.transaction.payerAccountSealed!,
      reference: refund.statementReference,
      realTime: refund.realTime,
      correlationId: refund.correlationId,
    });
    return true;
  });
}

function nextPickUp(ctx: AnyContext, { realTime }: store.Refund): Date {
  const { calendar, refundBatchTimes } = ctx.policy;
  const now = ctx.clock.now();
  return realTime ? plus(now, retryRealTimeMs) : calendar.nextTimeOnBusinessDay(now, refundBatchTimes);
}
