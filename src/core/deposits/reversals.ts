// Reverses a deposit that its bank takes back: the money leaves its target, and a merchant that was paid with it is
// notified.
import { required } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import * as ledger from '../ledger/actions.ts';
import { lowerFloat } from '../payouts/actions.ts';
import { lockBoth } from '../transactions/decisions.ts';
import { moveTransaction } from '../transactions/transitions.ts';
import { advance } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { bookingOf, endHeld } from './parts.ts';
import { depositMachine, isOpen } from './state.ts';
import * as store from './store.ts';

/**
 * Reverses a deposit that its bank took back. Each payment of an allocated one becomes an error with the reason, and
 * its merchant is notified again. Throws DepositNotFound, DepositDecided (it was sent back, or is on its way),
 * StepNotAllowed (the float no longer has the money).
 */
export const reverseDeposit = action(async (work, id: string, reason: string): Promise<store.Deposit> => {
  const deposit = await store.lockDeposit(work.tx, id);
  if (!deposit) throw new DomainError('DepositNotFound');
  if (deposit.state === 'allocated') await reverseParts(work, deposit, reason);
  else if (isOpen(deposit.state)) await endHeld(work, deposit, reason);
  else throw new DomainError('DepositDecided', { detail: `the deposit is already ${deposit.state}` });
  const edge = advance(work, depositMachine, deposit, 'reverse', reason);
  if (edge?.posting) ledger.post(work, edge.posting, bookingOf(id, deposit.bankAccount, deposit.amountCents));
  return deposit;
});

/**
 * Takes a deposit that waits out of suspense, because its line is booked as something else. Throws DepositNotFound, and
 * DepositDecided if it does not wait.
 */
export const withdrawDeposit = action(async (work, id: string, reason: string): Promise<store.Deposit> => {
  const deposit = await store.lockDeposit(work.tx, id);
  if (!deposit) throw new DomainError('DepositNotFound');
  if (!isOpen(deposit.state))
    throw new DomainError('DepositDecided', { detail: `the deposit is already ${deposit.state}` });
  return reverseDeposit(work, id, reason);
});

async function reverseParts(work: Work, deposit: store.Deposit, reason: string): Promise<void> {
  for (const part of await store.findParts(work.tx, deposit.id)) {
    const { merchantId, siteId, transactionId, amountCents: amount } = part;
    if (transactionId === null) {
      const { bankAccount } = deposit;
      await lowerFloat(
        work,
        { merchantId: merchantId!, siteId: siteId! },
        { id: part.id, bankAccount, amount },
      );
    } else {
      const { payment, transaction } = required(await lockBoth(work.tx, transactionId), 'transaction');
      await moveTransaction(work, payment, transaction, 'reverse', reason);
    }
    await store.setUndone(work.tx, part.id, work.clock.now());
  }
}

/** True if a deposit has paid something. */
export async function isAllocated({ tx }: Work, id: string): Promise<boolean> {
  return (await store.lockDeposit(tx, id))?.state === 'allocated';
}

/** True if a deposit has arrived at an account. */
export async function isArrivedAt({ tx }: Work, id: string, account: string): Promise<boolean> {
  return (await store.lockDeposit(tx, id))?.bankAccount === account;
}
