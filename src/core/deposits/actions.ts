// Deposits arrive with a reference: they pay what it stands for, raise a float, or wait in suspense until a person
// decides.
import { plus } from '../../kernel/clock.ts';
import { formatRand } from '../../kernel/money.ts';
import { type AnyContext, type Context, inWork, type Work } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import { findSite } from '../merchants/actions.ts';
import { lockPayment, makePayment, type Payment } from '../payments/actions.ts';
import type { ArrivedDeposit } from '../rails.ts';
import { advance } from '../steps.ts';
import { insertDepositAttempt } from '../transactions/actions.ts';
import { maskAccount } from '../transactions/answers.ts';
import { expirePayment } from '../transactions/closing.ts';
import { attemptToHold, attemptToPay, type Deposited, holdForDeposit } from '../transactions/depositing.ts';
import { bookingOf, givePart, moneyOf, type Use } from './parts.ts';
import { comparable } from './references.ts';
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
export { onDepositTransfer } from './returning.ts';
export { depositMachine } from './state.ts';
export type { Deposit } from './store.ts';

/** Records a deposit, once even if the bank reports it repeatedly, and gives the money to its reference's owner. */
export function receiveDeposit(ctx: Context, arrived: ArrivedDeposit): Promise<void> {
  return inWork(ctx, async (work) => {
    const reference = await store.findReference(work.tx, comparable(arrived.reference));
    const deposit = newDeposit(work, arrived, reference);
    if (!(await store.insertDeposit(work.tx, deposit))) return;
    if (!reference) return suspend(work, deposit);
    if (reference.paymentId !== null) return matchPayment(work, deposit, reference.paymentId);
    const { merchantId, siteId, purpose } = reference;
    const use: Use =
      purpose === 'float' ? { kind: 'float', merchantId, siteId } : { kind: 'multiple', reference };
    await giveWhole(work, deposit, use);
  });
}

function newDeposit(
  ctx: AnyContext,
  { account: bankAccount, id, reference, amount, receivedAt, bookedOn, payer }: ArrivedDeposit,
  owner: store.DepositReference | undefined,
): store.Deposit {
  return {
    id,
    bankAccount,
    reference,
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

async function giveWhole(work: Work, deposit: store.Deposit, use: Use): Promise<void> {
  await givePart(work, deposit, { use, amount: deposit.amountCents, fromSuspense: false });
  await advance(work, depositMachine, deposit, 'allocate', null);
}

/** Puts the money in suspense until a person decides. */
async function suspend(work: Work, { id, bankAccount, amountCents }: store.Deposit): Promise<void> {
  await ledger.post(work, 'deposit_unmatched', bookingOf(id, bankAccount, amountCents));
}

/**
 * Matches a deposit for one payment. The right amount pays it, once, even after the payment closed. Any other is held
 * in a transaction that its merchant is notified of: the payment's own or, if that is taken, one of a payment created
 * for the deposit alone.
 */
async function matchPayment(work: Work, deposit: store.Deposit, paymentId: string): Promise<void> {
  // The expiry is exact to the second, no matter when a sweep runs.
  await expirePayment(work, paymentId);
  const payment = (await lockPayment(work.tx, paymentId))!;
  const { amountCents: amount } = deposit;
  const isOpen = payment.state !== 'complete';
  if (isOpen && isAskedFor(payment, amount)) {
    const transaction = await attemptToPay(work, payment, amount, (id) => store.hadDeposit(work.tx, id));
    if (transaction) return giveWhole(work, deposit, { kind: 'transaction', payment, transaction });
  }
  const own = isOpen ? await attemptToHold(work, payment, amount) : undefined;
  const both = own ? { payment, transaction: own } : await openExtra(work, payment, deposit);
  await suspend(work, deposit);
  await holdForDeposit(work, both, moneyOf(deposit, amount), whyHeld(payment, deposit, own !== undefined));
  await store.setTransaction(work.tx, deposit.id, both.transaction.id);
}

function isAskedFor({ amountCents, minimumCents, maximumCents }: Payment, amount: bigint): boolean {
  if (minimumCents === null || maximumCents === null) return amount === amountCents;
  return amount >= minimumCents && amount <= maximumCents;
}

function whyHeld(payment: Payment, deposit: store.Deposit, isFirst: boolean): string {
  if (payment.state === 'complete') return 'the payment was paid already, and this deposit came on top';
  if (!isFirst) return 'another attempt to pay is under way, and this deposit came on top';
  return `${formatRand(deposit.amountCents)} came where ${formatRand(payment.amountCents)} was asked for`;
}

// Only this deposit pays it, and it waits for a decision.
const extraMs = 10 * 365 * 24 * 60 * 60 * 1000;

async function openExtra(
  work: Work,
  paid: Payment,
  { amountCents: amount }: store.Deposit,
): Promise<Deposited> {
  const site = (await findSite(work.tx, paid.siteId))!;
  const { contract, merchantReference, bankReference, notifyUrl, details } = paid;
  const payment = await makePayment(
    work,
    {
      site,
      contract,
      amount,
      merchantReference,
      bankReference: bankReference ?? undefined,
      notifyUrl: notifyUrl ?? undefined,
      expiresAt: plus(work.clock.now(), extraMs),
      details,
    },
    { mayRepeat: true },
  );
  return { payment, transaction: await insertDepositAttempt(work, payment, amount) };
}
