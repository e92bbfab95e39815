// After the database was restored to an earlier state: outgoing payments are held until the bank was queried about
// every transfer that may have been ordered since then, and an operator has confirmed each that only the bank knows
// (docs/operations/restore.md).

import { plus } from '../../kernel/clock.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { ledgerHead, linkedUpTo, type Note, recordLoss } from '../ledger/actions.ts';
import { action } from '../unit-of-work.ts';
import { transferSweep } from './actions.ts';
import { lockMoneyOut } from './hold.ts';
import * as store from './restore-store.ts';

export type { UnknownOrder } from './restore-store.ts';

/** The bank's orders are looked through from so long before the instant of the restore: clocks and logs differ. */
const marginMs = 60 * 60 * 1000;
const mostShown = 500;

export interface RestoreStatus extends store.Restore, store.Counts {
  unknownOrders: store.UnknownOrder[];
  readStatements: store.ReadStatement[];
}

/**
 * Holds money out from now on. `lost`: a head that was noted outside and is known not to be in this ledger. `at`: the instant
 * that the database was put back to; where absent, that of the newest journal it has, of those that the head covers. Throws StepNotAllowed where money out
 * is held already, and InvalidField.
 */
export const beginRestore = action(
  async (work, { at, by, lost }: { at?: Date | undefined; by: string; lost?: Note | undefined }) => {
    await lockMoneyOut(work.tx);
    const open = await store.findOpen(work.tx);
    if (open)
      throw notAllowed(
        `outgoing payments are already on hold since ${open.begunAt.toISOString()} by ${open.begunBy}`,
      );
    const now = work.clock.now();
    if (at && at > now) throw invalidField('at', 'at must be in the past');
    const newest = lost ? await linkedUpTo(work.tx, lost) : (await ledgerHead(work.tx)).linkedAt;
    const restoredTo = at ?? newest ?? now;
    const since = plus(restoredTo, -marginMs);
    await store.insertRestore(work.tx, {
      id: newId(work.clock),
      restoredTo,
      since,
      begunAt: now,
      begunBy: by,
    });
    if (lost) await recordLoss(work.tx, lost, { at: now, by });
    await wakeAfterCommit(work.tx, restoreSweep);
  },
);

/** The name of the sweep that queries banks. */
export const restoreSweep = 'transfers.restore';

/** Returns the status of the latest restore; undefined without one. */
export async function restoreStatus(ctx: Context): Promise<RestoreStatus | undefined> {
  const db = ctx.db;
  const restore = await store.findLast(db);
  if (!restore) return undefined;
  return {
    ...restore,
    ...(await store.countAll(db, restore.id)),
    unknownOrders: await store.listUnknown(db, restore.id, mostShown),
    readStatements: await store.listReadStatements(db, restore.id),
  };
}

/**
 * Confirms orders that only the bank has, by an operator. Throws StepNotAllowed, and InvalidField for an order that the
 * bank does not have.
 */
export const acceptOrders = action(async (work, ids: readonly string[], by: string): Promise<void> => {
  const { id } = await openRestore(work);
  for (const transferId of ids) {
    if (await store.setAccepted(work.tx, id, transferId, by, work.clock.now())) continue;
    const detail = `${transferId} is not an order that only the bank has`;
    throw invalidField('accept', detail);
  }
});

/**
 * Confirms the statements of accounts whose banks cannot list their orders, by an operator who has read them. Throws
 * StepNotAllowed, and InvalidField for an account whose list is not missing.
 */
export const answerForStatements = action(async (work, accounts: readonly string[], by: string) => {
  const { id } = await openRestore(work);
  for (const account of accounts) {
    if (await store.setStatementRead(work.tx, id, account, by, work.clock.now())) continue;
    const detail = `no list of orders of ${account} is missing: see tefo restore status`;
    throw invalidField('statement', detail);
  }
});

/**
 * Lets payments leave again. Throws StepNotAllowed if they are not held and, unless it is forced, while something is
 * open: a transfer without an enquiry, a list unread, an unconfirmed order.
 */
export const releaseRestore = action(async (work, { by, force }: { by: string; force: boolean }) => {
  await lockMoneyOut(work.tx);
  const restore = await openRestore(work);
  const open = whatIsOpen(restore, await store.countAll(work.tx, restore.id));
  if (open.length > 0 && !force) throw notAllowed(`money out stays held: ${open.join('; ')}`);
  await store.setReleased(work.tx, restore.id, by, work.clock.now(), open.length > 0);
  await wakeAfterCommit(work.tx, transferSweep);
});

function whatIsOpen({ listedAt, trouble }: store.Restore, { toAsk, unexplained }: store.Counts): string[] {
  const open: string[] = [];
  if (toAsk > 0) open.push(`the bank was not asked about ${toAsk} transfers yet`);
  if (listedAt === null)
    open.push(`the bank’s list of orders was not read${trouble ? ` (${trouble})` : ' yet'}`);
  if (unexplained > 0) open.push(`${unexplained} orders are at the bank alone and are not confirmed`);
  return open;
}

async function openRestore(ctx: AnyContext): Promise<store.Restore> {
  const restore = await store.findOpen(ctx.db);
  if (!restore) throw notAllowed('money out is not held: no restore was begun');
  return restore;
}

const notAllowed = (detail: string) => new DomainError('StepNotAllowed', { detail });
