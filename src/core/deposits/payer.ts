// A user enters the account that a deposit came from if the bank did not report it, so that it can be refunded or sent
// back.

import { maskAccount } from '../account-numbers.ts';
import { bankById } from '../banks.ts';
import type { Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { namePayer } from '../payments/actions.ts';
import type { DepositPayer } from '../rails.ts';
import { transactions } from '../transactions/actions.ts';
import { lockBoth } from '../transactions/decisions.ts';
import { payerColumns } from '../transactions/deposits.ts';
import { change } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import { payerOf } from './parts.ts';
import * as store from './store.ts';

/**
 * Sets the account that a deposit came from. Throws DepositNotFound, StepNotAllowed if it is known already, and
 * InvalidField for a bank that there is not.
 */
export function setDepositPayer(ctx: Context, id: string, payer: DepositPayer): Promise<store.Deposit> {
  const bank = bankById(payer.bankId);
  if (!bank) throw invalidField('payer', `there is no bank ${payer.bankId}`);
  return inWork(ctx, async (work) => {
    const deposit = await store.lockDeposit(work.tx, id);
    if (!deposit) throw new DomainError('DepositNotFound');
    if (deposit.bankId !== null)
      throw new DomainError('StepNotAllowed', {
        detail: 'the payer’s account of the deposit is already known',
      });
    deposit.bankId = bank.id;
    deposit.branchCode = payer.branchCode;
    deposit.account = maskAccount(payer.accountNumber);
    deposit.accountSealed = work.keyring.seal(payer.accountNumber);
    deposit.accountHolder = payer.holder;
    await store.setPayer(work.tx, deposit);
    await updateTransactions(work, deposit);
    return deposit;
  });
}

/** The transactions that it has paid, or that wait with it, are refunded to the same account. */
async function updateTransactions(work: Work, deposit: store.Deposit): Promise<void> {
  const paid = (await store.findParts(work.tx, deposit.id)).map(({ transactionId }) => transactionId);
  for (const transactionId of new Set([...paid, deposit.transactionId])) {
    const both = transactionId === null ? undefined : await lockBoth(work.tx, transactionId);
    if (!both) continue;
    if (deposit.accountHolder !== null) namePayer(work, both.payment, deposit.accountHolder);
    change(work, transactions, both.transaction, payerColumns(payerOf(deposit)));
  }
}
