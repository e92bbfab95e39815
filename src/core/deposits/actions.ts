// Deposits arrive with a reference: they pay its payment, raise a float, or wait in suspense until a user decides.
import { maskAccount } from '../account-numbers.ts';
import type { AnyContext, Work } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import type { ArrivedDeposit } from '../rails.ts';
import { flush, inWork } from '../unit-of-work.ts';
import { matchReferences, placeDeposit } from './matching.ts';
import { depositMachine } from './state.ts';
import * as store from './store.ts';

export {
  chooseDeposit,
  createMultipleReference,
  createSingleReference,
  createTopUpReference,
  type DepositReference,
  getReference,
  openDeposit,
} from './references.ts';
export { onDepositTransfer } from './returns.ts';
export { depositMachine } from './state.ts';
export { countWaiting, type Deposit, depositParts, depositReferences, deposits } from './store.ts';

/** Records a deposit, once even if the bank reports it repeatedly, and gives the money to its reference's owner. */
export function receiveDeposit(ctx: AnyContext, arrived: ArrivedDeposit): Promise<void> {
  return inWork(ctx, async (work) => void (await receiveDeposits(work, [arrived])));
}

/**
 * Puts money in suspense, a deposit for each row of a table of the transaction (`id`, `amount_cents`, `text`,
 * `booked_on`): for so many rows without a known reference that they must not pass through this process.
 */
export async function suspendRows(work: Work, table: string, bankAccount: string): Promise<void> {
  await store.insertFromRows(work.tx, table, bankAccount, work.clock.now());
  await ledger.postRows(work, 'deposit_unmatched', { table, object: depositMachine.object, bankAccount });
}

/** The result of a received deposit: allocated by a rule, in words, or waiting. */
export interface Received {
  id: string;
  rule: string | null;
}

/**
 * Records deposits, each once even if the bank reports it repeatedly. One that carries exactly one known reference, of a
 * merchant that its account serves, is given to the reference's owner; every other waits for a person. Returns those that
 * are new.
 */
export async function receiveDeposits(work: Work, all: readonly ArrivedDeposit[]): Promise<Received[]> {
  const meant = await matchReferences(work, all);
  const deposits = all.map((arrived) => newDeposit(work, arrived, meant.get(arrived.id)));
  const added = new Set(await store.insertDeposits(work.tx, deposits));
  const given = new Set<string>();
  const received: Received[] = [];
  for (const deposit of deposits.filter(({ id }) => added.has(id))) {
    const reference = meant.get(deposit.id);
    // An earlier deposit's effect on the same payment counts for this one.
    if (reference && given.has(reference.reference)) await flush(work);
    if (reference) given.add(reference.reference);
    received.push({ id: deposit.id, rule: await placeDeposit(work, deposit, reference) });
  }
  return received;
}

function newDeposit(
  ctx: AnyContext,
  { account: bankAccount, id, reference, amount, receivedAt, bookedOn, payer }: ArrivedDeposit,
  owner: store.DepositReference | undefined,
): store.Deposit {
  return {
    id,
    bankAccount,
    reference: reference.slice(0, store.longestReference),
    amountCents: amount,
    state: depositMachine.initial,
    stateReason: null,
    merchantId: owner?.merchantId ?? null,
    siteId: owner?.siteId ?? null,
    transactionId: null,
    bankId: payer?.bankId ?? null,
    branchCode: payer?.branchCode ?? null,
    account: payer && maskAccount(payer.accountNumber),
    accountSealed: payer && ctx.keyring.seal(payer.accountNumber),
    accountHolder: payer?.holder ?? null,
    receivedAt,
    bookedOn,
  };
}
