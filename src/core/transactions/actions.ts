// Attempts to pay: opened once however often the customer presses the button, taken to a bank, read and listed.

import { plus } from '../../kernel/clock.ts';
import { planned } from '../../kernel/db/db.ts';
import { insertRows } from '../../kernel/db/table.ts';
import type { Page, PageRequest } from '../../kernel/http/paging.ts';
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { AnyContext, Context, Work, Writer } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findSite } from '../merchants/actions.ts';
import type { Payment } from '../payments/actions.ts';
import { BankTimeout, BankUnavailable, type OfferedBank, placeOf, type Rails } from '../rails.ts';
import { keepTrace } from '../traces.ts';
import { change } from '../transitions.ts';
import { countAfterCommit, flush, save } from '../unit-of-work.ts';
import { decide, decidePayment } from './decisions.ts';
import { debitType, depositType, noAttemptType, transactionMachine } from './state.ts';
import * as store from './store.ts';
import { moveTransaction } from './transitions.ts';

export {
  depositType,
  isActing,
  isFailed,
  isHeld,
  isLive,
  noAttemptType,
  type TransactionState,
  transactionMachine,
  transactionStates,
} from './state.ts';
export {
  consents,
  findAnyTransaction,
  findByReference,
  findConsentLanguage,
  findCurrent,
  findOfPayment,
  reportTransactions,
  sitesOfTransactions,
  type Transaction,
  transactions,
} from './store.ts';

/**
 * The longest time of an attempt if the payment does not expire before, in milliseconds: a payer can stay at the bank
 * for one hour; a bank can take five to collect. Five hours are less than the night between two attempts at a charge,
 * so that nothing sent for one attempt can still arrive during the next.
 */
export const attemptMs = { payer: 60 * 60 * 1000, debit: 5 * 60 * 60 * 1000 };

/** The customer's informed consent: which text, in which language, from where. */
export interface ConsentGiven {
  textVersion: string;
  language: string;
  address: string;
  userAgent: string | null;
}

export interface Attempt {
  paymentId: string;
  /** "redirect", "payshap", "bankdeposit", "test", or a bank's own API type. */
  paymentType: string;
  bank?: Pick<OfferedBank, 'id' | 'name' | 'account'>;
  /** The account of this service to which a deposit is to be paid. */
  account?: string;
  /** The reference that a deposit must carry to pay it. */
  depositReference?: string;
  /** The amount that the payer chose, in cents, if the payment lets them. */
  amount?: Cents;
  consent?: ConsentGiven;
}

/**
 * Opens the payment's one live attempt, or returns the one that is open already when it is for the same bank: fifty
 * presses of the button make one transaction. Throws PaymentAlreadyComplete, PaymentClosed, PaymentInProgress
 * (an attempt at another bank, or for another amount, is under way), StepNotAllowed (a bank for a test payment; a
 * payment that is a subscription's charge) or InvalidField (the amount).
 */
export async function openTransaction(ctx: AnyContext, attempt: Attempt): Promise<store.Transaction> {
  const opened = await decidePayment(ctx, attempt.paymentId, async (work, { payment, live }) => {
    assertOpen(work, payment);
    if (payment.details.subscriptionId !== undefined)
      throw new DomainError('StepNotAllowed', { detail: 'the payment is a charge of a subscription' });
    if (payment.isTest && (attempt.bank || attempt.paymentType === depositType))
      throw new DomainError('StepNotAllowed', { detail: 'a test payment is not sent to a bank' });
    const amount = amountToPay(payment, attempt.amount);
    const joined = live && (await joinAttempt(work, payment, live, attempt, amount));
    const transaction = joined ?? insertAttempt(work, payment, attempt, amount);
    if (attempt.consent) gatherConsent(work, transaction, attempt.consent);
    return transaction;
  });
  if (!opened) throw new DomainError('PaymentNotFound');
  // Not while it is decided: that is done for many requests together.
  if (opened.correlationId === ctx.correlationId) keepTrace(ctx, opened.merchantId);
  return opened;
}

function gatherConsent(work: Work, { id, merchantId }: store.Transaction, given: ConsentGiven): void {
  save(work, consents, { transactionId: id, merchantId, ...given, givenAt: work.clock.now() });
}

const consents: Writer<store.Consent> = {
  place: 'consents',
  statements: ({ tx }, rows) => [{ query: insertRows(tx, store.consents, rows, tx`on conflict do nothing`) }],
};

/** Throws unless an attempt may still begin: the expiry counts to the second, whatever a sweep has done. */
function assertOpen(ctx: AnyContext, payment: Payment): void {
  if (payment.state === 'complete') throw new DomainError('PaymentAlreadyComplete');
  if (payment.state !== 'created' || payment.expiresAt <= ctx.clock.now())
    throw new DomainError('PaymentClosed');
}

function amountToPay(payment: Payment, chosen: Cents | undefined): Cents {
  const { minimumCents, maximumCents } = payment;
  if (chosen === undefined || minimumCents === null || maximumCents === null) return payment.amountCents;
  if (chosen < minimumCents || chosen > maximumCents) {
    const detail = `the amount must be from ${formatRand(minimumCents)} to ${formatRand(maximumCents)}`;
    throw invalidField('amount', detail);
  }
  return chosen;
}

/** Returns the payment's live attempt if it is at the same bank; undefined otherwise. */
async function joinAttempt(
  work: Work,
  payment: Payment,
  live: store.Transaction,
  attempt: Attempt,
  amount: Cents,
): Promise<store.Transaction | undefined> {
  const { bank } = attempt;
  const isSameWay = (live.paymentType === depositType) === (attempt.paymentType === depositType);
  if (isSameWay && live.state === 'created' && live.bankId === null && bank) {
    change(work, store.transactions, live, {
      bankAccount: bank.account,
      bankId: bank.id,
      bankName: bank.name,
      amountCents: amount,
    });
    return live;
  }
  const isSameAmount = attempt.amount === undefined || amount === live.amountCents;
  const isSameBank = live.paymentType === depositType || live.bankId === (bank?.id ?? null);
  if (isSameWay && isSameBank && isSameAmount) return live;
  // No payer was sent to the bank of an attempt that has not started: a killed process may have left it behind.
  const isReplaced = live.state === 'created' && (bank !== undefined || !isSameWay);
  if (!isReplaced) throw new DomainError('PaymentInProgress');
  await moveTransaction(work, payment, live, 'cancel', 'the payer chose again');
  return undefined;
}

/** Records an attempt of a locked payment that has none under way. */
export function insertAttempt(
  work: Work,
  payment: Payment,
  attempt: Pick<Attempt, 'paymentType' | 'depositReference' | 'account' | 'bank'>,
  amount: Cents,
): store.Transaction {
  const transaction: store.Transaction = {
    id: newId(work.clock),
    merchantId: payment.merchantId,
    siteId: payment.siteId,
    paymentId: payment.id,
    state: transactionMachine.initial,
    stateReason: null,
    paymentType: attempt.paymentType,
    depositReference: attempt.depositReference ?? null,
    bankAccount: attempt.bank?.account ?? attempt.account ?? null,
    bankId: attempt.bank?.id ?? null,
    bankName: attempt.bank?.name ?? null,
    bankUrl: null,
    amountCents: amount,
    currency: payment.currency,
    merchantReference: payment.merchantReference,
    isTest: payment.isTest,
    paidLate: false,
    payerAccount: null,
    payerAccountSealed: null,
    payerHolder: null,
    payerBranchCode: null,
    refundedCents: 0n,
    repaidCents: 0n,
    correlationId: work.correlationId,
    createdAt: work.clock.now(),
    completedAt: null,
    enquireAt: null,
    enquiries: 0,
    announcedAt: null,
    returnedAt: null,
  };
  save(work, attempts, transaction);
  return transaction;
}

const attempts: Writer<store.Transaction> = {
  place: 'transactions',
  idOf: ({ id }) => id,
  statements: (work, rows) => {
    countAfterCommit(work, (meter) => {
      for (const { bankName } of rows) meter.transaction(null, transactionMachine.initial, bankName);
    });
    return [{ query: insertRows(work.tx, store.transactions, rows) }];
  },
};

/** Records an attempt for a payment that ends without one, so that its merchant can be notified of a transaction. */
export function insertUnstartedAttempt(work: Work, payment: Payment): store.Transaction {
  return insertAttempt(work, payment, { paymentType: noAttemptType }, payment.amountCents);
}

/** Records an attempt that a deposit pays which has come already, and writes it: the deposit names it. */
export async function insertDepositAttempt(
  work: Work,
  payment: Payment,
  amount: Cents,
): Promise<store.Transaction> {
  const transaction = insertAttempt(work, payment, { paymentType: depositType }, amount);
  await flush(work);
  return transaction;
}

/** True if a transaction waits for its deposit, and its merchant was notified of that. */
export function isAwaited({ state, announcedAt }: store.Transaction): boolean {
  return state === 'created' && announcedAt !== null;
}

/** When the bank should give up on an attempt. */
export function attemptExpiry(payment: Payment, transaction: store.Transaction): Date {
  const ms = transaction.paymentType === debitType ? attemptMs.debit : attemptMs.payer;
  const lapse = plus(transaction.createdAt, ms);
  return payment.expiresAt < lapse ? payment.expiresAt : lapse;
}

/**
 * Takes an opened attempt to its bank, outside of any transaction, and returns it with the bank's address for the
 * payer. Again for an attempt that is there already, it changes nothing. A bank that does not take it ends the
 * attempt as failed and throws BankUnavailable: no money has moved, and the payer may choose another.
 */
export async function startAtBank(
  ctx: Context,
  rails: Rails,
  payment: Payment,
  transaction: store.Transaction,
  returnUrl: string,
): Promise<store.Transaction> {
  if (transaction.state !== 'created' || transaction.bankId === null) return transaction;
  const payee =
    payment.details.payeeDisplayName ?? required(await findSite(ctx.db, payment.siteId), 'site').name;
  try {
    const { redirectUrl } = await rails.orders.start({
      ...placeOf(transaction),
      bankId: transaction.bankId,
      amount: transaction.amountCents,
      payee,
      reference: payment.bankReference ?? payment.merchantReference,
      expiresAt: attemptExpiry(payment, transaction),
      returnUrl,
    });
    return await recordStart(ctx, transaction.id, redirectUrl);
  } catch (error) {
    // An order that timed out can exist at the bank, but its payer was not redirected; money that still arrives is
    // late, and is booked.
    if (!(error instanceof BankUnavailable || error instanceof BankTimeout)) throw error;
    await failAttempt(ctx, transaction.id, 'the bank could not be reached');
    throw new DomainError('BankUnavailable');
  }
}

async function recordStart(ctx: Context, id: string, bankUrl: string): Promise<store.Transaction> {
  const started = await decide(ctx, id, async (work, { payment, transaction }) => {
    // Another press has started it, or it has ended in the meantime: then no payer may be sent to the bank any more.
    if (await moveTransaction(work, payment, transaction, 'start', null))
      change(work, store.transactions, transaction, { bankUrl });
    return transaction;
  });
  return required(started, 'transaction');
}

async function failAttempt(ctx: Context, id: string, reason: string): Promise<void> {
  await decide(ctx, id, async (work, { payment, transaction }) => {
    if (transaction.state === 'created') await moveTransaction(work, payment, transaction, 'fail', reason);
  });
}

/** The outcomes a payer of a test payment may choose. */
export const testOutcomes = {
  success: 'pay',
  cancelled: 'cancel',
  error: 'fail',
  abandoned: 'abandon',
  pending: 'hold',
} as const;
export type TestOutcome = keyof typeof testOutcomes;

/**
 * Ends a test payment's attempt as its payer chose. No bank is queried and nothing is booked. Throws StepNotAllowed for
 * a payment that is not a test: only a bank confirms a real one.
 */
export async function chooseTestOutcome(
  ctx: Context,
  payment: Payment,
  outcome: TestOutcome,
): Promise<store.Transaction> {
  if (!payment.isTest)
    throw new DomainError('StepNotAllowed', { detail: 'the payment is not a test payment' });
  const opened = await openTransaction(ctx, { paymentId: payment.id, paymentType: 'test' });
  const ended = await decide(ctx, opened.id, async (work, both) => {
    const { transaction } = both;
    const reason = outcome === 'success' ? null : `outcome chosen by the payer of a test payment: ${outcome}`;
    if (transaction.state === 'created')
      await moveTransaction(work, both.payment, transaction, testOutcomes[outcome], reason);
    return transaction;
  });
  return required(ended, 'transaction');
}

/** A merchant's transaction; throws TransactionNotFound for anybody else's. */
export async function getTransaction(
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<store.Transaction> {
  const transaction = await store.findTransaction(ctx.db, merchantId, id);
  if (!transaction) throw new DomainError('TransactionNotFound');
  return transaction;
}

/** A page of a merchant's transactions, newest first. */
export function listTransactions(
  ctx: Context,
  filter: store.TransactionFilter,
  page: PageRequest,
): Promise<Page<store.Transaction>> {
  return planned(ctx.db, 'for its values, row by row', (tx) => store.pageTransactions(tx, filter, page));
}
