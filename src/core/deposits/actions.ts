// Deposits arrive with a reference: they pay its payment, raise a float, or wait in suspense until a user decides.
import { plus } from '../../kernel/clock.ts';
import { formatRand } from '../../kernel/money.ts';
import { getOrThrow, required } from '../../kernel/required.ts';
import { maskAccount } from '../account-numbers.ts';
import { type BankAccount, findAccounts, serves } from '../accounts/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import { findSite } from '../merchants/actions.ts';
import { findPaymentForCustomer, lockPayment, makePayment, type Payment } from '../payments/actions.ts';
import type { ArrivedDeposit } from '../rails.ts';
import { insertDepositAttempt } from '../transactions/actions.ts';
import {
  attemptToHold,
  type Deposited,
  findAttemptToDeposit,
  holdForDeposit,
} from '../transactions/deposits.ts';
import { expirePayment } from '../transactions/expiry.ts';
import { advance } from '../transitions.ts';
import { flush, inWork } from '../unit-of-work.ts';
import { attemptToPay, bookingOf, givePart, isInTime, moneyOf, type Use } from './parts.ts';
import { referencesIn } from './reference-search.ts';
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
export { onDepositTransfer } from './returns.ts';
export { depositMachine } from './state.ts';
export { type Deposit, depositParts, depositReferences, deposits } from './store.ts';

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

/** What became of a deposit that was received: allocated by a rule, in words, or waiting. */
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
  const meant = await findMeant(work, all);
  const deposits = all.map((arrived) => newDeposit(work, arrived, meant.get(arrived.id)));
  const added = new Set(await store.insertDeposits(work.tx, deposits));
  const given = new Set<string>();
  const received: Received[] = [];
  for (const deposit of deposits.filter(({ id }) => added.has(id))) {
    const reference = meant.get(deposit.id);
    // An earlier deposit's effect on the same payment counts for this one.
    if (reference && given.has(reference.reference)) await flush(work);
    if (reference) given.add(reference.reference);
    received.push({ id: deposit.id, rule: await place(work, deposit, reference) });
  }
  return received;
}

/** The references that the deposits are meant for, by the deposits' ids: exactly one known and served of each. */
async function findMeant(
  work: Work,
  all: readonly ArrivedDeposit[],
): Promise<Map<string, store.DepositReference>> {
  const read = new Map(all.map((arrived) => [arrived.id, referencesOf(arrived.reference)]));
  const known = await store.findReferences(work.tx, [...new Set([...read.values()].flat())]);
  const accounts = known.size === 0 ? [] : await findAccounts(work.tx);
  const meant = new Map<string, store.DepositReference>();
  for (const { id, account } of all) {
    const [only, ...others] = getOrThrow(read, id).flatMap((one) => known.get(one) ?? []);
    if (only && others.length === 0 && (await isServed(work, accounts, account, only))) meant.set(id, only);
  }
  return meant;
}

/** Allocates a new deposit to its target, or lets it wait. Returns the rule by which it was allocated. */
async function place(
  work: Work,
  deposit: store.Deposit,
  reference: store.DepositReference | undefined,
): Promise<string | null> {
  if (!reference) {
    await suspend(work, deposit);
    return null;
  }
  const rule = ruleOf(deposit, reference);
  return (await give(work, deposit, reference, rule)) ? (rule ?? exactRule) : null;
}

/** The references in a text, and the text itself where it may be one. */
function referencesOf(text: string): string[] {
  const whole = text.length <= 50 ? [comparable(text)] : [];
  return [...new Set([...referencesIn(text), ...whole])];
}

const exactRule = 'the reference as it was given out';

/** The rule by which a reference was read out of more than itself, with the text; null for the bare reference. */
function ruleOf({ reference: text }: store.Deposit, { reference }: store.DepositReference): string | null {
  if (comparable(text) === reference) return null;
  return `the only known reference in the bank's text, ${reference}: "${text.slice(0, 200)}"`;
}

/**
 * True if money on an account can belong to a reference: its merchant uses the account, or its payer was directed
 * there.
 */
async function isServed(
  work: Work,
  accounts: readonly BankAccount[],
  account: string,
  { merchantId, paymentId }: store.DepositReference,
): Promise<boolean> {
  if (serves(accounts, account, merchantId)) return true;
  if (paymentId === null) return false;
  const shown = await findAttemptToDeposit(work.tx, paymentId);
  return shown?.bankAccount === account;
}

/** Gives a deposit to the owner of its reference. Returns false where it waits all the same. */
async function give(
  work: Work,
  deposit: store.Deposit,
  reference: store.DepositReference,
  rule: string | null,
): Promise<boolean> {
  if (reference.paymentId !== null) return matchPayment(work, deposit, reference.paymentId, rule);
  const { merchantId, siteId, purpose } = reference;
  const use: Use =
    purpose === 'float' ? { kind: 'float', merchantId, siteId } : { kind: 'multiple', reference };
  await giveWhole(work, deposit, use, rule);
  return true;
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

async function giveWhole(work: Work, deposit: store.Deposit, use: Use, rule: string | null): Promise<void> {
  await givePart(work, deposit, { use, amount: deposit.amountCents, fromSuspense: false });
  advance(work, depositMachine, deposit, 'allocate', rule);
}

/** Puts the money in suspense until a person decides. */
async function suspend(work: Work, { id, bankAccount, amountCents }: store.Deposit): Promise<void> {
  ledger.post(work, 'deposit_unmatched', bookingOf(id, bankAccount, amountCents));
}

/**
 * Matches a deposit for one payment. The right amount pays it, once, even after the payment closed. Any other is held
 * in a transaction that its merchant is notified of: the payment's own or, if that is taken, one of a payment created
 * for the deposit alone.
 */
async function matchPayment(
  work: Work,
  deposit: store.Deposit,
  paymentId: string,
  rule: string | null,
): Promise<boolean> {
  // The expiry is exact to the second, no matter when a sweep runs; of money that a statement dates, to the day.
  const asked = await findPaymentForCustomer(work, paymentId);
  if (!isInTime(deposit, asked!)) await expirePayment(work, paymentId);
  const payment = required(await lockPayment(work.tx, paymentId), 'payment');
  const { amountCents: amount } = deposit;
  const isOpen = payment.state !== 'complete';
  if (isOpen && isAskedFor(payment, amount)) {
    const transaction = await attemptToPay(work, payment, amount);
    if (transaction) {
      await giveWhole(work, deposit, { kind: 'transaction', payment, transaction }, rule);
      return true;
    }
  }
  const own = isOpen ? await attemptToHold(work, payment, amount) : undefined;
  const both = own ? { payment, transaction: own } : await openExtra(work, payment, deposit);
  await suspend(work, deposit);
  await holdForDeposit(work, both, moneyOf(deposit, amount), whyHeld(payment, deposit, own !== undefined));
  await store.setTransaction(work.tx, deposit.id, both.transaction.id);
  return false;
}

function isAskedFor({ amountCents, minimumCents, maximumCents }: Payment, amount: bigint): boolean {
  if (minimumCents === null || maximumCents === null) return amount === amountCents;
  return amount >= minimumCents && amount <= maximumCents;
}

function whyHeld(payment: Payment, deposit: store.Deposit, isFirst: boolean): string {
  if (payment.state === 'complete') return 'the payment was paid already, and this deposit came on top';
  if (!isFirst) return 'another attempt to pay is under way, and this deposit came on top';
  return `received ${formatRand(deposit.amountCents)} instead of ${formatRand(payment.amountCents)}`;
}

// Only this deposit pays it, and it waits for a decision.
const extraMs = 10 * 365 * 24 * 60 * 60 * 1000;

async function openExtra(
  work: Work,
  paid: Payment,
  { amountCents: amount }: store.Deposit,
): Promise<Deposited> {
  const site = required(await findSite(work.tx, paid.siteId), 'site');
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
