// Picks refunds up: each batch takes the pending ones, real-time refunds go at once. A refund not covered by the site's
// balance waits for the next batch, with that reason. One transaction processes many, in the order they were due.
import { plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { findUnsettled, spendableOf } from '../ledger/actions.ts';
import { type Both, lockTransactions } from '../transactions/decisions.ts';
import { releaseRefund } from '../transactions/refunded-amounts.ts';
import { reversedState } from '../transactions/state.ts';
import { countRefundTransfers, orderTransfer } from '../transfers/actions.ts';
import { change } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import { nextPickUp } from './pick-up.ts';
import { dueStates } from './state.ts';
import * as store from './store.ts';
import { moveRefund } from './transitions.ts';

const pageSize = 200;
const retryRealTimeMs = 5 * 60_000;
/** The reason of a refund that its site's balance does not cover. */
export const waitingReason = 'the balance of the site does not cover it yet';

/** Submits due refunds; those that cannot be paid yet stay due. */
export function createRefundSweep(ctx: Context): Sweep {
  return {
    name: 'refunds.submit',
    intervalMs: 1_000,
    nextDue: async (after) => (await store.nextDueRefund(ctx.db, after)) ?? undefined,
    run: async () => {
      const batch: store.Batch = { id: newId(ctx.clock), pickedUpAt: ctx.clock.now() };
      const failures: unknown[] = [];
      let done = 0;
      for await (const due of duePages(ctx, batch.pickedUpAt))
        done += await submitOrFail(ctx, due, (set) => submit(ctx, set, batch), failures);
      if (failures.length > 0) throw failures[0];
      return done;
    },
  };
}

/**
 * Failing refunds must not block their batch: a failed set is processed one by one, failures are collected, and failed
 * refunds stay due.
 */
async function submitOrFail(
  ctx: Context,
  due: readonly store.DueRefund[],
  submitSet: (set: readonly store.DueRefund[]) => Promise<number>,
  failures: unknown[],
): Promise<number> {
  try {
    return await submitSet(due);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (due.length === 1) {
      failures.push(error);
      return 0;
    }
    let done = 0;
    for (const one of due) done += await submitOrFail(ctx, [one], submitSet, failures);
    return done;
  }
}

async function* duePages(ctx: Context, now: Date): AsyncGenerator<store.DueRefund[]> {
  let last: store.DueRefund | undefined;
  for (;;) {
    const page = await store.findDueRefunds(ctx.db, now, last, pageSize);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

/** For the sandbox: submits a refund outside of any batch, if it is pending and the site's balance covers it. */
export async function submitRefund(ctx: Context, id: string): Promise<void> {
  const found = await store.findAnyRefund(ctx.db, id);
  if (found) await submit(ctx, [found], null);
}

interface Pending {
  refund: store.Refund;
  both: Both;
}

/**
 * Processes refunds in the given order: submits them, or lets them wait for a balance. Returns how many; for the others
 * there was nothing to do, or not yet.
 */
function submit(
  ctx: Context,
  due: readonly Pick<store.Refund, 'id' | 'transactionId'>[],
  batch: store.Batch | null,
): Promise<number> {
  return inWork(ctx, async (work) => {
    const found = await lockPending(work, due);
    const pending = found.filter(({ both }) => both.transaction.state !== reversedState);
    for (const one of found) if (!pending.includes(one)) await callOff(work, one);
    if (pending.length === 0) return found.length;
    const siteIds = [...new Set(pending.map(({ refund }) => refund.siteId))];
    const balances = await spendableOf(work.tx, siteIds);
    // The sandbox submits one at any time.
    const unsettled = batch ? await findUnsettled(work, siteIds) : new Set();
    const ready = pending.filter(({ refund }) => !unsettled.has(refund.siteId));
    const covered = ready.filter(({ refund }) => takeOrWait(work, refund, balances));
    if (batch && covered.some(({ refund }) => !refund.realTime)) await store.insertBatch(work.tx, batch);
    await orderAll(work, covered, batch);
    return found.length - pending.length + ready.length;
  });
}

/** Locks refunds and their transactions. An earlier cancellation wins. */
async function lockPending(
  { tx }: Work,
  due: readonly Pick<store.Refund, 'id' | 'transactionId'>[],
): Promise<Pending[]> {
  const found = await lockTransactions(
    tx,
    due.map(({ transactionId }) => transactionId),
  );
  const refunds = await store.lockRefunds(
    tx,
    due.map(({ id }) => id),
  );
  return due.flatMap(({ id, transactionId }) => {
    const [refund, both] = [refunds.get(id), found.get(transactionId)];
    return both && refund && isDue(refund) ? { refund, both } : [];
  });
}

const isDue = ({ state }: store.Refund): boolean => (dueStates as readonly string[]).includes(state);

/** The payer has the money already. */
async function callOff(work: Work, { refund, both }: Pending): Promise<void> {
  const own = { ...work, correlationId: refund.correlationId };
  await moveRefund(own, both, refund, 'cancel', 'the bank took the payment back');
  releaseRefund(own, both, refund.amountCents);
}

/** Deducts a refund from its site's balance; if that does not cover it, returns false and the refund waits. */
function takeOrWait(work: Work, refund: store.Refund, balances: Map<string, Cents>): boolean {
  const left = getOrThrow(balances, refund.siteId) - refund.amountCents;
  if (left >= 0n) {
    balances.set(refund.siteId, left);
    return true;
  }
  change(work, store.refunds, refund, { dueAt: retryAt(work, refund), stateReason: waitingReason });
  return false;
}

async function orderAll(work: Work, pending: readonly Pending[], batch: store.Batch | null): Promise<void> {
  const counts = await countRefundTransfers(
    work.tx,
    pending.map(({ refund }) => refund.transactionId),
  );
  for (const { refund, both } of pending) {
    const number = 1 + (counts.get(refund.transactionId) ?? 0);
    counts.set(refund.transactionId, number);
    const own = { ...work, correlationId: refund.correlationId };
    const batchId = refund.realTime ? null : (batch?.id ?? null);
    change(work, store.refunds, refund, { batchId, submittedAt: work.clock.now() });
    await moveRefund(own, both, refund, 'submit', null);
    await orderTransfer(own, {
      merchantId: refund.merchantId,
      siteId: refund.siteId,
      purpose: 'refund',
      objectId: refund.id,
      pays: refund.transactionId,
      number,
      refundOf: refund.transactionId,
      from: both.transaction.bankAccount,
      amount: refund.amountCents,
      bankId: refund.bankId,
      branchCode: refund.branchCode,
      accountSealed: refund.accountSealed ?? both.transaction.payerAccountSealed!,
      accountHolder: refund.accountSealed === null ? both.transaction.payerHolder : refund.accountHolder,
      reference: refund.statementReference,
      realTime: refund.realTime,
      correlationId: refund.correlationId,
    });
  }
}

/** A refund in real time waits for the balance only minutes. */
const retryAt = (ctx: AnyContext, refund: store.Refund): Date =>
  refund.realTime ? plus(ctx.clock.now(), retryRealTimeMs) : nextPickUp(ctx, refund);
