// Bank accounts with their ledger and statements: opened with a balance, and removed when nothing is pending.
import {
  addAccount,
  type BankAccount,
  findAccount,
  lockAccount,
  type NewAccount,
  setRemoved,
} from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { countUnderWay } from '../payment-files/orders.ts';
import { countWaiting } from '../transfers/actions.ts';
import { action } from '../unit-of-work.ts';
import { postOpening } from './statement-import.ts';
import * as store from './store.ts';

/** Adds a bank account; where its opening balance is named, its books begin with it. Throws what addAccount throws. */
export const openAccount = action(async (work, input: NewAccount): Promise<BankAccount> => {
  const account = await addAccount(work, input);
  if (input.opening !== null) await postOpening(work, account, input.opening);
  return account;
});

/**
 * Removes an account: nothing new goes through it. Throws BankAccountNotFound, and BankAccountInUse while payments are
 * under way or lines are open. Its bookings stay.
 */
export const removeAccount = action(async (work, id: string): Promise<BankAccount> => {
  const account = await lockAccount(work.tx, id);
  if (!account || account.removedAt) throw noAccount(id);
  const underWay = (await countUnderWay(work.tx, id)) + (await countWaiting(work.tx, id));
  if (underWay > 0)
    throw new DomainError('BankAccountInUse', {
      detail: `${underWay} payments of the account ${id} are in progress`,
    });
  const open = await store.countOpen(work.tx, id);
  if (open > 0)
    throw new DomainError('BankAccountInUse', {
      detail: `${open} lines of the account ${id} are open: tefo statement lines --open`,
    });
  account.removedAt = work.clock.now();
  await setRemoved(work.tx, id, account.removedAt);
  return account;
});

const noAccount = (id: string) =>
  new DomainError('BankAccountNotFound', { detail: `there is no account ${id}` });

/** Returns an account that is not removed. Throws BankAccountNotFound. */
export async function requireAccount(ctx: AnyContext, id: string): Promise<BankAccount> {
  const account = await findAccount(ctx.db, id);
  if (account && !account.removedAt) return account;
  throw noAccount(id);
}
