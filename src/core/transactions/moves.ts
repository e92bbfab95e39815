// Every step of a transaction, with what hangs on it: the payment it completes, the ledger, the merchant's
// notification. Callers hold the payment's row lock, which orders everything that happens to its attempts.
import { plus } from '../../kernel/clock.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { itemAt } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { enquiryDays } from '../dispute-window.ts';
import type { EventType } from '../events.ts';
import * as ledger from '../ledger/actions.ts';
import { type Site, siteIn } from '../merchants/actions.ts';
import { feeOf } from '../merchants/fees.ts';
import { deliverEvent, publish, type Receiver } from '../notifications/actions.ts';
import { type Payment, paymentMachine } from '../payments/actions.ts';
import { placeOf } from '../rails.ts';
import type { Returned } from '../reactions.ts';
import { advance, change } from '../steps.ts';
import { raise } from '../unit-of-work.ts';
import {
  debitType,
  depositType,
  isFailed,
  isHeld,
  isLive,
  isPaid,
  type TransactionVerb,
  transactionMachine,
} from './state.ts';
import * as store from './store.ts';

/** Why a payment that was closed is complete all the same; support searches for it. */
export const paidLateReason = 'paid late';

/** What else there is to know of a step. */
interface Circumstances {
  /** Money that came before the payment ended, and is heard of only now. */
  wasInTime?: boolean;
  /** The bank takes a charge's money back. */
  returned?: Returned;
}

/**
 * Takes a step. Returns false, and changes nothing, when the transaction's state does not allow it: a repeat, or an
 * answer that came out of order.
 */
export async function moveTransaction(
  work: Work,
  payment: Payment,
  transaction: store.Transaction,
  verb: TransactionVerb,
  reason: string | null,
  { wasInTime = false, returned }: Circumstances = {},
): Promise<boolean> {
  const isMoney = verb === 'pay' || verb === 'payLate';
  const isLate = isMoney && !wasInTime && (verb === 'payLate' || payment.state !== 'created');
  const why = isLate ? paidLateReason : reason;
  const wasHeld = isHeld(transaction.state);
  const edge = advance(work, transactionMachine, transaction, verb, why);
  if (!edge) return false;
  transaction.stateReason = why;
  if (isLate) change(work, store.transactions, transaction, { paidLate: true });
  if (edge.posting) await book(work, transaction, edge.posting);
  if (edge.event) {
    const receivers = receiversNow(payment, transaction, edge.event, wasHeld);
    await publishTransaction(work, payment, transaction, edge.event, receivers);
  }
  if (isMoney) {
    transaction.completedAt = work.clock.now();
    advance(work, paymentMachine, payment, 'complete', isLate ? paidLateReason : null);
  }
  const isCharge = transaction.paymentType === debitType;
  if (verb === 'reverse') advance(work, paymentMachine, payment, isCharge ? 'reopen' : 'reverse', reason);
  const enquireAt = nextEnquiry(transaction, 0, work.clock.now());
  change(work, store.transactions, transaction, { enquireAt, enquiries: 0 });
  followCharge(work, transaction, returned);
  return true;
}

/** Books a transaction's money and our fee; nothing of a test. A reversal gives back the fee that was booked. */
async function book(work: Work, transaction: store.Transaction, posting: ledger.Posting): Promise<void> {
  if (transaction.isTest) return;
  const gross = transaction.amountCents;
  const fee =
    posting === 'payment_reversed'
      ? await ledger.feeBooked(work.tx, transaction.id)
      : feeOf(gross, await siteIn(work, transaction.siteId));
  const { account: bankAccount } = placeOf(transaction);
  ledger.post(work, posting, { ...ownerOf(transaction), bankAccount, amounts: { gross, fee } });
}

/** Has the charge of a transaction that has ended follow it; no other transaction has one. */
export function followCharge(
  work: Work,
  { id, paymentId, paymentType, state, stateReason }: store.Transaction,
  returned?: Returned,
): void {
  if (paymentType !== debitType || !transactionMachine.ended.includes(state)) return;
  const { actor, correlationId } = work;
  raise(work, 'charge.ended', {
    ...{ id, paymentId, state, stateReason, actor, correlationId },
    ...(returned && { returned }),
  });
}

function ownerOf(transaction: store.Transaction) {
  const { merchantId, siteId, id } = transaction;
  return { merchantId, siteId, object: transactionMachine.object, objectId: id };
}

async function publishTransaction(
  work: Work,
  payment: Payment,
  transaction: store.Transaction,
  type: EventType,
  receivers: Receiver[],
): Promise<void> {
  const site = await siteIn(work, payment.siteId);
  publish(work, {
    ...ownerOf(transaction),
    type,
    data: snapshot(payment, transaction, site),
    correlationId: payment.correlationId,
    receivers,
  });
  if (!isFailed(transaction.state)) return;
  // What was told of a deposit that was awaited is no word about its end.
  const announcedAt = receivers.length > 0 ? work.clock.now() : null;
  if (announcedAt !== transaction.announcedAt) change(work, store.transactions, transaction, { announcedAt });
}

/**
 * Tells a merchant that its payer has chosen to pay by deposit, so that the payment is pending: once for each attempt. The
 * state stays: until the deposit comes, the payer may still choose another way to pay.
 */
export async function announceDeposit(
  work: Work,
  payment: Payment,
  transaction: store.Transaction,
): Promise<void> {
  if (transaction.state !== 'created' || transaction.announcedAt !== null) return;
  const { notifyUrl, contract } = payment;
  const receivers = notifyUrl === null ? [] : [{ url: notifyUrl, format: contract }];
  await publishTransaction(work, payment, transaction, 'transaction.pending', receivers);
  change(work, store.transactions, transaction, { announcedAt: work.clock.now() });
}

/**
 * Decides who is told at once. A One API payment's notifyUrl hears of every transaction that ends. A Payments API merchant
 * hears of a failure only when the payer can no longer try another bank, or was told before that a bank had it
 * (`wasHeld`): a pending kind is always followed by a final one.
 */
function receiversNow(
  payment: Payment,
  transaction: store.Transaction,
  type: EventType,
  wasHeld: boolean,
): Receiver[] {
  if (payment.notifyUrl === null) return [];
  if (payment.contract === 'one' && type !== 'transaction.complete') return [];
  const mayTryAgain = isFailed(transaction.state) && payment.state === 'created' && !wasHeld;
  if (payment.contract === 'payments' && mayTryAgain) return [];
  return [{ url: payment.notifyUrl, format: payment.contract }];
}

/**
 * Tells a Payments API merchant of the last failed attempt, now that no other follows. Once per attempt, and not at all
 * where another attempt has paid.
 */
export async function announceFailure(work: Work, payment: Payment): Promise<void> {
  if (payment.contract !== 'payments' || payment.notifyUrl === null || payment.state === 'complete') return;
  const failed = await store.findUntoldFailure(work.tx, payment.id);
  if (!failed) return;
  change(work, store.transactions, failed, { announcedAt: work.clock.now() });
  await deliverEvent(work, failed.id, { url: payment.notifyUrl, format: payment.contract });
}

/**
 * The data of a transaction's events, from which bodies are written. Nothing here identifies the payer beyond four
 * digits of an account.
 */
export type Snapshot = ReturnType<typeof snapshot>;

export function snapshot(payment: Payment, transaction: store.Transaction, site: Pick<Site, 'code'>) {
  return {
    siteCode: site.code,
    transactionId: transaction.id,
    paymentId: payment.id,
    merchantReference: payment.merchantReference,
    amount: formatDecimal(transaction.amountCents),
    currency: transaction.currency,
    state: transaction.state,
    paymentType: transaction.paymentType,
    reason: transaction.stateReason,
    optional: payment.details.optional ?? [],
    isTest: transaction.isTest,
    paidLate: transaction.paidLate,
    bankName: transaction.bankName,
    payerAccount: transaction.payerAccount,
  };
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long to wait before each enquiry at a bank, in milliseconds. */
export const enquiryDelays = {
  /** The payer is at the bank; its own callback is usually faster. */
  acting: [15 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute],
  /** The bank has it: we ask until it decides, repeating the last delay. */
  held: [5 * second, 5 * second, 10 * second, 30 * second, minute, 5 * minute, 30 * minute, 60 * minute],
  /** We gave up, not the bank: money may still come. */
  late: [minute, 10 * minute, hour, day],
} as const;

/** Whether a bank can be asked about a transaction. A bank would call one that never reached it failed. */
export function isAtBank({ state, bankId, paymentType }: store.Transaction): boolean {
  // Banks cannot be queried about deposits.
  if (bankId === null || state === 'created' || paymentType === depositType) return false;
  // A charge is sent again until its bank has certainly taken it.
  return !(paymentType === debitType && state === 'started');
}

/** Returns when to ask the bank after `asked` enquiries in the present state; null when nothing is left to ask. */
export function nextEnquiry(transaction: store.Transaction, asked: number, now: Date): Date | null {
  const { state, isTest, returnedAt } = transaction;
  // A test's pending outcome ends by itself after a minute; no bank knows of it.
  if (isTest) return state === 'pending' ? plus(now, minute) : null;
  if (!isAtBank(transaction) || returnedAt !== null) return null;
  if (isLive(state)) {
    const list = isHeld(state) ? enquiryDelays.held : enquiryDelays.acting;
    return plus(now, itemAt(list, Math.min(asked, list.length - 1)));
  }
  if (isPaid(state)) return nextChargeEnquiry(transaction, now);
  // A decline is certain.
  const delay = isFailed(state) && state !== 'declined' ? enquiryDelays.late[asked] : undefined;
  return delay === undefined ? null : plus(now, delay);
}

/**
 * A bank that does not report returns is queried about a paid charge for as long as its payer can dispute it. The days
 * count from the collection, so that a service that was stopped does not query after the window.
 */
function nextChargeEnquiry(charge: store.Transaction, now: Date): Date | null {
  return chargeEnquiries(charge).find((at) => at > now) ?? null;
}

/** All times at which a bank is queried about a paid charge, in order. */
function chargeEnquiries({ paymentType, completedAt }: store.Transaction): Date[] {
  if (paymentType !== debitType || completedAt === null) return [];
  return enquiryDays(completedAt).map((days) => nextFull(hour, plus(completedAt, days * day)));
}

/** How long after its last enquiry a bank that was away is queried about a paid charge. */
const silenceMs = 30 * day;

/**
 * Returns when to ask again a bank that did not answer, like `nextEnquiry`. An enquiry about a paid charge is repeated until
 * the bank answers: hourly on its day, then daily, and for a month after the last one.
 */
export function nextAfterSilence(transaction: store.Transaction, asked: number, now: Date): Date | null {
  const next = nextEnquiry(transaction, asked, now);
  if (!isPaid(transaction.state) || transaction.returnedAt !== null) return next;
  const missed = chargeEnquiries(transaction).findLast((at) => at <= now);
  if (!missed || now >= plus(missed, silenceMs)) return next;
  const again = nextFull(hour, plus(now, now < plus(missed, day) ? hour : day));
  return next && next < again ? next : again;
}

/** Returns the first multiple of `unit` that is not before. Charges that go together are asked about together. */
const nextFull = (unit: number, at: Date): Date => new Date(Math.ceil(at.getTime() / unit) * unit);
