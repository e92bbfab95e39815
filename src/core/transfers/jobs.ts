// Sending transfers and enquiries about them: the state says "sent" before the bank is called, and from then on only an
// enquiry decides. An order that the bank reports as unknown can be sent again, because the bank itself has confirmed
// that.
import { plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { AnyContext, Context } from '../context.ts';
import {
  BankTimeout,
  BankUnavailable,
  OrderConflict,
  placeOf,
  type Rails,
  type TransferAnswer,
  type TransferOrder,
} from '../rails.ts';
import { refuseRealTime } from '../real-time.ts';
import { change } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import { moveTransfer, moveTransfers, nextAsk, nextLook, transferSweep } from './actions.ts';
import { recordTransferAnswer } from './answers.ts';
import { isHeld, lockUnlessHeld } from './hold.ts';
import { findUnreleasable } from './releases.ts';
import * as store from './store.ts';

const batch = 200;
const leaseMs = 30_000;
/**
 * The order is abandoned after so many attempts to send it, or enquiries at which the bank reports it as unknown: after
 * more than four hours.
 */
const triesBeforeGivingUp = 10;
const unavailable = 'the bank is not available';
const unreleasable = 'its site wants people to release payments, and its account pays at once';

export interface TransferSweep extends Sweep {
  /**
   * Sends one transfer at once if it is still ready, and queries the bank about it if it is sent: for the sandbox.
   * Sends an order again that the bank does not know, so that afterwards the bank has it unless it cannot be reached.
   */
  sendNow(id: string): Promise<void>;
}

export function createTransferSweep(ctx: Context, rails: Rails): TransferSweep {
  return {
    name: transferSweep,
    intervalMs: 500,
    nextDue: (after) => firstDue(ctx.db, 'transfers', 'due_at', after),
    run: async () => {
      const now = ctx.clock.now();
      const claimed = await store.claimTransfers(ctx.db, now, plus(now, leaseMs), batch);
      const ready = claimed.filter(({ state }) => state === 'ready');
      const asked = claimed.filter(({ state }) => state !== 'ready');
      await allOf([sendAll(ready), ...asked.map(askAbout)]);
      return claimed.length;
    },
    sendNow: async (id) => {
      const ready = await store.findTransfer(ctx.db, id);
      if (ready?.state === 'ready') await work(ready);
      // The sweep may have marked it and not have called yet, or the call was lost.
      const sent = await store.findTransfer(ctx.db, id);
      if (sent?.state === 'sent') await work(sent);
    },
  };

  async function work(claimed: store.Transfer): Promise<void> {
    if (claimed.state !== 'ready') return askAbout(claimed);
    if (await markSent(claimed)) await send(claimed);
  }

  /** Marks many in one transaction, and then gives them to the bank. */
  async function sendAll(ready: readonly store.Transfer[]): Promise<void> {
    if (ready.length === 0) return;
    const held = await findUnreleasable(ctx.db, ready);
    const mayGo = ready.filter(
      (transfer) => !held.has(transfer.id) && refusalNow(ctx, transfer) === undefined,
    );
    const others = ready.filter((transfer) => !mayGo.includes(transfer));
    const marked = await markAllSent(mayGo).catch((error) => {
      if (isDatabaseAway(error)) throw error;
      // One that cannot be marked keeps no other from leaving.
      others.push(...mayGo);
      return [];
    });
    await allOf([...marked.map(send), ...others.map(work)]);
  }

  async function askAbout(claimed: store.Transfer): Promise<void> {
    const bankCtx = ctxOf(claimed);
    const before = claimed.state;
    const isReported = await rails.transfers.reportsByItself(claimed.bankAccount);
    // A return is reported too.
    if (isReported && before === 'paid')
      return store.setDue(ctx.db, { id: claimed.id, state: before, at: null, tries: claimed.tries });
    const answer = await call(bankCtx, claimed, () => rails.transfers.enquire(placeOf(claimed)));
    const isUnknown = answer?.outcome === 'unknown' && before === 'sent';
    // While payments out are held, nothing is sent again, and no order is abandoned for that.
    const isHeldBack = isUnknown && (await isHeld(ctx.db));
    if (isUnknown && !isHeldBack) await sendAgain(bankCtx, claimed);
    const tries = isHeldBack ? Math.min(claimed.tries, triesBeforeGivingUp - 1) : claimed.tries;
    const now = ctx.clock.now();
    const isWaiting = isReported && answer?.outcome === 'pending';
    const dueAt = isWaiting ? nextLook(now) : nextAsk(claimed, claimed.tries, now);
    await store.setDue(ctx.db, { id: claimed.id, state: before, at: dueAt, tries });
  }

  /** Handles an order that the bank does not know: a crash came before the call, or the call was lost. */
  async function sendAgain(bankCtx: Context, claimed: store.Transfer): Promise<void> {
    const refusal = refusalNow(bankCtx, claimed);
    if (claimed.tries > triesBeforeGivingUp) {
      const reason = refusal ?? unavailable;
      const failure = refusal === undefined ? 'bank' : 'mayNotLeave';
      await recordTransferAnswer(bankCtx, claimed.id, { outcome: 'failed', reason, failure });
    } else if (refusal === undefined) {
      await call(bankCtx, claimed, () => rails.transfers.transfer(orderOf(claimed)));
    }
    // An order that cannot leave any more is not sent again, and not abandoned at once either: a first order can be
    // late.
  }

  function ctxOf({ correlationId }: store.Transfer): Context {
    return { ...ctx, correlationId };
  }

  function orderOf(transfer: store.Transfer): TransferOrder {
    return {
      ...placeOf(transfer),
      purpose: transfer.purpose,
      refundOf: transfer.refundOf,
      amount: transfer.amountCents,
      bankId: transfer.bankId,
      branchCode: transfer.branchCode,
      accountNumber: ctx.keyring.open(transfer.accountSealed),
      accountHolder: transfer.accountHolder,
      reference: transfer.reference,
      realTime: transfer.realTime,
    };
  }

  /** Commits that orders are about to be sent; returns them. The caller passes only orders that can leave. */
  function markAllSent(mayGo: readonly store.Transfer[]): Promise<store.Transfer[]> {
    if (mayGo.length === 0) return Promise.resolve([]);
    return inWork(ctx, async (work) => {
      // Before the transfers' locks: who begins to hold money out looks at transfers afterwards.
      if (!(await lockUnlessHeld(work.tx))) return [];
      const ids = mayGo.map(({ id }) => id);
      const transfers = await store.lockTransfers(work.tx, ids);
      const moves = [...transfers.values()].map((transfer) => ({
        work: { ...work, correlationId: transfer.correlationId },
        transfer,
        step: { verb: 'send', reason: null } as const,
      }));
      const taken = await moveTransfers(work, moves);
      const marked = new Set(moves.filter((_, index) => taken[index]).map(({ transfer }) => transfer.id));
      return mayGo.filter(({ id }) => marked.has(id));
    });
  }

  /** Commits that one order is about to be sent; false if it cannot leave or another process has sent it. */
  function markSent(claimed: store.Transfer): Promise<boolean> {
    return inWork(ctxOf(claimed), async (work) => {
      if (!(await lockUnlessHeld(work.tx))) return false;
      const transfer = await store.lockTransfer(work.tx, claimed.id);
      if (transfer?.state !== 'ready') return false;
      const isBarred = (await findUnreleasable(work.tx, [transfer])).size > 0;
      const refusal = isBarred ? unreleasable : refusalNow(work, transfer);
      if (refusal === undefined) return moveTransfer(work, transfer, { verb: 'send', reason: null });
      const step = { verb: 'fail', reason: refusal, failure: 'mayNotLeave' } as const;
      await moveTransfer(work, transfer, step);
      return false;
    });
  }

  /** Gives the bank an order for the first time. */
  async function send(claimed: store.Transfer): Promise<void> {
    let isUnreached = false;
    const bankCtx = ctxOf(claimed);
    const answer = await call(bankCtx, claimed, () =>
      rails.transfers.transfer(orderOf(claimed)).catch((error) => {
        isUnreached = error instanceof BankUnavailable;
        throw error;
      }),
    );
    if (isUnreached) return unsend(bankCtx, claimed);
    if (answer?.outcome !== 'pending' || !(await rails.transfers.reportsByItself(claimed.bankAccount)))
      return;
    // It is in the outbox: nothing is left to enquire.
    await store.setDue(ctx.db, { id: claimed.id, state: 'sent', at: nextLook(ctx.clock.now()), tries: 0 });
  }

  /**
   * Handles a bank that could not be reached, so that nothing has happened there: the order is ready again, or
   * abandoned.
   */
  function unsend(bankCtx: Context, claimed: store.Transfer): Promise<void> {
    return inWork(bankCtx, async (work) => {
      const transfer = await store.lockTransfer(work.tx, claimed.id);
      // Another process that queried it in the meantime may have sent it again.
      if (transfer?.state !== 'sent' || transfer.tries > 0) return;
      const reason = unavailable;
      if (claimed.tries >= triesBeforeGivingUp) {
        await moveTransfer(work, transfer, { verb: 'fail', reason, failure: 'bank' });
        return;
      }
      await moveTransfer(work, transfer, { verb: 'unsend', reason });
      const tries = Math.max(1, claimed.tries);
      change(work, store.transfers, transfer, {
        dueAt: nextAsk(transfer, tries - 1, ctx.clock.now()),
        tries,
      });
    });
  }

  /** Calls the bank and records its response. Without one the transfer stays sent, and its outcome open. */
  async function call(
    bankCtx: Context,
    transfer: store.Transfer,
    ask: () => Promise<TransferAnswer>,
  ): Promise<TransferAnswer | undefined> {
    try {
      const answer = await ask();
      await recordTransferAnswer({ ...bankCtx, actor: 'bank' }, transfer.id, answer);
      return answer;
    } catch (error) {
      if (error instanceof BankTimeout || error instanceof BankUnavailable) return undefined;
      if (!(error instanceof OrderConflict)) throw error;
      // It is neither sent again nor treated as the bank's order: `tefo check` names orders that are sent and never
      // due.
      const { id: transferId, state } = { ...transfer, state: 'sent' as const };
      ctx.log.error({ transferId, error }, 'the bank has another order under the id of a transfer');
      await store.setDue(ctx.db, { id: transferId, state, at: null, tries: transfer.tries });
      return undefined;
    }
  }
}

/**
 * Returns why a transfer cannot leave at this moment; undefined when it can. An amount within the limit of real-time clearing
 * at the request may exceed it when it is sent.
 */
const refusalNow = (ctx: AnyContext, { realTime, amountCents }: store.Transfer): string | undefined =>
  realTime ? refuseRealTime(ctx, amountCents) : undefined;

/** Waits for all promises; throws the error of the first that failed. */
async function allOf(all: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(all)) if (result.status === 'rejected') throw result.reason;
}
