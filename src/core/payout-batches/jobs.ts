// Carries out the decisions about batches: some payouts in each transaction. A killed process has done all of a step or nothing, and
// the batch comes due again, so that each payout is decided once.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import { decideBatchPayouts } from '../payouts/actions.ts';
import { advance, change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { everything } from '../viewer.ts';
import { openOfBatch, payoutBatchSweep } from './actions.ts';
import { payoutBatchMachine } from './state.ts';
import * as store from './store.ts';

const payoutsPerStep = 100;
const leaseMs = 30_000;
/** How long a payout that its merchant still verifies is waited for until the next look. */
const verifyingMs = 5_000;

export function createPayoutBatchSweep(ctx: Context): Sweep {
  return {
    name: payoutBatchSweep,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'payout_batches', 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await store.claimBatch(ctx.db, now, plus(now, leaseMs));
      if (!claimed) return 0;
      await decideNext({ ...ctx, correlationId: claimed.correlationId }, claimed.id);
      return 1;
    },
  };
}

/** Decides about the next payouts of a batch, and ends it with the last one. */
const decideNext = action(async (work, id: string): Promise<void> => {
  const batch = await store.lockBatch(work.tx, everything, id);
  if (!batch || (batch.state !== 'approving' && batch.state !== 'declining')) return;
  const by = batch.decidedBy;
  if (by === null) return;
  const decision = { id, by, isApproved: batch.state === 'approving' };
  const { count: open } = await openOfBatch(work, id);
  const decided = await decideBatchPayouts(work, decision, payoutsPerStep);
  const now = work.clock.now();
  if (open === decided) {
    advance(work, payoutBatchMachine, batch, 'finish', null);
    change(work, store.payoutBatches, batch, { dueAt: null });
  } else {
    const dueAt = decided === 0 ? plus(now, verifyingMs) : now;
    change(work, store.payoutBatches, batch, { dueAt });
  }
});
