// Sends a payout with a known account number to its bank: held if it needs approval, else ordered.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import type { Tx } from '../../kernel/db/db.ts';
import { type Context, inWork, type Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { siteIn } from '../merchants/actions.ts';
import { orderTransfer, transferSweep } from '../transfers/actions.ts';
import { movePayout } from './moves.ts';
import { subStatuses } from './state.ts';
import * as store from './store.ts';

/** Orders a locked payout's transfer, or holds it when its site requires a second person for the amount. */
export async function proceed(work: Work, payout: store.Payout): Promise<void> {
  const { approvalAboveCents } = await siteIn(work, payout.siteId);
  const isLarge = approvalAboveCents !== null && payout.amountCents > approvalAboveCents;
  if (!isLarge) return submit(work, payout);
  const { subStatus } = payout;
  await movePayout(work, payout, { verb: 'hold', subStatus, reason: 'it waits for a second person' });
}

async function submit(work: Work, payout: store.Payout): Promise<void> {
  const { merchantId, siteId, id, subStatus, bankGroupId, branchCode, correlationId } = payout;
  if (!(await movePayout(work, payout, { verb: 'submit', subStatus, reason: null }))) return;
  orderTransfer(work, {
    merchantId,
    siteId,
    purpose: 'payout',
    objectId: id,
    // A site uses a reference only once, so it also identifies the transfer.
    pays: `${siteId} ${payout.merchantReference}`,
    number: 1,
    amount: payout.amountCents,
    bankId: bankGroupId,
    branchCode,
    accountSealed: payout.accountSealed!,
    reference: payout.customerBankReference,
    realTime: payout.isRtc,
    correlationId,
  });
  await wakeAfterCommit(work.tx, transferSweep);
}

/**
 * Approves a payout that waits for a second person, `by`. Throws PayoutNotFound, InvalidField (by), and StepNotAllowed
 * when it does not wait, for instance because it was already decided.
 */
export async function approvePayout(ctx: Context, id: string, by: string): Promise<store.Payout> {
  const approvedBy = readText('by', by, 1, 100);
  return inWork(ctx, async (work) => {
    const payout = await lockWaiting(work.tx, id);
    payout.approvedBy = approvedBy;
    await submit(work, payout);
    return payout;
  });
}

/**
 * Declines a payout that waits for a second person: it is cancelled, and its money returns to the float. The merchant
 * is told `why`. Throws what approvePayout throws.
 */
export async function declinePayout(ctx: Context, id: string, why: string): Promise<store.Payout> {
  const said = readText('why', why, 0, 200);
  const reason = `a second person declined it${said === '' ? '' : `: ${said}`}`;
  return inWork(ctx, async (work) => {
    const payout = await lockWaiting(work.tx, id);
    await movePayout(work, payout, { verb: 'cancel', subStatus: subStatuses.none, reason });
    return payout;
  });
}

function readText(field: string, given: string, least: number, most: number): string {
  const text = given.trim();
  if (text.length >= least && text.length <= most) return text;
  throw new DomainError('InvalidField', { field, detail: `${field} has ${least} to ${most} characters` });
}

async function lockWaiting(tx: Tx, id: string): Promise<store.Payout> {
  const payout = await store.lockPayout(tx, id);
  if (!payout) throw new DomainError('PayoutNotFound', { detail: `there is no payout ${id}` });
  if (payout.state === 'approval') return payout;
  throw new DomainError('StepNotAllowed', {
    detail: `the payout is ${payout.state}, so there is nothing to decide`,
  });
}

/** For the sandbox: advances a payout that needs no answer of its merchant as far as possible. */
export function submitPayout(ctx: Context, id: string): Promise<void> {
  return inWork(ctx, async (work) => {
    const payout = await store.lockPayout(work.tx, id);
    if (
      payout?.state === 'received' &&
      payout.accountSealed &&
      (await siteIn(work, payout.siteId)).verifyUrl === null
    ) {
      await proceed(work, payout);
    }
  });
}
