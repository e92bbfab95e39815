// Sends a deposit back to the account it came from. If that fails, or the money comes back, it waits again.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';
import { newId } from '../../kernel/ids.ts';
import type { Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as ledger from '../ledger/actions.ts';
import type { Seen } from '../seen.ts';
import { oneByOne, orderTransfer, transferSweep } from '../transfers/actions.ts';
import { advance } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { type DepositFacts, lockOpen } from './allocation.ts';
import { bookingOf, endHeld } from './parts.ts';
import { type DepositVerb, depositMachine } from './state.ts';
import * as store from './store.ts';

/** The longest text of a payer's statement, in characters. */
const longestReference = 20;

/**
 * Orders the return of a whole deposit to its payer. Throws DepositNotFound, DepositDecided, ChangedSinceSeen, and StepNotAllowed when
 * the bank did not name the account it came from.
 */
export const returnDeposit = action(
  async (work, viewer: Viewer, id: string, note: string | null, seen?: Seen<DepositFacts>) => {
    const deposit = await lockOpen(work, viewer, id, seen);
    const kept = note && maskNumbers(note);
    const { merchantId, siteId, amountCents, bankId, branchCode, accountSealed, accountHolder } = deposit;
    if (bankId === null || branchCode === null || accountSealed === null) {
      const detail = 'the bank did not report the payer’s account of the deposit';
      throw new DomainError('StepNotAllowed', { detail });
    }
    const partId = newId(work.clock);
    await store.insertPart(work.tx, {
      id: partId,
      depositId: id,
      purpose: 'return',
      amountCents,
      merchantId,
      siteId,
      transactionId: null,
      fromSuspense: true,
      createdAt: work.clock.now(),
    });
    await moveReturn(work, deposit, {
      partId,
      verb: 'return',
      reason: kept,
      bankAccount: deposit.bankAccount,
    });
    await orderTransfer(work, {
      merchantId,
      siteId,
      purpose: 'deposit',
      objectId: partId,
      from: deposit.bankAccount,
      pays: id,
      number: await store.countReturns(work.tx, id),
      amount: amountCents,
      bankId,
      branchCode,
      accountSealed,
      accountHolder,
      reference: `RETURN ${deposit.reference}`.slice(0, longestReference),
      realTime: false,
      correlationId: work.correlationId,
    });
    await wakeAfterCommit(work.tx, transferSweep);
    deposit.stateReason = kept;
    return deposit;
  },
);

/** Applies a transfer's outcome to the deposit that it returns. */
export const onDepositTransfer = oneByOne(
  async (work, { objectId: partId, bankAccount, outcome, reason }) => {
    const depositId = await store.findDepositOfPart(work.tx, partId);
    const deposit = depositId && (await store.lockDeposit(work.tx, depositId));
    if (!deposit) return;
    if (outcome === 'paid') {
      const { stateReason: note } = deposit;
      if (await moveReturn(work, deposit, { partId, verb: 'confirm', reason: note, bankAccount }))
        await endHeld(work, deposit, 'the deposit was sent back');
      return;
    }
    if (await moveReturn(work, deposit, { partId, verb: 'reopen', reason, bankAccount }))
      await store.setUndone(work.tx, partId, work.clock.now());
  },
);

async function moveReturn(
  work: Work,
  deposit: store.Deposit,
  step: { partId: string; verb: DepositVerb; reason: string | null; bankAccount: string },
): Promise<boolean> {
  const { partId, verb, reason, bankAccount } = step;
  const edge = advance(work, depositMachine, deposit, verb, reason);
  if (edge?.posting) ledger.post(work, edge.posting, bookingOf(partId, bankAccount, deposit.amountCents));
  return edge !== undefined;
}
