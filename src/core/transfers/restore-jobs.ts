// Asking the bank after a restore: about every transfer that the books still have, and for those that they have not.
import { plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { Context } from '../context.ts';
import {
  BankTimeout,
  BankUnavailable,
  type KnownTransfer,
  placeOf,
  type Rails,
  type TransferAnswer,
} from '../rails.ts';
import { inWork } from '../unit-of-work.ts';
import { moveTransfer } from './actions.ts';
import { recordTransferAnswer } from './answers.ts';
import * as questions from './restore-store.ts';
import { restoreSweep } from './restoring.ts';
import * as store from './store.ts';

const batch = 50;
const ordersAtATime = 500;
const leaseMs = 30_000;
// Read again and again: what another service still sent when the database was lost may reach the bank late.
const listingMs = 60_000;

export function createRestoreSweep(ctx: Context, rails: Rails): Sweep {
  return {
    name: restoreSweep,
    intervalMs: 2_000,
    run: async () => {
      const restore = await questions.findOpen(ctx.db);
      if (!restore) return 0;
      const now = ctx.clock.now();
      if (await questions.claimListing(ctx.db, restore.id, now, plus(now, listingMs))) await list(restore);
      const due = await questions.claimQuestions(ctx.db, restore.id, now, plus(now, leaseMs), batch);
      const done = await Promise.allSettled(due.map((id) => ask(restore.id, id)));
      for (const result of done) if (result.status === 'rejected') throw result.reason;
      return due.length;
    },
  };

  async function ask(restoreId: string, transferId: string): Promise<void> {
    const transfer = (await store.findTransfer(ctx.db, transferId))!;
    const answer = await answered(() => rails.transfers.enquire(placeOf(transfer)));
    // Without a response, the question comes due again.
    if (!answer) return;
    const bankCtx: Context = { ...ctx, actor: 'bank', correlationId: transfer.correlationId };
    await recordFound(bankCtx, transferId, answer);
    await questions.setAnswer(ctx.db, restoreId, transferId, answer.outcome, ctx.clock.now());
  }

  /** Records that a transfer was sent, because the bank knows it, also if the database has lost that. */
  async function recordFound(bankCtx: Context, id: string, answer: TransferAnswer): Promise<void> {
    if (answer.outcome === 'unknown') return;
    await inWork(bankCtx, async (work) => {
      const transfer = await store.lockTransfer(work.tx, id);
      const step = { verb: 'send', reason: 'the bank had it when it was asked after a restore' } as const;
      if (transfer?.state === 'ready') await moveTransfer(work, transfer, step);
    });
    await recordTransferAnswer(bankCtx, id, answer);
  }

  async function list({ id, since }: questions.Restore): Promise<void> {
    const troubles = new Map<string, string | null>();
    for (const [account, orders] of await rails.transfersSince(since))
      troubles.set(
        account,
        orders ? await readApart(id, account, orders) : 'the bank cannot list its orders',
      );
    await inWork(ctx, (work) => questions.setListed(work.tx, id, ctx.clock.now(), troubles));
  }

  /** Reads the list of one account; one that cannot be read keeps no other from being read. */
  async function readApart(
    restoreId: string,
    account: string,
    orders: AsyncIterable<KnownTransfer>,
  ): Promise<string | null> {
    try {
      return await readList(restoreId, orders);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.log.error({ account, error }, 'the orders of a bank could not be read after a restore');
      return 'the list of orders could not be read: see the log';
    }
  }

  /** Returns the reason why the list could not be read; null if all was read. */
  async function readList(restoreId: string, orders: AsyncIterable<KnownTransfer>): Promise<string | null> {
    const wasRead = await answered(async () => {
      let page: KnownTransfer[] = [];
      for await (const order of orders) {
        page.push(order);
        if (page.length < ordersAtATime) continue;
        await questions.keepUnknown(ctx.db, restoreId, page);
        page = [];
      }
      await questions.keepUnknown(ctx.db, restoreId, page);
      return true;
    });
    return wasRead ? null : 'the bank did not respond';
  }

  async function answered<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof BankTimeout || error instanceof BankUnavailable) return undefined;
      throw error;
    }
  }
}
