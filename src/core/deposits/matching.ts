// Matches deposits with their references: a deposit pays a payment, increases a float, or is held for a decision.
import { plus } from '../../kernel/clock.ts';
import { formatRand } from '../../kernel/money.ts';
import { getOrThrow, required } from '../../kernel/required.ts';
import { type BankAccount, findAccounts, serves } from '../accounts/actions.ts';
import type { Work } from '../context.ts';
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
import { attemptToPay, bookingOf, givePart, isInTime, moneyOf, type Use } from './parts.ts';
import { referencesIn } from './reference-search.ts';
import { comparable } from './references.ts';
import { depositMachine } from './state.ts';
import * as store from './store.ts';

/** Returns the reference of each deposit that has exactly one known and served reference, by the deposits' ids. */
export async function matchReferences(
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
export async function placeDeposit(
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

/** Gives a deposit to the owner of its reference. Returns false if it waits all the same. */
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
  const asked = await findPaymentForCustomer(work.db, paymentId);
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
